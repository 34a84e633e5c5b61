"""Views of a run: status, progress, summary, Flower."""
