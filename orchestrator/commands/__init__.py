"""The commands: their arguments, their help, and nothing else."""
