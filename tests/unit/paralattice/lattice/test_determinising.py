import pytest

from paralattice.errors import BuildError
from paralattice.lattice import (
    Arc,
    WordLattice,
    count_paths,
    determinise,
    enumerate_sentences,
    from_alignment,
    is_deterministic,
    minimise,
)
from paralattice.lattice.building import separate_columns

SENTENCES = [["a", "b", "z"], ["a", "c", "z"], ["a", "b", "z"], ["d", "z"]]


def side_by_side():
    return from_alignment(SENTENCES, separate_columns(SENTENCES))


def test_two_arcs_with_one_label_from_a_state_are_nondeterministic():
    assert not is_deterministic(side_by_side())
    assert is_deterministic(from_alignment([["a", "b"], ["a", "c"]], [[0, 1], [0, 2]]))


def test_determinising_keeps_the_sentences_and_leaves_each_label_once():
    lattice = determinise(side_by_side(), limit=100)
    assert is_deterministic(lattice)
    assert list(enumerate_sentences(lattice, limit=9)) == [("a", "b", "z"), ("a", "c", "z"), ("d", "z")]
    assert count_paths(lattice) == 3


def test_a_sentence_that_begins_another_keeps_its_end():
    sentences = [["a", "b"], ["a", "b", "c"]]
    lattice = determinise(from_alignment(sentences, separate_columns(sentences)), limit=100)
    assert list(enumerate_sentences(lattice, limit=9)) == [("a", "b"), ("a", "b", "c")]
    assert lattice.states == 5


def test_a_path_that_ends_with_a_word_keeps_its_end():
    arcs = (Arc(0, 1, "a"), Arc(0, 2, "a"), Arc(1, 2, "b"))
    lattice = determinise(WordLattice(start=0, accept=2, states=3, arcs=arcs), limit=100)
    assert list(enumerate_sentences(lattice, limit=9)) == [("a",), ("a", "b")]


def test_determinising_stops_at_the_limit_with_its_number():
    assert determinise(side_by_side(), limit=9).states == 9
    with pytest.raises(BuildError, match="more than 8 states; raise distinct_limit"):
        determinise(side_by_side(), limit=8)


def test_a_lattice_that_grows_exponentially_is_stopped_early():
    # After any words an "a" may begin the last sixteen: a reader must know of all the last sixteen words.
    free, last = 40, 16
    accept = free + last
    arcs = [Arc(free + place, free + place + 1, word) for place in range(last - 1) for word in "ab"]
    for place in range(free):
        arcs += [Arc(place, place + 1, "b"), Arc(place, free, "a")]
        arcs += [Arc(place, place + 1, "a")] if place + 1 < free else []
    arcs.append(Arc(accept - 1, accept, ""))
    lattice = WordLattice(
        0, accept, accept + 1, tuple(sorted(arcs, key=lambda arc: (arc.source, arc.target)))
    )
    with pytest.raises(BuildError, match="more than 500 states"):
        determinise(lattice, limit=500)


def test_minimising_merges_states_that_are_followed_alike():
    lattice = minimise(determinise(side_by_side(), limit=100))
    assert list(enumerate_sentences(lattice, limit=9)) == [("a", "b", "z"), ("a", "c", "z"), ("d", "z")]
    # Start, after "a", after a sentence's middle word, after "z", and the accepting state.
    assert lattice.states == 5
    assert [(arc.source, arc.target, arc.label) for arc in lattice.arcs] == [
        (0, 1, "a"),
        (0, 2, "d"),
        (1, 2, "b"),
        (1, 2, "c"),
        (2, 3, "z"),
        (3, 4, ""),
    ]


def test_a_minimal_lattice_stays_as_it_is():
    lattice = minimise(determinise(side_by_side(), limit=100))
    assert minimise(lattice) == lattice
    assert determinise(lattice, limit=100) == lattice


def test_long_sentences_need_no_recursion():
    words = [f"w{place}" for place in range(20_000)]
    sentences = [words, words]
    lattice = minimise(determinise(from_alignment(sentences, separate_columns(sentences)), limit=50_000))
    assert lattice.states == 20_002
