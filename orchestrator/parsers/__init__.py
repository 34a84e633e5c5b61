"""Parsers and taggers: scoring and training them."""
