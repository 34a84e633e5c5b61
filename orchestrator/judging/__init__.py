"""Human evaluation: sheets dealt, sheets returned, scores."""
