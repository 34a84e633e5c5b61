"""Texts in, trees out."""

import pytest

from paralattice import parse
from paralattice.errors import ParseError
from paralattice.facade.texts import words_of_text


def test_running_text_is_tokenised_and_words_stay_as_they_are():
    assert words_of_text("She didn't go.") == ("She", "did", "n't", "go", ".")
    assert words_of_text(["didn't", "go."]) == ("didn't", "go.")


def test_texts_are_parsed_into_trees_in_their_order():
    trees = parse(["The bridge was closed.", ["Crews", "repair", "it"]])
    assert [tree.words() for tree in trees] == [
        ("The", "bridge", "was", "closed", "."),
        ("Crews", "repair", "it"),
    ]
    assert trees[0].label == "ROOT"


def test_a_text_without_words_is_refused():
    with pytest.raises(ParseError, match="sentence 1"):
        parse(["Fine.", " "])
