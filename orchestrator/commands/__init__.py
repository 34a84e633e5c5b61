"""The commands: only their arguments and their help."""
