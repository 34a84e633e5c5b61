"""Figures of lattices: paths, distinct sentences, entropy, repetition."""
