"""Sums that run side by side are those of their formulas."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from paralattice.adapters.loops import lanes


@njit
def total(row):
    return lanes.total_of(row)


@njit
def largest(row):
    return lanes.largest_of(row)


@njit
def multiply(ones, others, out):
    lanes.multiply(ones, others, out)


def reals(*shape):
    return np.random.default_rng(6).normal(size=shape).astype(np.float32)


def test_a_total_adds_each_lane_in_order_and_then_the_lanes():
    row = reals(64)
    sums = np.zeros(lanes.LANES, np.float32)
    for part in row.reshape(-1, lanes.LANES):
        sums += part
    expected = np.float32(0)
    for value in sums:
        expected += value
    assert total(row) == expected


def test_the_largest_absolute_value_may_be_that_of_a_negative_number():
    row = reals(48)
    row[[5, 40]] = -9, 8
    assert largest(row) == 9
    assert largest(-row) == 9
    assert largest(np.zeros(16, np.float32)) == 0


@pytest.mark.parametrize("rows", [1, 7, 8, 19])
def test_a_product_adds_in_order_for_any_number_of_rows(rows):
    ones, others, out = reals(rows, 5), reals(5, 32), np.empty((rows, 32), np.float32)
    expected = np.zeros((rows, 32), np.float32)
    for column in range(5):
        expected += ones[:, column : column + 1] * others[column]
    multiply(ones, others, out)
    assert (out == expected).all()


def test_a_product_takes_turned_matrices_and_parts_of_rows():
    turned, others, out = reals(5, 9), reals(5, 48), np.empty((9, 32), np.float32)
    multiply(turned.T, others[:, 16:], out[:, :])
    assert np.allclose(out, turned.T @ others[:, 16:], atol=1e-5)
