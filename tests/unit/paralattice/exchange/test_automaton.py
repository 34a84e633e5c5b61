"""The smallest automaton of sentences."""

from paralattice.exchange import smallest_automaton
from paralattice.lattice import accepts, count_paths, minimise
from paralattice.lattice.records.plain import require_lattice

SENTENCES = [
    ("the", "ferry", "sank"),
    ("a", "ship", "sank"),
    ("the", "ship", "sank"),
    ("the", "ferry", "sank", "fast"),
]
ORIGINS = [(0, 0, 0), (1, 1, 1), (0, 1, 1), (3, 3, 3, -1)]


def test_it_accepts_these_sentences_and_no_other():
    lattice, _ = smallest_automaton(SENTENCES, ORIGINS)
    assert count_paths(lattice) == len(SENTENCES)
    assert all(accepts(lattice, words) for words in SENTENCES)
    require_lattice(lattice, "")


def test_it_cannot_be_smaller():
    lattice, _ = smallest_automaton(SENTENCES, ORIGINS)
    assert minimise(lattice).states == lattice.states


def test_the_path_of_each_sentence_spells_its_words():
    lattice, paths = smallest_automaton(SENTENCES, ORIGINS)
    labels = {(arc.source, arc.target, arc.label) for arc in lattice.arcs}
    for words, path in zip(SENTENCES, paths, strict=True):
        assert (path[0], path[-1]) == (lattice.start, lattice.accept)
        steps = zip(path, path[1:], [*words, ""], strict=False)
        assert set(steps) <= labels


def test_arcs_name_the_sentences_that_their_words_were_taken_from():
    lattice, _ = smallest_automaton(SENTENCES, ORIGINS)
    users = {arc.label: set() for arc in lattice.arcs}
    for arc in lattice.arcs:
        users[arc.label] |= set(arc.sentences)
    assert users["a"] == {1}
    assert users["the"] == {0, 3}
    assert users["fast"] == set()


def test_a_sentence_may_be_there_twice():
    lattice, paths = smallest_automaton([("a", "b"), ("a", "b")], [(0, 0), (1, 1)])
    assert paths[0] == paths[1]
    assert count_paths(lattice) == 1
