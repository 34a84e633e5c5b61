"""Probabilities of Student's t distribution."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t as reference

from paralattice.judging.student import two_sided


@given(st.floats(-30, 30), st.integers(1, 100_000))
def test_probabilities_are_those_of_scipy(value, degrees):
    assert two_sided(value, degrees) == pytest.approx(2 * reference.sf(abs(value), degrees), rel=1e-8)


def test_one_degree_of_freedom_is_cauchys_distribution():
    assert two_sided(1.0, 1) == pytest.approx(0.5)


@pytest.mark.parametrize("degrees", [1, 2, 50])
def test_zero_is_certain_and_infinity_impossible(degrees):
    assert two_sided(0.0, degrees) == 1
    assert two_sided(math.inf, degrees) == 0
