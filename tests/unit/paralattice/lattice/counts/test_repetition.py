"""Repetition ratio (Pang et al. 2003, 4.2.2)."""

import pytest

from paralattice.lattice import Arc, WordLattice, from_alignment, repetitions
from paralattice.lattice.counts.repetition import Repetition, RepetitionSummary, summarise_repetitions


def test_words_that_a_sentence_has_twice_are_not_looked_at():
    sentences = [["a", "b", "a"], ["b", "c"]]
    lattice = from_alignment(sentences, [[0, 1, 2], [1, 3]])
    assert [each.word for each in repetitions(lattice, sentences)] == ["b", "c"]


def test_paths_with_a_word_and_with_the_word_twice_are_counted():
    # Crossing columns: through the common one in the middle a path may hold x before and after it.
    sentences = [["x", "m", "y"], ["z", "m", "x"]]
    lattice = from_alignment(sentences, [[0, 1, 2], [3, 1, 4]])
    assert repetitions(lattice, sentences) == [
        Repetition("m", 4, 0),
        Repetition("x", 3, 1),
        Repetition("y", 2, 0),
        Repetition("z", 2, 0),
    ]


def test_counts_beyond_floats_stay_exact():
    arcs = tuple(Arc(state, state + 1, word) for state in range(2000) for word in "ab")
    (found,) = repetitions(WordLattice(0, 2000, 2001, arcs), [["a"]])
    assert found.containing == 2**2000 - 1
    assert found.repeating == 2**2000 - 1 - 2000
    assert found.ratio == pytest.approx(1.0)


def test_a_word_that_no_path_holds_has_ratio_0():
    lattice = from_alignment([["a"]], [[0]])
    assert [each.ratio for each in repetitions(lattice, [["b"]])] == [0.0]


def test_ratios_are_averaged_over_all_words_and_over_those_above_0():
    assert summarise_repetitions([0.0, 0.0, 0.5, 0.25]) == RepetitionSummary(4, 0.1875, 0.5, 0.375)
    assert summarise_repetitions([]) == RepetitionSummary(0, 0.0, 0.0, 0.0)
