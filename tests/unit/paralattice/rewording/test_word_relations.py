"""Relations of words by WordNet."""

import pytest

from paralattice.formats.wordnet import WordNet
from paralattice.rewording.word_relations import Relation, WordRelations
from support.tiny_wordnet import wordnet_files


@pytest.fixture(scope="module")
def relations():
    synsets = [
        ("n", ["boat", "vessel"]),
        ("n", ["vessel", "jar"]),
        *(("v", ["run", verb]) for verb in ("dash", "race", "manage", "flow", "leak")),
        ("v", ["put", "place"]),
        ("v", ["go", "depart"]),
        ("n", ["place"]),
    ]
    return WordRelations(WordNet(wordnet_files(synsets, [("v", "went", "go"), ("v", "gone", "go")])))


def test_words_of_a_synset_are_synonyms_in_any_form(relations):
    assert relations.relation("boats", "vessels") is Relation.SYNONYM
    assert relations.relation("went", "departed") is Relation.SYNONYM
    assert relations.relation("boat", "jar") is Relation.NONE


def test_a_synonym_in_a_rare_sense_of_the_word_is_only_close(relations):
    assert relations.relation("run", "manage") is Relation.SYNONYM
    assert relations.relation("run", "leak") is Relation.CLOSE
    # The first sense of "leak" is the fifth of "run": what counts is the word that is replaced.
    assert relations.relation("leak", "run") is Relation.SYNONYM


@pytest.mark.parametrize(
    ("word", "other", "fits"),
    [
        ("boat", "vessels", False),
        ("went", "departed", True),
        ("gone", "departed", True),
        ("went", "gone", False),
        ("put", "placed", True),
        ("put", "placing", False),
    ],
)
def test_words_fit_if_they_can_be_the_same_form(relations, word, other, fits):
    assert relations.fits(word, other) is fits


def test_forms_share_a_lemma_in_older_english_too(relations):
    assert "depart" in relations.lemmas("departed") & relations.lemmas("departeth")


def test_without_wordnet_nothing_is_related_and_every_form_fits():
    relations = WordRelations()
    assert relations.relation("boat", "vessel") is Relation.NONE
    assert relations.fits("boat", "vessels")
    assert not relations.known
