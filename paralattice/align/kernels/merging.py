"""Computes the order of the progressive alignment and its columns; compiled."""

import numpy as np

from paralattice.align.kernels.dense import alignment_matrix, match_matrix, trace_back
from paralattice.align.kernels.values import Index, Rules, Tokens
from paralattice.arrays import Ints, Longs
from paralattice.compiling import compiled, inlined, inner

_LOWEST = -(2**31)


@compiled
def choose_partners(scores: Ints) -> Ints:
    """Return (N - 1, 2) sentences and partners, in the order of joining.

    Parameters
    ----------
    scores
        (N, N), N at least 2; only the part above the diagonal is read.
    """
    sentences = len(scores)
    first, second = _most_similar(scores)
    order = np.empty((sentences - 1, 2), np.int32)
    order[0, 0], order[0, 1] = first, second
    best, partners = np.empty(sentences, np.int64), np.empty(sentences, np.int32)
    waiting = np.empty(sentences, np.bool_)
    best[:], partners[:], waiting[:] = _LOWEST, sentences, True
    for member in (first, second):
        waiting[member] = False
        _offer(scores, member, best, partners)
    k = 1
    for sentence in range(sentences):
        if waiting[sentence]:
            order[k, 0], order[k, 1] = sentence, partners[sentence]
            k += 1
            _offer(scores, sentence, best, partners)
    return order


@inlined
def _most_similar(scores: Ints) -> tuple[int, int]:
    """Return the pair with the highest score; of equal pairs, the first in row order."""
    first, second = 0, 1
    for row in range(len(scores) - 1):
        highest = scores[first, second]
        for column in range(row + 1, len(scores)):
            highest = max(highest, scores[row, column])
        if highest > scores[first, second]:
            first = row
            second = row + 1
            while scores[first, second] < highest:
                second += 1
    return first, second


@inner
def _offer(scores: Ints, member: int, best: Longs, partners: Ints) -> None:
    """Make a new member of the pool the partner of every sentence without a better one."""
    for sentence in range(len(scores)):
        score = scores[min(member, sentence), max(member, sentence)]
        closer = score > best[sentence] or (score == best[sentence] and member < partners[sentence])
        if closer:
            best[sentence] = score
            partners[sentence] = member


@compiled
def number_columns(tokens: Tokens, rules: Rules, order: Ints) -> tuple[Ints, int]:
    """Return (T,) the column of every token, and the number of columns.

    Columns are numbered in the order of their creation: for the tokens of the first
    sentence of the first pair, then, sentence by sentence in `order`, for the tokens
    that are not aligned to the partner.
    """
    columns, starts = np.empty(len(tokens.words), np.int32), tokens.starts
    columns[:] = -1
    width = _fill_columns(columns, starts[order[0, 0]], starts[order[0, 0] + 1], np.int64(0))
    for k in range(len(order)):
        # The first sentence of the first pair already has columns.
        joined = 1 if k == 0 else 0
        sentence, partner = np.int64(order[k, joined]), np.int64(order[k, 1 - joined])
        first, second = min(sentence, partner), max(sentence, partner)
        matches = match_matrix(tokens, rules, first, second)
        path = trace_back(rules, matches, alignment_matrix(rules, matches))
        own, other = (0, 1) if sentence == first else (1, 0)
        for step in range(len(path)):
            if path[step, 0] >= 0 and path[step, 1] >= 0:
                shared = columns[starts[partner] + path[step, other]]
                columns[starts[sentence] + path[step, own]] = shared
        width = _fill_columns(columns, starts[sentence], starts[sentence + 1], width)
    return columns, int(width)


@inner
def _fill_columns(columns: Ints, begin: Index, end: Index, width: Index) -> Index:
    for token in range(begin, end):
        if columns[token] < 0:
            columns[token] = width
            width += 1
    return width
