"""Sets of labels of the Penn Treebank."""

from __future__ import annotations

CLAUSES = frozenset({"S", "SINV", "SQ"})
NOUNS = ("NN", "NNS", "NNP", "NNPS")
FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
