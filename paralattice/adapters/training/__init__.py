"""Taggers and parsers trained on a treebank, by stanza's model classes.

Each training is an object that goes through the sentences once a
:meth:`run_epoch`, gives its state as bytes and takes it back, so that a caller
may stop after any epoch and go on later.  An epoch's random numbers depend on
the seed and the epoch alone: a training that was stopped ends with the same
weights as one that was not.
"""

from paralattice.adapters.training.shift_reduce import ParserTraining
from paralattice.adapters.training.tagger import TaggerTraining
from paralattice.adapters.training.vectors import read_vectors

__all__ = ["ParserTraining", "TaggerTraining", "read_vectors"]
