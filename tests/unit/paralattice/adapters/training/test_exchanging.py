"""Sentences with a constituent exchanged."""

import pytest

from paralattice.adapters.training.exchanging import exchanged_sentences
from paralattice.errors import OptionError
from paralattice.formats.trees import read_tree

TREES = [
    read_tree("(ROOT (S (NP (DT the) (NN ferry)) (VP (VBD left) (NP (NNP Moss)))))"),
    read_tree("(ROOT (S (NP (PRP she)) (VP (VBD slept))))"),
]
SENTENCES = {
    ("she", "left", "Moss"),
    ("Moss", "left", "Moss"),
    ("the", "ferry", "left", "she"),
    ("the", "ferry", "left", "the", "ferry"),
    ("the", "ferry", "slept"),
    ("Moss", "slept"),
}


def test_constituents_of_one_label_are_exchanged():
    found = exchanged_sentences(TREES, 6, range(2, 101), 1)
    assert len(found) == 6
    assert set(found) == SENTENCES


def test_a_seed_gives_the_same_sentences_again_and_lengths_are_kept():
    first, second, other = (exchanged_sentences(TREES, 3, range(2, 5), seed) for seed in (1, 1, 3))
    assert first == second != other
    assert all(len(words) < 5 for words in first + other)


def test_too_few_sentences_are_an_error():
    with pytest.raises(OptionError, match="2 trees give 6 sentences by exchange, fewer than 9"):
        exchanged_sentences(TREES, 9, range(2, 101), 1)
    with pytest.raises(OptionError, match="1 trees give 0 sentences"):
        exchanged_sentences([read_tree("(ROOT (NN yes))")], 1, range(2, 101), 1)
