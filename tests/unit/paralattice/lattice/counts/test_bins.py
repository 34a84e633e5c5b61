"""Bins of lattices by the length of their sentences (Pang et al. 2003, Table 3)."""

import math

import pytest

from paralattice.lattice import path_bins
from paralattice.lattice.counts.bins import PathBin


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
