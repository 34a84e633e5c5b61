"""Rewording as phrase-based translation (Quirk, Brockett & Dolan 2004)."""
