"""A chart parser over a small transformer.

Every span of a sentence gets a score for each label from the vectors of the
words at its ends, and the tree is the one with the best sum (Stern, Andreas &
Klein 2017; Kitaev & Klein 2018, "Constituency Parsing with a Self-Attentive
Encoder").  The vectors are of an encoder of BERT's kind (Devlin et al. 2019),
small and stored in 8 bits a weight, which sees the words' pieces, their
capitals and their part-of-speech tags.
"""
