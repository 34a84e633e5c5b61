"""The four systems, a folder a paper."""
