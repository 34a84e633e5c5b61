"""Sets of labels of the Penn Treebank."""

CLAUSES = frozenset({"S", "SINV", "SQ"})
NOUNS = ("NN", "NNS", "NNP", "NNPS")
FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
