"""Rewordings keep the white space of the sentence."""

import pytest

from paralattice.rewording.decoding.phrasal_rewording import RewordingEdit
from paralattice.rewording.words.spelling import spaces_before, spelled


def test_white_space_is_found_where_it_stands():
    text = "It 's over (really) ,  isn't it?"
    words = ["It", "'s", "over", "(", "really", ")", ",", "is", "n't", "it", "?"]
    found = spaces_before(text, words)
    assert found == [True, True, True, True, False, False, True, True, False, True, False]
    assert spaces_before("other text", ["x", "y"]) == [True, True]


@pytest.mark.parametrize(
    ("text", "words", "start", "end", "new", "expected"),
    [
        ("The boat sank.", "The boat sank .", 1, 2, "ship", "The ship sank."),
        ("The boat sank.", "The boat sank .", 0, 2, "A ship", "A ship sank."),
        ("The boat sank.", "The boat sank .", 1, 2, "boat ,", "The boat, sank."),
        ("The boat sank.", "The boat sank .", 2, 4, "is lost !", "The boat is lost!"),
        ("The boat's mast", "The boat 's mast", 2, 3, "has a", "The boat has a mast"),
        ("A well-known man", "A well - known man", 3, 4, "liked", "A well-liked man"),
        ("A man (old) said", "A man ( old ) said", 3, 4, "very old", "A man (very old) said"),
    ],
)
def test_new_words_are_spaced_like_those_that_they_replace(text, words, start, end, new, expected):
    source = words.split()
    edits = [RewordingEdit(start, end, tuple(new.split()), -1.0)]
    made = [*source[:start], *new.split(), *source[end:]]
    assert spelled(source, spaces_before(text, source), made, edits) == expected


def test_a_rewording_without_edits_is_the_sentence():
    text = "“No,”  he said (twice)."
    words = ["“", "No", ",", "”", "he", "said", "(", "twice", ")", "."]
    assert spelled(words, spaces_before(text, words), words, []) == "“No,” he said (twice)."
