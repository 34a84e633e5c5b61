"""The command line: plan a run, submit it, watch it, collect it, deal its sheets."""
