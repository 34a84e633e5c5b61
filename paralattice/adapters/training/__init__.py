"""Trains taggers and parsers on a treebank.

:meth:`run_epoch` runs one epoch.  A training can save its state as bytes after any epoch and resume from
it.  The random numbers of an epoch depend only on the seed and the epoch, so that an interrupted training
ends with the same weights.
"""

from paralattice.adapters.training.shift_reduce import ParserTraining
from paralattice.adapters.training.tagger import TaggerTraining
from paralattice.adapters.training.vectors import read_vectors

__all__ = ["ParserTraining", "TaggerTraining", "read_vectors"]
