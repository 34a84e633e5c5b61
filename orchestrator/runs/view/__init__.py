"""What a person sees of a run: status, progress, summary, Flower."""
