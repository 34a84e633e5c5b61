"""Sentence matching (Nelken & Shieber 2006)."""
