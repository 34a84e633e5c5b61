"""Tuning: grids of options, and settings ranked by their sentences (Shen et al. 2006, section 4.1.3)."""
