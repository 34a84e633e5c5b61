"""Synonyms by a WordNet of a few words."""

import pytest

from paralattice.english.wordnet import WordNet
from paralattice.measures.synonyms import Synonymy
from support import tiny_wordnet

SYNSETS = [
    ("n", ["boat", "vessel"]),
    ("n", ["vessel", "jar"]),
    ("v", ["depart", "leave", "set out"]),
    ("v", ["leave", "bequeath"]),
    ("v", ["find", "get"]),
    ("v", ["found", "establish"]),
    ("a", ["last", "final"]),
]
IRREGULAR = [("v", "left", "leave"), ("v", "found", "find")]


@pytest.fixture
def synonymy():
    return Synonymy(WordNet(tiny_wordnet.wordnet_files(SYNSETS, IRREGULAR)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("boat", "vessel"),
        ("boats", "vessel"),
        ("left", "departed"),
        ("leaving", "bequeathed"),
        ("last", "final"),
        ("found", "establishes"),
        ("found", "gets"),
    ],
)
def test_words_that_share_a_meaning_in_any_form_are_synonyms(synonymy, one, other):
    assert synonymy.are_synonyms(one, other)
    assert synonymy.are_synonyms(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("boat", "jar"),
        ("leave", "left"),
        ("boats", "boat"),
        ("find", "found"),
        ("boat", "unheard"),
        ("set", "leave"),
    ],
)
def test_other_words_and_forms_of_one_word_are_not(synonymy, one, other):
    assert not synonymy.are_synonyms(one, other)


def test_pairs_stand_in_two_sentences_whatever_their_case(synonymy):
    sentences = ["The boat left .", "A vessel departed .", "The last , the final one"]
    assert synonymy.pairs(sentence.split() for sentence in sentences) == {
        ("boat", "vessel"),
        ("departed", "left"),
    }


def test_a_word_that_is_in_another_sentence_too_makes_a_pair(synonymy):
    assert synonymy.pairs([["last", "final"], ["last"]]) == {("final", "last")}
