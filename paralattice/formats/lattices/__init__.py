"""Formats of lattices in other programs."""
