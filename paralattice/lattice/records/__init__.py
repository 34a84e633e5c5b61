"""Lattices and samples as values and rows that are stored and exported."""
