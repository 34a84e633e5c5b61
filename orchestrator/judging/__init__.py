"""Human evaluation: sheets for judges, returned sheets, scores."""
