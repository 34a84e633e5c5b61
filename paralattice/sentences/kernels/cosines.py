"""Cosines of sentences from an inverted index of their terms; compiled.

A document is the tuple (terms, starts, places, values) of its
:class:`~paralattice.sentences.similarity.TermDocument`.
"""

import numpy as np

from paralattice.arrays import Floats, Ints
from paralattice.compiling import compiled

TermCounts = tuple[Ints, Ints, Ints, Floats]

PLAIN, RARITY, BM25 = 0, 1, 2
"""Weights of a term: 1; log(N / DF); log(1 + (N - DF + 0.5) / (DF + 0.5))."""


@compiled
def cosines(shape: tuple[int, int], first: TermCounts, second: TermCounts, weighting: int) -> Floats:
    """Return the (n, m) cosines of all sentences of two documents.

    N is the number of sentences of both documents, DF the number of those with the term. :data:`RARITY` is
    the weighting of Nelken & Shieber 2006, section 4.1.
    """
    result = np.zeros(shape)
    first_squares, second_squares = np.zeros(shape[0]), np.zeros(shape[1])
    i, j = 0, 0
    while i < len(first[0]) or j < len(second[0]):
        in_first = i < len(first[0]) and (j == len(second[0]) or first[0][i] <= second[0][j])
        in_second = j < len(second[0]) and (i == len(first[0]) or second[0][j] <= first[0][i])
        begin, end = (first[1][i], first[1][i + 1]) if in_first else (0, 0)
        other_begin, other_end = (second[1][j], second[1][j + 1]) if in_second else (0, 0)
        holders = end - begin + other_end - other_begin
        weight = squared_weight(holders, shape[0] + shape[1], weighting)
        add_squares(first_squares, first, (begin, end), weight)
        add_squares(second_squares, second, (other_begin, other_end), weight)
        for p in range(begin, end):
            for q in range(other_begin, other_end):
                result[first[2][p], second[2][q]] += weight * first[3][p] * second[3][q]
        i += in_first
        j += in_second
    divide(result, np.sqrt(first_squares), np.sqrt(second_squares))
    return result


@compiled
def squared_weight(holders: int, sentences: int, weighting: int) -> float:
    """Return the square of a term's weight; `holders` of the sentences have the term."""
    if weighting == RARITY:
        return float(np.log(sentences / holders) ** 2)
    if weighting == BM25:
        return float(np.log(1.0 + (sentences - holders + 0.5) / (holders + 0.5)) ** 2)
    return 1.0


@compiled
def add_squares(squares: Floats, document: TermCounts, span: tuple[int, int], weight: float) -> None:
    """Add a term's share to the squared lengths of the sentences that contain it."""
    for p in range(span[0], span[1]):
        squares[document[2][p]] += weight * document[3][p] ** 2


@compiled
def divide(products: Floats, lengths: Floats, other_lengths: Floats) -> None:
    """Divide scalar products by vector lengths, in place."""
    for i in range(products.shape[0]):
        for j in range(products.shape[1]):
            if products[i, j] > 0.0:
                # Rounding errors must not give a cosine above 1.
                products[i, j] = min(1.0, products[i, j] / (lengths[i] * other_lengths[j]))
