"""Compiled loops of the language model between its products of whole numbers, as those of the parser.

A product is the matrix of whole numbers, the scales of its rows, and the scales of its columns.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paralattice.adapters.loops.lanes import LANES, blend, dot, total_of
from paralattice.adapters.loops.rows import (
    ONE,
    ZERO,
    Bytes,
    Numbers,
    Quantised,
    Real,
    Reals,
    Whole,
    exp,
    highest,
    quantise,
)
from paralattice.compiling import inner_vectorised, vectorised

UnbiasedProduct = tuple[Whole, Reals, Reals]
"""A product of whole numbers, and the scales of its rows and of its columns."""


@vectorised
def norm(vectors: Reals, gain: Reals, epsilon: Any) -> Quantised:
    """Return vectors of the root mean square 1, times learnt weights, as whole numbers.

    The norm is that of Zhang & Sennrich (2019).
    """
    rows, width = vectors.shape
    whole, sizes = np.empty((rows, width), np.int8), np.empty(rows, np.float32)
    values = np.empty(width, np.float32)
    for row in range(rows):
        for column in range(width):
            values[column] = vectors[row, column] * vectors[row, column]
        factor = ONE / np.sqrt(total_of(values) / Real(width) + epsilon)
        for column in range(width):
            values[column] = vectors[row, column] * factor * gain[column]
        sizes[row] = quantise(values, whole[row])
    return whole, sizes


@vectorised
def look_up(numbers: Numbers, table: Bytes, scales: Reals) -> Reals:
    """Return the vectors of pieces."""
    vectors = np.empty((len(numbers), table.shape[1]), np.float32)
    for row in range(len(numbers)):
        for column in range(table.shape[1]):
            vectors[row, column] = Real(table[numbers[row], column]) * scales[numbers[row]]
    return vectors


@vectorised
def add(product: UnbiasedProduct, vectors: Reals) -> None:
    """Add a product to vectors, in place."""
    numbers, sizes, scales = product
    for row in range(vectors.shape[0]):
        for column in range(vectors.shape[1]):
            vectors[row, column] += Real(numbers[row, column]) * (sizes[row] * scales[column])


@vectorised
def gate(product: UnbiasedProduct) -> Quantised:
    """Return the right half of a product, gated by the sigmoid linear unit of the left (Shazeer 2020)."""
    numbers, sizes, scales = product
    rows, width = numbers.shape[0], numbers.shape[1] // 2
    whole, result = np.empty((rows, width), np.int8), np.empty(rows, np.float32)
    values = np.empty(width, np.float32)
    for row in range(rows):
        size = sizes[row]
        for column in range(width):
            left = Real(numbers[row, column]) * (size * scales[column])
            right = Real(numbers[row, column + width]) * (size * scales[column + width])
            power = exp(-abs(left))
            # The sigmoid function, written so that no power is above 1.
            share = (ONE if left >= ZERO else power) / (ONE + power)
            values[column] = left * share * right
        result[row] = quantise(values, whole[row])
    return whole, result


@vectorised
def rotated(product: UnbiasedProduct, places: Numbers, turns: tuple[Reals, Reals], heads: int) -> Reals:
    """Return queries, keys and values side by side, of which queries and keys are turned by their position.

    Each pair of adjacent numbers of a head is turned (Su et al. 2021).

    Parameters
    ----------
    turns
        Cosines and sines, of shape (positions, pairs of a head).
    heads
        Number of heads of queries and keys together.
    """
    numbers, sizes, scales = product
    cosines, sines = turns
    pairs = cosines.shape[1]
    found = np.empty(numbers.shape, np.float32)
    for row in range(numbers.shape[0]):
        for column in range(numbers.shape[1]):
            found[row, column] = Real(numbers[row, column]) * (sizes[row] * scales[column])
        place = places[row]
        for head in range(heads):
            first = head * 2 * pairs
            for pair in range(pairs):
                left, right = found[row, first + 2 * pair], found[row, first + 2 * pair + 1]
                cosine, sine = cosines[place, pair], sines[place, pair]
                found[row, first + 2 * pair] = left * cosine - right * sine
                found[row, first + 2 * pair + 1] = left * sine + right * cosine
    return found


@inner_vectorised
def _shares(weights: Reals, length: int, lanes: Reals) -> Any:
    """Replace the first weights by e to them, but for a common factor, all others by 0; return their sum."""
    weights[length:] = weights[0]
    best = highest(weights, lanes)
    for place in range(len(weights)):
        weights[place] = exp(weights[place] - best)
    weights[length:] = ZERO
    return total_of(weights)


@vectorised
def attend_in_tree(
    parts: Reals, known: Reals, lines: tuple[Numbers, Numbers], heads: int, groups: int
) -> Quantised:
    """Return what each node sees of the nodes above it and of itself (Vaswani et al. 2017, section 3.2).

    Parameters
    ----------
    parts
        For each node its queries, and whatever follows them.
    known
        Keys and values of all nodes, side by side.
    lines
        ``bounds`` and ``above`` of the nodes.
    heads, groups
        Number of heads, and of heads of keys and values.
    """
    bounds, above = lines
    rows, size = parts.shape[0], known.shape[1] // (2 * groups)
    whole, sizes = np.empty((rows, heads * size), np.int8), np.empty(rows, np.float32)
    seen, lanes = np.empty(heads * size, np.float32), np.empty(LANES, np.float32)
    out, factor = np.empty(size, np.float32), ONE / np.sqrt(Real(size))
    weights = np.empty((np.max(bounds[1:] - bounds[:-1]) + LANES) // LANES * LANES, np.float32)
    for row in range(rows):
        line = above[bounds[row] : bounds[row + 1]]
        own = weights[: (len(line) + LANES - 1) // LANES * LANES]
        for head in range(heads):
            keys = head * groups // heads * size
            for place in range(len(line)):
                own[place] = dot(parts, row, head * size, known, line[place], keys, size) * factor
            total = _shares(own, len(line), lanes)
            blend(own, line, known, keys + groups * size, out)
            for column in range(size):
                seen[head * size + column] = out[column] / total
        sizes[row] = quantise(seen, whole[row])
    return whole, sizes


@vectorised
def log_totals(product: UnbiasedProduct) -> Reals:
    """Return for each row the logarithm of the sum of e to each of its values.

    The number of columns must be a multiple of the lanes.
    """
    numbers, sizes, scales = product
    rows, columns = numbers.shape
    found = np.empty(rows, np.float32)
    values, lanes = np.empty(columns, np.float32), np.empty(LANES, np.float32)
    for row in range(rows):
        size = sizes[row]
        for column in range(columns):
            values[column] = Real(numbers[row, column]) * (size * scales[column])
        best = highest(values, lanes)
        for column in range(columns):
            values[column] = exp(values[column] - best)
        found[row] = best + np.log(total_of(values))
    return found
