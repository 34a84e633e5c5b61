"""The lattice of version V6 in one call."""

import pytest

from paralattice import Lattice, exchange_sentences
from paralattice.english.spacing import detokenise
from paralattice.lattice import derive_seed

TEXTS = [
    "The ferry sank near the harbour on Monday.",
    "The old ferry from Vardo went down near the harbour on Monday after a storm.",
    "Police said on Tuesday that the ferry from Vardo sank near the harbour.",
    "The ferry, which carried 40 people, sank on Monday morning.",
]


@pytest.fixture(scope="module")
def made():
    return exchange_sentences(TEXTS, seed=derive_seed(2006, "ferry", "V6"))


@pytest.fixture(scope="module")
def lattice():
    return Lattice.from_texts(TEXTS, "V6", name="ferry")


def test_sentences_are_new_and_come_best_first(made):
    scores = [one.score for one in made]
    assert made
    assert scores == sorted(scores, reverse=True)
    assert not {detokenise(one.candidate.words) for one in made} & set(TEXTS)


def test_the_lattice_has_the_originals_and_the_new_sentences_and_no_others(made, lattice):
    new = [detokenise(one.candidate.words) for one in made]
    assert set(lattice.paths()) == {*TEXTS, *new}
    assert lattice.sample(100, seed=5) == new
    assert lattice.sample(1) == new[:1]
    assert lattice.version == "V6"


def test_a_lattice_of_made_sentences_is_exported_with_its_originals(lattice):
    (text,) = lattice.export("tei").values()
    assert text.count("<witness ") == len(TEXTS)


def test_a_sentence_alone_without_anything_to_move_gives_nothing_new():
    assert exchange_sentences(["The old ferry sank."]) == []
    assert Lattice.from_texts(["The old ferry sank."], "V6").sample() == []


def test_a_sentence_alone_takes_nothing_from_others():
    changes = [change for one in exchange_sentences(TEXTS[:1]) for change in one.candidate.operations]
    assert {change.kind for change in changes} <= {"move", "deletion"}
