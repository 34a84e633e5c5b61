"""Paraphrase lattices from comparable sentences: the library behind Paralattice.

The package is independent of queues, processes, clocks and global randomness:
functions take texts and return values, and a random seed is an argument.
"""

__version__ = "0.1.0"
