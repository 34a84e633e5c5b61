"""Compiled loops of the parser between its products of whole numbers.

Each loop takes the product of two matrices of 8-bit numbers, and returns its result as 8-bit numbers for the
next product, with a scale for each row.  The order of all additions is fixed and nothing is fused, so that
results are the same to the last bit on every processor, in every batch.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paralattice.adapters.loops.rows import (
    LANES,
    LARGEST,
    ONE,
    SMALLEST,
    ZERO,
    Bytes,
    Numbers,
    Quantised,
    Real,
    Reals,
    Whole,
    exp,
    highest,
    most_of,
    quantise,
    reals,
    total_of,
)
from paralattice.compiling import vectorised

_HALF, _FINE = Real(0.5), Real(255)
# Abramowitz & Stegun 1964, formula 7.1.26: the error function within 1.5e-7.
_P = Real(0.3275911)
_A1, _A2, _A3, _A4, _A5 = map(Real, (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429))
_PER_ROOT2 = Real(0.70710678)


@vectorised
def _gelu(value: Any) -> Any:
    """Return the Gaussian error linear unit (Hendrycks & Gimpel 2016)."""
    size = abs(value) * _PER_ROOT2
    part = ONE / (ONE + _P * size)
    series = part * (_A1 + part * (_A2 + part * (_A3 + part * (_A4 + part * _A5))))
    tail = _HALF * series * exp(-size * size)
    return max(value, ZERO) - abs(value) * tail


@vectorised
def _norm(row: Reals, gain: Reals, shift: Reals, epsilon: Any, lanes: Reals) -> None:
    """Shift and scale a row to the mean 0 and the variance 1, then by learnt weights."""
    size = Real(len(row))
    mean = total_of(row, lanes) / size
    lanes[:] = ZERO
    for start in range(0, len(row), LANES):
        for lane in range(LANES):
            row[start + lane] -= mean
            lanes[lane] += row[start + lane] * row[start + lane]
    squares = ZERO
    for lane in range(LANES):
        squares += lanes[lane]
    factor = ONE / np.sqrt(squares / size + epsilon)
    for column in range(len(row)):
        row[column] = row[column] * factor * gain[column] + shift[column]


@vectorised
def embed(
    pieces: tuple[Numbers, Bytes, Reals],
    added: tuple[Numbers, Reals, Numbers, Reals],
    norm: tuple[Reals, Reals],
) -> tuple[Reals, Quantised]:
    """Return the first vectors of pieces.

    Parameters
    ----------
    pieces
        Numbers of the pieces, the table of their vectors and its scales.
    added
        Number and table of the position of each piece, then of its shape.
    norm
        Gain and shift of the norm.

    Returns
    -------
    The vectors, of shape (pieces, width), and the same as whole numbers.
    """
    numbers, table, scales = pieces
    places, positions, kinds, shapes = added
    width = table.shape[1]
    vectors = np.empty((len(numbers), width), np.float32)
    whole, sizes = np.empty((len(numbers), width), np.int8), np.empty(len(numbers), np.float32)
    lanes = np.empty(LANES, np.float32)
    for row in range(len(numbers)):
        number, place, kind = numbers[row], places[row], kinds[row]
        scale = scales[number]
        for column in range(width):
            piece = Real(table[number, column]) * scale
            vectors[row, column] = piece + positions[place, column] + shapes[kind, column]
        _norm(vectors[row], norm[0], norm[1], SMALLEST, lanes)
        sizes[row] = quantise(vectors[row], whole[row], lanes)
    return vectors, (whole, sizes)


@vectorised
def add_and_norm(
    product: tuple[Whole, Reals, Reals, Reals], vectors: Reals, norm: tuple[Reals, Reals]
) -> Quantised:
    """Add a product to the vectors and norm them in place; return them as whole numbers.

    Parameters
    ----------
    product
        The product, the scales of its rows and of its columns, and the columns' bias.
    norm
        Gain and shift of the norm.
    """
    numbers, sizes, scales, bias = product
    rows, width = vectors.shape
    whole, result = np.empty((rows, width), np.int8), np.empty(rows, np.float32)
    added, lanes = np.empty(width, np.float32), np.empty(LANES, np.float32)
    for row in range(rows):
        reals(numbers[row], sizes[row], scales, bias, added)
        for column in range(width):
            vectors[row, column] += added[column]
        _norm(vectors[row], norm[0], norm[1], SMALLEST, lanes)
        result[row] = quantise(vectors[row], whole[row], lanes)
    return whole, result


@vectorised
def gelu(product: tuple[Whole, Reals, Reals, Reals]) -> Quantised:
    """Return the Gaussian error linear unit of a product, given as for :func:`add_and_norm`."""
    numbers, sizes, scales, bias = product
    rows, width = numbers.shape
    whole, result = np.empty((rows, width), np.int8), np.empty(rows, np.float32)
    values, lanes = np.empty(width, np.float32), np.empty(LANES, np.float32)
    for row in range(rows):
        reals(numbers[row], sizes[row], scales, bias, values)
        for column in range(width):
            values[column] = _gelu(values[column])
        result[row] = quantise(values, whole[row], lanes)
    return whole, result


@vectorised
def heads_of(product: tuple[Whole, Reals, Reals, Reals], heads: int) -> tuple[Reals, Reals]:
    """Return the queries, keys and values of a row of pieces as whole numbers, which are held as floats.

    Parameters
    ----------
    product
        Queries, keys and values side by side, given as for :func:`add_and_norm`.
    heads
        Number of heads.

    Returns
    -------
    The whole numbers, of shape (3, heads, pieces, size of a head), and their scales, of shape (3, pieces).
    """
    numbers, sizes, scales, bias = product
    pieces, width = numbers.shape[0], numbers.shape[1] // 3
    size = width // heads
    whole, found = np.empty((3, heads, pieces, size), np.float32), np.empty((3, pieces), np.float32)
    values, lanes = np.empty(3 * width, np.float32), np.empty(LANES, np.float32)
    for piece in range(pieces):
        reals(numbers[piece], sizes[piece], scales, bias, values)
        for part in range(3):
            most = most_of(values[part * width : (part + 1) * width], lanes)
            factor = LARGEST / most
            for head in range(heads):
                first = part * width + head * size
                for column in range(size):
                    whole[part, head, piece, column] = np.rint(values[first + column] * factor)
            found[part, piece] = most / LARGEST
    return whole, found


@vectorised
def attention(products: Reals, scales: Reals, size: int) -> Reals:
    """Replace the products of queries and keys by the weights of the values, as whole numbers up to 255.

    Parameters
    ----------
    products
        Products of shape (heads, pieces, pieces).
    scales
        Scales of queries, keys and values, of shape (3, pieces).
    size
        Width of a head.

    Returns
    -------
    Factors of shape (heads, pieces) by which the sum of the weighted values is to be multiplied.
    """
    heads, pieces = products.shape[:2]
    factors = np.empty((heads, pieces), np.float32)
    room = (pieces + LANES - 1) // LANES * LANES
    row, lanes = np.empty(room, np.float32), np.empty(LANES, np.float32)
    divisor = ONE / np.sqrt(Real(size))
    for head in range(heads):
        for piece in range(pieces):
            query = scales[0, piece] * divisor
            for other in range(pieces):
                row[other] = products[head, piece, other] * (query * scales[1, other])
            row[pieces:] = row[0]
            best = highest(row, lanes)
            for other in range(room):
                row[other] = exp(row[other] - best)
            row[pieces:] = ZERO
            total = total_of(row, lanes)
            for other in range(pieces):
                row[other] *= scales[2, other]
            most = most_of(row, lanes)
            factor = _FINE / most
            for other in range(pieces):
                products[head, piece, other] = np.rint(row[other] * factor)
            factors[head, piece] = most / _FINE / total
    return factors


@vectorised
def join_heads(seen: Reals, factors: Reals, out: Bytes, sizes: Reals) -> None:
    """Write what each piece sees, of shape (heads, pieces, size), as rows of whole numbers with scales."""
    heads, pieces, size = seen.shape
    values, lanes = np.empty(heads * size, np.float32), np.empty(LANES, np.float32)
    for piece in range(pieces):
        for head in range(heads):
            for column in range(size):
                values[head * size + column] = seen[head, piece, column] * factors[head, piece]
        sizes[piece] = quantise(values, out[piece], lanes)


@vectorised
def word_ends(vectors: Reals, firsts: Numbers, lasts: Numbers) -> Quantised:
    """Return the vectors of each word's first and last piece, side by side."""
    width = vectors.shape[1]
    whole, sizes = np.empty((len(firsts), 2 * width), np.int8), np.empty(len(firsts), np.float32)
    values, lanes = np.empty(2 * width, np.float32), np.empty(LANES, np.float32)
    for row in range(len(firsts)):
        values[:width] = vectors[firsts[row]]
        values[width:] = vectors[lasts[row]]
        sizes[row] = quantise(values, whole[row], lanes)
    return whole, sizes


@vectorised
def boundaries(product: tuple[Whole, Reals, Reals, Reals], entries: Numbers, hidden: int) -> Reals:
    """Return the vectors of span boundaries, of shape (entries, 2 * hidden): as begins, then as ends.

    Parameters
    ----------
    product
        Four parts of ``hidden`` columns for each entry, given as for :func:`add_and_norm`: what it adds to a
        begin after it, to a begin before it, to an end after it, to an end before it.
    entries
        The entries that have a next one in their sentence; a boundary lies between the two.
    """
    numbers, sizes, scales, bias = product
    found = np.empty((len(entries), 2 * hidden), np.float32)
    before, after = np.empty(4 * hidden, np.float32), np.empty(4 * hidden, np.float32)
    for row in range(len(entries)):
        entry = entries[row]
        reals(numbers[entry, : 4 * hidden], sizes[entry], scales[: 4 * hidden], bias[: 4 * hidden], before)
        reals(
            numbers[entry + 1, : 4 * hidden],
            sizes[entry + 1],
            scales[: 4 * hidden],
            bias[: 4 * hidden],
            after,
        )
        for side in range(2):
            for column in range(hidden):
                at = 2 * side * hidden + column
                found[row, side * hidden + column] = before[at] + after[at + hidden]
    return found


@vectorised
def span_vectors(
    places: Reals, spans: tuple[Numbers, Numbers], norm: tuple[Reals, Reals], epsilon: Any
) -> Quantised:
    """Return the vectors of spans, given those of boundaries and the rows of each span's begin and end."""
    begins, ends = spans
    hidden = places.shape[1] // 2
    whole, sizes = np.empty((len(begins), hidden), np.int8), np.empty(len(begins), np.float32)
    values, lanes = np.empty(hidden, np.float32), np.empty(LANES, np.float32)
    for row in range(len(begins)):
        for column in range(hidden):
            values[column] = places[begins[row], column] + places[ends[row], hidden + column]
        _norm(values, norm[0], norm[1], epsilon, lanes)
        for column in range(hidden):
            values[column] = max(values[column], ZERO)
        sizes[row] = quantise(values, whole[row], lanes)
    return whole, sizes


@vectorised
def best_columns(product: tuple[Whole, Reals, Reals, Reals], first: int) -> tuple[Reals, Numbers, Reals]:
    """Return each row's highest value from column ``first`` on, its column, and its lead over the next.

    Columns are counted from ``first``; of equal values the first column counts.
    """
    numbers, sizes, scales, bias = product
    rows, columns = numbers.shape
    best, places, leads = np.empty(rows, np.float32), np.empty(rows, np.int64), np.empty(rows, np.float32)
    values = np.empty(columns, np.float32)
    for row in range(rows):
        reals(numbers[row], sizes[row], scales, bias, values)
        high, second, place = Real(-np.inf), Real(-np.inf), first
        for column in range(first, columns):
            value = values[column]
            if value > high:
                high, second, place = value, high, column
            elif value > second:
                second = value
        best[row], places[row], leads[row] = high, place - first, high - second
    return best, places, leads
