"""Tuning of the alignment's options (Shen et al. 2006, section 4.1.3)."""
