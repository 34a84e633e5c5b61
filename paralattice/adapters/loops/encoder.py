"""Compiled loops of the parser between its products of whole numbers.

Each loop takes the product of two matrices of 8-bit numbers, and returns its result as 8-bit numbers for the
next product, with a scale for each row.  The order of all additions is fixed and nothing is fused, so that
results are the same to the last bit on every processor, in every batch.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paralattice.adapters.loops.lanes import LANES, multiply, total_of
from paralattice.adapters.loops.rows import ONE, SMALLEST, ZERO, Quantised, Real, exp, quantise, reals
from paralattice.arrays import Ints, Longs, Reals
from paralattice.compiling import inner_vectorised, vectorised

_HALF = Real(0.5)
# The share of the normal distribution below x is 1/2 + x P(x ** 2) within 7.5e-5 / x, up to the bound.
_BOUND = Real(4.2)
_P0, _P1, _P2, _P3 = map(Real, (0.398466105, -6.55286009e-2, 9.29845118e-3, -9.50714402e-4))
_P4, _P5, _P6, _P7 = map(Real, (6.68983507e-5, -3.03848952e-6, 7.94342399e-8, -9.02065906e-10))

Product = tuple[Ints, Reals, Reals, Reals]
"""A product of whole numbers, the scales of its rows and of its columns, and the columns' bias."""


@inner_vectorised
def _norm(row: Reals, norm: tuple[Reals, Reals], epsilon: Any, squares: Reals) -> None:
    """Shift and scale a row to the mean 0 and the variance 1, then by learnt weights."""
    gain, shift = norm
    size = Real(len(row))
    mean = total_of(row) / size
    for column in range(len(row)):
        squares[column] = (row[column] - mean) * (row[column] - mean)
    factor = ONE / np.sqrt(total_of(squares) / size + epsilon)
    for column in range(len(row)):
        row[column] = (row[column] - mean) * factor * gain[column] + shift[column]


@vectorised
def embed(
    pieces: tuple[Longs, NDArray[np.uint8], Reals],
    added: tuple[Longs, Reals, Longs, Reals],
    norm: tuple[Reals, Reals],
) -> tuple[Reals, Quantised]:
    """Return the first vectors of pieces.

    Parameters
    ----------
    pieces
        Numbers of the pieces, the table of their vectors in 4 bits
        (:class:`paralattice.adapters.chart.storage.ParserWeights`), and its scales.
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
    width, half = 2 * table.shape[1], table.shape[1] // scales.shape[1]
    vectors, squares = np.empty((len(numbers), width), np.float32), np.empty(width, np.float32)
    whole, sizes = np.empty((len(numbers), width), np.int8), np.empty(len(numbers), np.float32)
    for row in range(len(numbers)):
        number, place, kind = numbers[row], places[row], kinds[row]
        for column in range(width):
            vectors[row, column] = positions[place, column] + shapes[kind, column]
        for block in range(scales.shape[1]):
            scale = scales[number, block]
            for byte in range(half * block, half * (block + 1)):
                bits, column = np.int32(table[number, byte]), byte + half * block
                vectors[row, column] += Real((bits & 15) - 8) * scale
                vectors[row, column + half] += Real((bits >> 4) - 8) * scale
        _norm(vectors[row], norm, SMALLEST, squares)
        sizes[row] = quantise(vectors[row], whole[row])
    return vectors, (whole, sizes)


@vectorised
def add_and_norm(product: Product, vectors: Reals, norm: tuple[Reals, Reals]) -> Quantised:
    """Add a product to the vectors and norm them in place; return them as whole numbers.

    Parameters
    ----------
    norm
        Gain and shift of the norm.
    """
    numbers, sizes, scales, bias = product
    rows, width = vectors.shape
    whole, result = np.empty((rows, width), np.int8), np.empty(rows, np.float32)
    squares = np.empty(width, np.float32)
    for row in range(rows):
        size = sizes[row]
        for column in range(width):
            vectors[row, column] += Real(numbers[row, column]) * (size * scales[column]) + bias[column]
        _norm(vectors[row], norm, SMALLEST, squares)
        result[row] = quantise(vectors[row], whole[row])
    return whole, result


@vectorised
def gelu(product: Product) -> Quantised:
    """Return the Gaussian error linear unit of a product.

    It is a value times the share of the normal distribution below it (Hendrycks & Gimpel 2016).
    """
    numbers, sizes, scales, bias = product
    rows, width = numbers.shape
    whole, result = np.empty((rows, width), np.int8), np.empty(rows, np.float32)
    values = np.empty(width, np.float32)
    for row in range(rows):
        size = sizes[row]
        for column in range(width):
            value = Real(numbers[row, column]) * (size * scales[column]) + bias[column]
            near = min(max(value, -_BOUND), _BOUND)
            square = near * near
            share = _P4 + square * (_P5 + square * (_P6 + square * _P7))
            share = _P0 + square * (_P1 + square * (_P2 + square * (_P3 + square * share)))
            values[column] = value * (_HALF + near * share)
        result[row] = quantise(values, whole[row])
    return whole, result


@inner_vectorised
def _soft_maximum(products: Reals, divisor: Any, best: Reals, total: Reals) -> None:
    """Replace products of keys (rows) and queries (columns) by e to them, but for a factor for each query.

    Parameters
    ----------
    divisor
        The products are multiplied by it.
    best
        Room for the largest product of each query.
    total
        The sum of each query, to be written.
    """
    for query in range(len(best)):
        best[query], total[query] = products[0, query], ZERO
    for key in range(len(products)):
        for query in range(len(best)):
            best[query] = max(best[query], products[key, query])
    for key in range(len(products)):
        for query in range(len(best)):
            weight = exp((products[key, query] - best[query]) * divisor)
            products[key, query] = weight
            total[query] += weight


@vectorised
def attend(product: Product, starts: Longs, heads: int) -> Quantised:
    """Return what the pieces of each row see of each other (Vaswani et al. 2017, section 3.2).

    Parameters
    ----------
    product
        Queries, keys and values of the pieces, side by side.
    starts
        The first piece of each row, and the number of all pieces.
    heads
        Number of heads.
    """
    numbers, sizes, scales, bias = product
    pieces, width = numbers.shape[0], numbers.shape[1] // 3
    size = width // heads
    whole, found = np.empty((pieces, width), np.int8), np.empty(pieces, np.float32)
    divisor = ONE / np.sqrt(Real(size))
    for row in range(len(starts) - 1):
        start, stop = starts[row], starts[row + 1]
        here = stop - start
        room = (here + LANES - 1) // LANES * LANES
        # The numbers of a head's queries and of what they see are rows; the number of queries is rounded up.
        queries, seen = np.zeros((size, room), np.float32), np.empty((size, room), np.float32)
        weights, result = np.empty((here, room), np.float32), np.empty((here, width), np.float32)
        best, total = np.empty(room, np.float32), np.empty(room, np.float32)
        parts = np.empty((here, 3 * width), np.float32)
        for piece in range(here):
            reals(numbers[start + piece], sizes[start + piece], scales, bias, parts[piece])
        for head in range(heads):
            query, key, value = head * size, width + head * size, 2 * width + head * size
            for piece in range(here):
                for column in range(size):
                    queries[column, piece] = parts[piece, query + column]
            multiply(parts[:, key : key + size], queries, weights)
            _soft_maximum(weights, divisor, best, total)
            multiply(parts[:, value : value + size].T, weights, seen)
            for piece in range(here):
                share = ONE / total[piece]
                for column in range(size):
                    result[piece, query + column] = seen[column, piece] * share
        for piece in range(here):
            found[start + piece] = quantise(result[piece], whole[start + piece])
    return whole, found


@vectorised
def word_ends(vectors: Reals, firsts: Longs, lasts: Longs) -> Quantised:
    """Return the vectors of each word's first and last piece, side by side."""
    width = vectors.shape[1]
    whole, sizes = np.empty((len(firsts), 2 * width), np.int8), np.empty(len(firsts), np.float32)
    values = np.empty(2 * width, np.float32)
    for row in range(len(firsts)):
        first, last = firsts[row], lasts[row]
        for column in range(width):
            values[column], values[width + column] = vectors[first, column], vectors[last, column]
        sizes[row] = quantise(values, whole[row])
    return whole, sizes


@vectorised
def boundaries(product: Product, entries: Longs, hidden: int) -> Reals:
    """Return the vectors of span boundaries, of shape (entries, 2 * hidden): as begins, then as ends.

    Parameters
    ----------
    product
        Four parts of ``hidden`` columns for each entry: what it adds to a begin after it, to a begin
        before it, to an end after it, to an end before it.
    entries
        The entries that have a next one in their sentence; a boundary lies between the two.
    """
    numbers, sizes, scales, bias = product
    found = np.empty((len(entries), 2 * hidden), np.float32)
    for row in range(len(entries)):
        entry = entries[row]
        for side in range(2):
            for column in range(hidden):
                at = 2 * side * hidden + column
                after = at + hidden
                found[row, side * hidden + column] = (
                    Real(numbers[entry, at]) * (sizes[entry] * scales[at])
                    + bias[at]
                    + (Real(numbers[entry + 1, after]) * (sizes[entry + 1] * scales[after]) + bias[after])
                )
    return found


@vectorised
def span_vectors(
    places: Reals, spans: tuple[Longs, Longs], norm: tuple[Reals, Reals], epsilon: Any
) -> Quantised:
    """Return the vectors of spans, given those of boundaries and the rows of each span's begin and end."""
    begins, ends = spans
    hidden = places.shape[1] // 2
    whole, sizes = np.empty((len(begins), hidden), np.int8), np.empty(len(begins), np.float32)
    values, squares = np.empty(hidden, np.float32), np.empty(hidden, np.float32)
    for row in range(len(begins)):
        begin, end = begins[row], ends[row]
        for column in range(hidden):
            values[column] = places[begin, column] + places[end, hidden + column]
        _norm(values, norm, epsilon, squares)
        for column in range(hidden):
            values[column] = max(values[column], ZERO)
        sizes[row] = quantise(values, whole[row])
    return whole, sizes


@vectorised
def best_columns(product: Product, first: int) -> tuple[Reals, Longs, Reals]:
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
