"""Signals that rank candidates, and the choice of the best."""
