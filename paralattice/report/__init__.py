"""The HTML report of a run: figures, lattices, and samples with their source sentences."""
