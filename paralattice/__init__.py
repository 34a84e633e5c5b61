"""Paraphrase lattices from comparable sentences: the library behind Paralattice.

Nothing in this package knows about queues, processes, clocks or global
randomness.  Text goes in, values come out, and a seed is an argument.
"""

__version__ = "0.1.0"
