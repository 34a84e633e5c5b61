"""The distance of two sentences is the number of words to delete and to insert."""

import pytest

from paralattice.rewording.words.word_distance import word_distance


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("", "", 0),
        ("", "the ship", 2),
        ("The ship sank", "the SHIP sank", 0),
        ("the ship sank", "the boat sank .", 3),
        ("a b", "b a", 2),
    ],
)
def test_a_replaced_word_counts_twice_and_case_does_not_count(one, other, distance):
    assert word_distance(one.split(), other.split()) == distance
    assert word_distance(other.split(), one.split()) == distance
