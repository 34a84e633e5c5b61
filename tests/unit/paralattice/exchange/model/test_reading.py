"""Readings of a parser."""

import pytest

from paralattice.exchange.model.reading import Reading
from paralattice.formats.trees import read_tree

TREE = read_tree("(ROOT (X x))")


def test_the_lowest_scores_are_the_mean_of_the_three_lowest():
    assert Reading(TREE, (9.0, 1.0, 2.0, 3.0)).lowest_score == pytest.approx(2)


def test_a_parser_that_does_not_tell_has_no_low_scores_and_an_infinite_margin():
    assert (Reading(TREE).lowest_score, Reading(TREE).margin) == (0, float("inf"))
