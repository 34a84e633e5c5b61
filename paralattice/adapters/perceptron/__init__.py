"""A part-of-speech tagger for Penn tags: averaged perceptrons (Collins 2002) with greedy search.

Features are words, their affixes and neighbours (Ratnaparkhi 1996), clusters of word vectors, and the tags
of the word in other treebanks.  Layers are stacked: the first layers are trained on corpora with other
conventions, and their tags are features of the last layer, which is trained on the target treebank.

All sums are integer sums, so that the tags of a sentence depend on the sentence alone.
"""
