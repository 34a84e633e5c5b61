"""Key phrases: what they are, and how they are scored."""

import numpy as np
import pytest

from paralattice.compression.key_phrases import key_phrases, text_rank
from paralattice.compression.words import Kinds

KINDS = Kinds({"the", "of", "a"})


def tagged(*sentences):
    return [[tuple(token.rsplit("/", 1)) for token in sentence.split()] for sentence in sentences]


def plain_rank(weights, rounds=200):
    """Return the TextRank of a symmetric matrix of weights."""
    shares = weights / weights.sum(axis=0)
    scores = np.ones(len(weights))
    for _ in range(rounds):
        scores = 0.15 + 0.85 * shares @ scores
    return scores


def test_the_scores_are_those_of_a_random_walk():
    rows = tagged("ferry/NN port/NN fire/NN", "ferry/NN fire/NN crew/NN")
    expected = plain_rank(np.array([[0, 1, 2, 1], [1, 0, 1, 0], [2, 1, 0, 1], [1, 0, 1, 0]], float))
    assert list(text_rank(rows).values()) == pytest.approx(expected, abs=1e-3)


def test_a_window_joins_neighbours_alone():
    rows = tagged("ferry/NN port/NN fire/NN")
    expected = plain_rank(np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], float))
    assert list(text_rank(rows, window=2).values()) == pytest.approx(expected, abs=1e-3)


def test_words_that_are_alone_have_the_least_score():
    assert text_rank(tagged("ferry/NN")) == {("ferry", "NN"): pytest.approx(0.15)}
    assert text_rank([]) == {}


def test_they_are_runs_of_nouns_with_adjectives_at_their_ends():
    rows = tagged(
        "the/DT old/JJ car/NN ferry/NN of/IN Lindau/NNP sank/VBD", "a/DT ferry/NN old/JJ port/NN", "old/JJ"
    )
    assert set(key_phrases(rows, KINDS, tagged=True)) == {("old", "car", "ferry"), ("Lindau",)}


def test_adjectives_may_follow_the_nouns():
    rows = tagged("le/DET ministre/NC français/ADJ parle/V")
    assert set(key_phrases(rows, KINDS, tagged=True)) == {("ministre", "français")}


def test_without_tags_they_are_runs_of_content_words():
    rows = [[(word, "") for word in ("the", "old", "ferry", "of", "the", "port", "sank", ".")]]
    assert set(key_phrases(rows, KINDS, tagged=False)) == {("old", "ferry"), ("port", "sank")}


def test_the_score_is_the_sum_of_the_words_by_their_number_and_one():
    rows = tagged("old/JJ ferry/NN sank/VBD")
    ((_, score),) = key_phrases(rows, KINDS, tagged=True).items()
    # Both words have a score of 1.
    assert score == pytest.approx(2 / 3, abs=1e-3)


def test_of_near_duplicates_the_best_is_kept():
    rows = tagged("car/NN ferry/NN sank/VBD", "ferry/NN sank/VBD at/IN port/NN", "ferry/NN and/CC crew/NN")
    found = key_phrases(rows, KINDS, tagged=True)
    # The ferry is in the middle: 1.919 / 2 is more than (1.919 + 0.694) / 3.
    assert set(found) == {("ferry",), ("port",), ("crew",)}
    assert found["ferry",] == pytest.approx(1.919 / 2, abs=1e-3)
