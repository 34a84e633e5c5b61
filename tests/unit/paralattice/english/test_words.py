"""Classes of words."""

import pytest

from paralattice.english.inflection import base_form
from paralattice.english.words import is_content_word, is_punctuation, is_saying


@pytest.mark.parametrize(
    "forms",
    [
        ("charge", "charges", "charged", "charging"),
        ("stop", "stopped"),
        ("carry", "carried"),
        ("strike", "struck"),
    ],
)
def test_forms_of_a_word_have_one_base_form(forms):
    assert len({base_form(form) for form in forms}) == 1


def test_other_words_have_other_base_forms():
    assert len({base_form(word) for word in ("rock", "rocket", "crew", "crews'", "hit", "sank")}) == 6


def test_forms_of_verbs_of_saying_are_known():
    assert is_saying("announced")
    assert is_saying("says")
    assert not is_saying("sank")


def test_function_words_and_marks_have_no_content():
    assert [word for word in ("The", "ferry", ",", "was", "5", "his") if is_content_word(word)] == [
        "ferry",
        "5",
    ]
    assert is_punctuation("--")
    assert not is_punctuation("5")
