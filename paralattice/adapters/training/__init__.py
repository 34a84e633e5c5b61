"""Trains the chart parser on a treebank and other corpora.

A training runs epoch by epoch.  It can save its state as bytes after any epoch and resume from it.  The
random numbers of an epoch depend only on the seed and the epoch, so that an interrupted training ends with
the same weights.
"""
