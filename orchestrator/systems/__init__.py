"""The four systems, one folder per paper."""
