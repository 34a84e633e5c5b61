"""The tags under which a word may replace another."""

import pytest

from paralattice.english.wordnet import WordNet
from paralattice.rewording.words.tag_forms import allowed_tags, changed_word
from paralattice.rewording.words.word_relations import WordRelations
from support.tiny_wordnet import wordnet_files

SYNSETS = [
    ("n", ["whole"]),
    ("a", ["whole", "entire"]),
    ("n", ["boat", "vessel"]),
    ("v", ["boat"]),
    ("v", ["begin", "start"]),
    ("v", ["cast"]),
    ("v", ["throw"]),
    ("a", ["blessed", "happy"]),
    ("v", ["bless"]),
]
IRREGULAR = [
    ("v", "began", "begin"),
    ("v", "begun", "begin"),
    ("v", "threw", "throw"),
    ("v", "thrown", "throw"),
]


@pytest.fixture(scope="module")
def relations():
    return WordRelations(WordNet(wordnet_files(SYNSETS, IRREGULAR)))


@pytest.mark.parametrize(
    ("old", "new", "tags"),
    [
        # Synonyms as adjectives only; a tagger may take an adjective for a participle.
        ("whole", "entire", "JJ VBN"),
        ("boats", "vessels", "NNPS NNS"),
        ("started", "began", "VBD"),
        # A participle that is an adjective, too.
        ("happy", "blessed", "JJ VBN"),
        # Not related by WordNet: the form alone counts.
        ("cast", "thrown", "VBN"),
        ("cast", "threw", "VBD"),
        ("cast", "throw", "VB VBP"),
    ],
)
def test_the_tags_are_those_of_the_forms_in_which_the_words_are_related(relations, old, new, tags):
    assert allowed_tags((old,), (new,), relations) == tuple(tags.split())


def test_every_tag_is_allowed_where_nothing_is_known(relations):
    assert allowed_tags(("zzyx",), ("boat",), relations) == ()
    assert allowed_tags(("old", "boat"), ("grey", "vessel"), relations) == ()
    assert allowed_tags(("boat",), ("vessel",), WordRelations()) == ()


@pytest.mark.parametrize(
    ("source", "target", "changed"),
    [
        ("the old boat", "the old vessel", (2, "boat", "vessel")),
        ("boat left", "vessel left", (0, "boat", "vessel")),
        ("boat", "old vessel", None),
        ("old boat", "grey vessel", None),
    ],
)
def test_the_changed_word_is_the_only_one_that_differs(source, target, changed):
    assert changed_word(tuple(source.split()), tuple(target.split())) == changed
