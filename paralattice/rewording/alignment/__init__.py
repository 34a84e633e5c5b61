"""Word alignment of sentence pairs (Quirk et al. 2004, section 3.2)."""
