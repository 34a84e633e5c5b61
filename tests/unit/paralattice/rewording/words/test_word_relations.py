"""Relations of words by WordNet."""

import pytest

from paralattice.english.wordnet import WordNet
from paralattice.rewording.words.word_relations import Relation, WordRelations
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


def test_a_synonym_in_few_uses_of_the_word_is_not_one(relations):
    # Uses of "run" are 1 + 1/2 + ... + 1/5 halves without counts of senses: "dash" has 44 %, "manage" 15 %.
    assert relations.relation("run", "dash") is Relation.SYNONYM
    assert relations.relation("run", "manage") is Relation.NONE
    # What counts is the word that is replaced.
    assert relations.relation("leak", "run") is Relation.SYNONYM


def test_shares_are_those_of_the_uses_in_tagged_texts():
    files = wordnet_files([("n", ["arm", "limb"]), ("n", ["arm", "weapon"])])
    files["cntlist.rev"] = b"arm%1:08:00:: 1 98\narm%1:06:00:: 2 1\n"
    relations = WordRelations(WordNet(files))
    assert relations.shares("arms", "limbs") == {Relation.SYNONYM: pytest.approx(98.5 / 99.75)}
    assert relations.relation("arms", "weapons") is Relation.NONE
    assert relations.relation("weapons", "arms") is Relation.NONE


def test_a_form_that_is_past_only_does_not_stand_for_one_that_is_a_participle_too():
    synsets = [("v", ["begin", "start"])]
    irregular = [("v", "began", "begin"), ("v", "begun", "begin")]
    relations = WordRelations(WordNet(wordnet_files(synsets, irregular)))
    assert relations.relation("began", "started") is Relation.SYNONYM
    assert relations.relation("started", "began") is Relation.NONE


def test_words_are_related_as_the_same_form_only(relations):
    assert relations.shares("departed", "went") == {Relation.SYNONYM: 1.0}
    assert relations.shares("departing", "went") == {}


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


@pytest.mark.parametrize(("older", "base"), [("saith", "say"), ("spake", "speak"), ("shewed", "show")])
def test_irregular_older_forms_have_the_lemma_of_today(relations, older, base):
    assert base in relations.lemmas(older)


def test_a_word_does_not_fit_as_a_part_of_speech_that_is_rare_for_it():
    files = wordnet_files([("n", ["death"]), ("n", ["die"]), ("v", ["die"]), ("v", ["perish"])])
    files["cntlist.rev"] = b"die%2:30:00:: 1 90\ndie%1:06:00:: 1 2\n"
    relations = WordRelations(WordNet(files))
    assert relations.usual_parts("die") == {"v"}
    # A "death" may be the noun, but the noun "die" is something else, and rare; the verb is usual.
    assert not relations.fits("death", "die")
    assert relations.fits("perish", "die")
    # The word that is replaced may be as rare as it likes: its tag tells what it is.
    assert relations.fits("die", "death")


def test_without_wordnet_nothing_is_related_and_every_form_fits():
    relations = WordRelations()
    assert relations.relation("boat", "vessel") is Relation.NONE
    assert relations.fits("boat", "vessels")
    assert not relations.known
