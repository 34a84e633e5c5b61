"""Human evaluation with sheets that hide the version of each sentence (Shen et al. 2006, section 4.2)."""
