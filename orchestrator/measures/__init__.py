"""Automatic measures of a run's samples."""
