"""Repetition ratio (Pang et al. 2003, 4.2.2) and path bins (Table 3)."""

import math

import pytest

from paralattice.lattice import (
    Arc,
    Lattice,
    PathBin,
    Repetition,
    RepetitionSummary,
    from_alignment,
    path_bins,
    repetitions,
    summarise_repetitions,
)


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
    (found,) = repetitions(Lattice(0, 2000, 2001, arcs), [["a"]])
    assert found.containing == 2**2000 - 1
    assert found.repeating == 2**2000 - 1 - 2000
    assert found.ratio == pytest.approx(1.0)


def test_a_word_that_no_path_holds_has_ratio_0():
    lattice = from_alignment([["a"]], [[0]])
    assert [each.ratio for each in repetitions(lattice, [["b"]])] == [0.0]


def test_ratios_are_averaged_over_all_words_and_over_those_above_0():
    assert summarise_repetitions([0.0, 0.0, 0.5, 0.25]) == RepetitionSummary(4, 0.1875, 0.5, 0.375)
    assert summarise_repetitions([]) == RepetitionSummary(0, 0.0, 0.0, 0.0)


def test_lattices_are_put_into_ranges_of_length():
    first, second, *_, last = path_bins([(9.5, 4), (10.0, 8), (10.1, 3), (46.0, 7)])
    assert first == PathBin(0, 10, 2, 8, 6, math.log(8), pytest.approx((math.log(4) + math.log(8)) / 2))
    assert (second.lattices, second.most) == (1, 3)
    assert (last.above, last.up_to, last.lattices) == (45, None, 1)


def test_an_empty_range_has_figures_of_0():
    assert path_bins([], bounds=(10,)) == [
        PathBin(0, 10, 0, 0, 0, 0.0, 0.0),
        PathBin(10, None, 0, 0, 0, 0.0, 0.0),
    ]


def test_numbers_of_paths_beyond_floats_have_a_mean():
    assert path_bins([(5, 10**400), (5, 10**400 + 2)])[0].mean == 10**400 + 1


def test_the_papers_logarithms_are_natural():
    assert path_bins([(5, 22749)])[0].most_log == pytest.approx(10.0, abs=0.05)
