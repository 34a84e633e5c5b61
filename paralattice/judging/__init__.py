"""Judging: sheets that hide which version wrote a sentence (Shen et al. 2006, section 4.2)."""
