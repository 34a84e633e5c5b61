"""The compiled loops of the language model compute what their formulas say."""

from __future__ import annotations

import numpy as np
import pytest

from paralattice.adapters.loops import llama as loops


def product(values):
    """Return reals as a product of whole numbers with scales, which rounds them to a ten-thousandth."""
    whole = np.rint(np.asarray(values) * 10_000).astype(np.int32)
    rows, columns = whole.shape
    return whole, np.full(rows, 0.1, np.float32), np.full(columns, 1e-3, np.float32)


def close(quantised, expected):
    step = np.abs(expected).max(axis=1, keepdims=True) / 127
    return (np.abs(quantised[0] * quantised[1][:, None] - expected) <= step / 2 + 2e-4).all()


@pytest.fixture
def values():
    return np.random.default_rng(5).normal(size=(6, 64)) * 2


def test_a_norm_divides_by_the_root_of_the_mean_square(values):
    gain = np.linspace(0.5, 2, 64, dtype=np.float32)
    expected = values / np.sqrt((values**2).mean(axis=1, keepdims=True)) * gain
    assert close(loops.norm(values.astype(np.float32), gain, np.float32(0)), expected)


def test_a_gate_multiplies_by_the_sigmoid_linear_unit(values):
    left, right = np.split(values * 8, 2, axis=1)
    assert close(loops.gate(product(values * 8)), left / (1 + np.exp(-left)) * right)


def test_turned_pairs_keep_their_length_and_values_are_not_turned(values):
    angles = np.arange(10)[:, None] * np.array([1.0, 0.3, 0.1, 0.01] * 2)
    turns = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
    found = loops.rotated(product(values), np.array([0, 3, 4, 5, 6, 9]), turns, 3)
    assert np.allclose(found[0], values[0], atol=1e-3)
    assert np.allclose(found[:, 48:], values[:, 48:], atol=1e-3)
    pairs, turned = (np.hypot(rows[:, 0:48:2], rows[:, 1:48:2]) for rows in (values, found))
    assert np.allclose(pairs, turned, atol=1e-3)
    cosine, sine = np.cos(0.3 * 9), np.sin(0.3 * 9)
    assert found[5, 2] == pytest.approx(values[5, 2] * cosine - values[5, 3] * sine, abs=1e-3)


def test_a_node_sees_the_nodes_above_it_by_the_soft_maximum(values):
    parts = values.astype(np.float32)
    bounds, above = np.array([0, 1, 3, 6, 9, 10, 12]), np.array([0, 0, 1, 0, 1, 2, 0, 1, 3, 4, 4, 5])
    queries, keys, own = parts[:, :32], parts[:, 32:48], parts[:, 48:]
    expected = np.empty((6, 32))
    for node in range(6):
        line = above[bounds[node] : bounds[node + 1]]
        for head in range(2):
            weights = np.exp(keys[line] @ queries[node, 16 * head : 16 * head + 16] / 4)
            expected[node, 16 * head : 16 * head + 16] = weights @ own[line] / weights.sum()
    assert close(
        loops.attend_in_tree(parts, np.ascontiguousarray(parts[:, 32:]), (bounds, above), 2, 1), expected
    )


def test_the_logarithm_of_a_sum_of_powers_does_not_overflow(values):
    expected = np.log(np.exp(values).sum(axis=1)) + 1000
    assert np.allclose(loops.log_totals(product(values + 1000)), expected, rtol=1e-5)


def test_pieces_have_their_rows_of_the_table_and_products_are_added():
    table = np.arange(8, dtype=np.int8).reshape(4, 2)
    vectors = loops.look_up(np.array([3, 1]), table, np.array([1, 2, 3, 4], np.float32))
    assert vectors.tolist() == [[24, 28], [4, 6]]
    loops.add(product([[1, 2], [3, 4]]), vectors)
    assert np.allclose(vectors, [[25, 30], [7, 10]])
