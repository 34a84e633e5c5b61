"""Rewording by phrasal replacement (Quirk et al. 2004)."""
