"""Pseudo-counts of pairs of words before training."""

import numpy as np
import pytest

from paralattice.english.wordnet import WordNet
from paralattice.rewording.alignment.bitext import Vocabulary
from paralattice.rewording.alignment.lexical_prior import lexical_prior
from paralattice.rewording.words.word_relations import WordRelations
from support.tiny_wordnet import wordnet_files

WORDS = ["ship", "vessel", "sank", "sinks", "sinking", "jar", ",", "."]


@pytest.fixture(scope="module")
def relations():
    synsets = [("n", ["ship", "vessel"]), ("v", ["sink"])]
    return WordRelations(WordNet(wordnet_files(synsets, [("v", "sank", "sink")])))


def prior_of(given, produced, relations=None):
    """Return the pseudo-count of one pair of words, where all pairs occur."""
    vocabulary = Vocabulary(WORDS)
    base = len(vocabulary) + 1
    entries = np.array([one * base + other for one in range(base) for other in range(1, base)], np.int64)
    numbers = {None: 0, **vocabulary.numbers}
    place = np.searchsorted(entries, numbers[given] * base + numbers[produced])
    return lexical_prior(vocabulary, entries, relations)[place]


def test_a_word_and_itself_have_the_largest_pseudo_count():
    assert prior_of("ship", "ship") == prior_of(",", ",") == 3
    assert prior_of(",", ".") == 0


def test_words_that_begin_with_the_same_four_letters_are_related():
    assert prior_of("sinks", "sinking") == 1
    assert prior_of("sank", "sinks") == 0


def test_forms_and_synonyms_in_wordnet_are_related(relations):
    assert prior_of("sank", "sinks", relations) == 1
    assert prior_of("ship", "vessel", relations) == prior_of("vessel", "ship", relations) == 1
    assert prior_of("ship", "jar", relations) == 0


def test_the_empty_word_is_related_to_nothing(relations):
    assert all(prior_of(None, word, relations) == 0 for word in WORDS)


def test_pairs_that_do_not_occur_have_no_entry(relations):
    vocabulary = Vocabulary(WORDS)
    assert lexical_prior(vocabulary, np.empty(0, np.int64), relations).tolist() == []
    entries = np.array([1 * (len(vocabulary) + 1) + 3], np.int64)
    assert lexical_prior(vocabulary, entries, relations).tolist() == [0.0]
