"""Runs: submitting, resuming and reading them."""
