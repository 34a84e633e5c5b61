"""Training of taggers and parsers on a treebank.

A training runs one epoch per :meth:`run_epoch`, returns its state as bytes and restores it, so that a caller
can stop after any epoch and continue later.  The random numbers of an epoch depend only on the seed and the
epoch: an interrupted training ends with the same weights.
"""

from paralattice.adapters.training.shift_reduce import ParserTraining
from paralattice.adapters.training.tagger import TaggerTraining
from paralattice.adapters.training.vectors import read_vectors

__all__ = ["ParserTraining", "TaggerTraining", "read_vectors"]
