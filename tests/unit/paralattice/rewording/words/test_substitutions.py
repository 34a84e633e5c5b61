"""Which phrases may replace each other, and how WordNet supports them."""

import pytest

from paralattice.english.wordnet import WordNet
from paralattice.rewording.words.substitutions import objection, support, trimmed
from paralattice.rewording.words.word_relations import Relation, WordRelations
from support.tiny_wordnet import wordnet_files

SYNSETS = [
    ("n", ["boat", "vessel"]),
    ("v", ["depart", "go away", "leave"]),
    ("v", ["go"]),
    ("n", ["harbour", "harbor"]),
    ("n", ["fire", "blaze"]),
    ("v", ["sink"]),
    ("v", ["say"]),
]


@pytest.fixture(scope="module")
def relations():
    return WordRelations(WordNet(wordnet_files(SYNSETS, [("v", "went", "go"), ("v", "left", "leave")])))


def phrases(one, other):
    return tuple(one.split()), tuple(other.split())


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("the boat", "a boat", "no content"),
        ("boat", "boats", "no content"),
        ("the boat <number>", "a vessel", "number"),
        ("his boat", "her vessel", "person"),
        ("boat ,", "vessel", "sign"),
        ("boat", "vessels", "forms"),
        ("left", "departs", "forms"),
        ("left", "went", "no content"),
        ("boat", "qwrt", "unknown"),
        ("harbour", "harbor", "spelling"),
        ("boat", "edrin", "name"),
        ("boat of", "vessel at", "function words"),
        ("the boat", "his vessel", "person"),
        ("departed", "departure", "derivation"),
        # A word that lost the letters of a ligature.
        ("re", "fire", "no content"),
        ("laze", "blaze", "spelling"),
    ],
)
def test_a_replacement_that_loses_or_invents_something_is_refused_with_the_reason(
    relations, one, other, reason
):
    assert reason in objection(*phrases(one, other), relations, {"edrin"})


@pytest.mark.parametrize(
    ("one", "other"), [("an old boat", "a vessel"), ("left", "departed"), ("edrin fire", "edrin blaze")]
)
def test_a_replacement_that_changes_only_content_is_allowed(relations, one, other):
    assert objection(*phrases(one, other), relations, {"edrin"}) is None


def test_support_is_the_weakest_of_the_closest_relations(relations):
    assert support(*phrases("the boat fire", "a vessel blaze"), relations) is Relation.SYNONYM
    assert support(*phrases("the boat fire", "a vessel sink"), relations) is Relation.NONE


def test_phrases_that_wordnet_has_as_entries_are_compared_as_wholes(relations):
    assert support(*phrases("will depart soon", "will go away soon"), relations) is Relation.SYNONYM


def test_words_in_common_at_the_edges_do_not_belong_to_a_change():
    assert trimmed(*phrases("the old boat sank", "the old vessel sank")) == (("boat",), ("vessel",))
