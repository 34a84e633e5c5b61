"""The compiled loops compute what their formulas say."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from paralattice.adapters.chart.storage import PIECES, EncoderSize, Inventory, ParserWeights, quantised
from paralattice.adapters.loops import encoder as loops


def product(values):
    """Return reals as a product of whole numbers with scales, which rounds them to a ten-thousandth."""
    whole = np.rint(np.asarray(values) * 10_000).astype(np.int32)
    rows, columns = whole.shape
    scales = np.full(columns, 1e-3, np.float32)
    return whole, np.full(rows, 0.1, np.float32), scales, np.zeros(columns, np.float32)


def reals(quantised):
    return quantised[0] * quantised[1][:, None]


@pytest.fixture
def values():
    return np.random.default_rng(4).normal(size=(5, 32)) * 2


def test_the_first_vectors_are_norms_of_sums_of_rows_of_three_tables():
    draw = np.random.default_rng(3)
    table, places, shapes = (draw.normal(size=(rows, 64)).astype(np.float32) for rows in (9, 6, 3))
    weights = ParserWeights(EncoderSize(), Inventory((), (), ()), quantised({PIECES: table}))
    numbers, positions, kinds = np.array([8, 0, 8]), np.array([0, 1, 5]), np.array([2, 0, 1])
    norm = np.full(64, 2, np.float32), np.full(64, 0.5, np.float32)
    pieces = numbers, weights.arrays[PIECES], weights.scale(PIECES)
    vectors, whole = loops.embed(pieces, (positions, places, kinds, shapes), norm)
    sums = weights.real(PIECES)[numbers] + places[positions] + shapes[kinds]
    mean, spread = sums.mean(axis=1, keepdims=True), sums.std(axis=1, keepdims=True)
    assert np.allclose(vectors, (sums - mean) / spread * 2 + 0.5, atol=1e-5)
    assert (np.abs(reals(whole) - vectors) <= np.abs(vectors).max(axis=1, keepdims=True) / 254 + 1e-6).all()


def test_gelu_is_the_share_of_the_normal_distribution_below_a_value(values):
    expected = [[value * (1 + math.erf(value / math.sqrt(2))) / 2 for value in row] for row in values]
    step = np.abs(expected).max(axis=1, keepdims=True) / 127
    assert (np.abs(reals(loops.gelu(product(values))) - expected) <= step / 2 + 2e-4).all()


def test_a_norm_has_the_mean_0_and_the_variance_1(values):
    vectors = np.zeros((5, 32), np.float32)
    norm = np.ones(32, np.float32), np.zeros(32, np.float32)
    loops.add_and_norm(product(values), vectors, norm)
    assert np.allclose(vectors.mean(axis=1), 0, atol=1e-5)
    assert np.allclose(vectors.var(axis=1), 1, atol=1e-4)


def test_the_best_column_is_the_first_of_the_highest():
    best, places, leads = loops.best_columns(product([[9, 1, 3, 3], [9, 5, 2, 4]]), 1)
    assert np.allclose(best, [3, 5])
    assert places.tolist() == [1, 0]
    assert np.allclose(leads, [0, 1])


def test_a_row_of_zeros_stays_a_row_of_zeros():
    assert not reals(loops.gelu(product(np.zeros((2, 32))))).any()


def test_pieces_see_the_others_of_their_row_by_the_soft_maximum():
    parts = np.random.default_rng(5).normal(size=(21, 48))
    starts = np.array([0, 1, 18, 21])
    expected = np.empty((21, 16))
    for start, stop in pairwise(starts):
        for head in (0, 8):
            queries, keys, values = (parts[start:stop, k + head : k + head + 8] for k in (0, 16, 32))
            weights = np.exp(queries @ keys.T / math.sqrt(8))
            expected[start:stop, head : head + 8] = weights @ values / weights.sum(axis=1, keepdims=True)
    step = np.abs(expected).max(axis=1, keepdims=True) / 127
    assert (np.abs(reals(loops.attend(product(parts), starts, 2)) - expected) <= step / 2 + 2e-4).all()


def test_a_span_is_the_norm_of_its_boundaries_without_what_is_negative():
    places = np.random.default_rng(6).normal(size=(4, 64)).astype(np.float32)
    norm = np.full(32, 2, np.float32), np.full(32, 0.5, np.float32)
    spans = loops.span_vectors(places, (np.array([0, 1]), np.array([2, 3])), norm, np.float32(0))
    sums = places[:2, :32] + places[2:, 32:]
    normed = (sums - sums.mean(axis=1, keepdims=True)) / sums.std(axis=1, keepdims=True) * 2 + 0.5
    step = normed.max(axis=1, keepdims=True) / 127
    assert (np.abs(reals(spans) - normed.clip(0)) <= step / 2 + 1e-5).all()
