"""An hour of random faults on real runs: ``make chaos``."""
