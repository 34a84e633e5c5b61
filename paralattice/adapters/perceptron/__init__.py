"""A part-of-speech tagger made of averaged perceptrons, for Penn tags.

Collins (2002, "Discriminative training methods for hidden Markov models") with
greedy search from left to right, over features of words, their parts and their neighbours
(Ratnaparkhi 1996), clusters of word vectors, and the tags that other treebanks
give the word.  Layers are stacked: the first ones were trained on corpora with
conventions of their own, and their tags are features of the last one, which
was trained on the treebank whose conventions are wanted.

All sums are of whole numbers, so that the tags of a sentence depend on nothing
but the sentence.
"""
