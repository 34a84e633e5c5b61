"""Kinds of words, and the lists that tell them."""

import pytest

from paralattice.compression.words import (
    CONTENT,
    END,
    LANGUAGES,
    MARK,
    START,
    STOP,
    Kinds,
    stop_words,
    tag_class,
)
from paralattice.english.stop_words import DEFAULT_STOP_WORDS


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("de", STOP),
        ("l'", STOP),
        ("l\u2019", STOP),
        ("bateau", CONTENT),
        (",", MARK),
        ("...", MARK),
        ("船", CONTENT),
    ],
)
def test_kinds_are_told_by_the_word(word, kind):
    assert Kinds({"de", "l"}).of((word, "X")) == kind


def test_the_ends_of_a_sentence_are_no_stop_words():
    assert [Kinds({""}).of(label) for label in (START, END)] == [CONTENT, CONTENT]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_lower_cased_stop_words(language):
    words = stop_words(language)
    assert 90 < len(words) < 400
    assert all(word == word.lower().strip() and word for word in words)


def test_english_has_the_list_of_the_package():
    assert stop_words("english") == DEFAULT_STOP_WORDS


def test_tags_of_several_sets_have_classes():
    assert {"VBD", "VERB", "V", "VVFIN"} <= tag_class("verb")
    assert {"NN", "NOUN", "NC"} <= tag_class("noun")
    assert {"JJ", "ADJ"} <= tag_class("adjective")
    assert not tag_class("noun") & tag_class("verb")
