"""A chart parser over a small transformer.

The parser scores every label for every span from the vectors of the words at
the span's ends, and returns the tree with the highest sum (Stern, Andreas &
Klein 2017; Kitaev & Klein 2018, "Constituency Parsing with a Self-Attentive
Encoder").  A small BERT encoder (Devlin et al. 2019) with weights of 8
and 4 bits computes the vectors from word pieces and capitalisation.
"""
