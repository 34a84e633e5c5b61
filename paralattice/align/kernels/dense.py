"""Computes the alignment matrix and its traceback; compiled."""

import numpy as np

from paralattice.align.kernels.matching import features_match
from paralattice.align.kernels.postings import first_from
from paralattice.align.kernels.values import TOO_MANY_CELLS, Index, Rules, Tokens
from paralattice.arrays import Flags, Ints
from paralattice.compiling import compiled, inner


@compiled
def match_matrix(tokens: Tokens, rules: Rules, first: Index, second: Index) -> Flags:
    """Return the (M, N) boolean matrix of matching tokens of two sentences."""
    begin, other = tokens.starts[first], tokens.starts[second]
    rows, columns = tokens.starts[first + 1] - begin, tokens.starts[second + 1] - other
    matches = np.empty((rows, columns), np.bool_)
    words, others = tokens.words[begin : begin + rows], tokens.words[other : other + columns]
    for row in range(rows):
        matches[row] = False
        # A token that never matches, such as a comma or a stop word.
        if words[row] < 0:
            continue
        for column in range(columns):
            if rules.listed:
                matches[row, column] = _is_listed(tokens, words[row], others[column])
            elif words[row] == others[column]:
                # Relative positions are 1-based, as in the paper: the last tokens are both at 1.
                distance = abs((row + 1) / rows - (column + 1) / columns)
                matches[row, column] = not rules.syntactic or (
                    distance <= rules.position_limit
                    and features_match(tokens, rules, begin + row, other + column)
                )
    return matches


@inner
def _is_listed(tokens: Tokens, word: Index, other: Index) -> bool:
    """Return whether a word is among the listed partners of another."""
    low, high = int(tokens.partner_starts[word]), int(tokens.partner_starts[word + 1])
    place = first_from(tokens.partners, low, high, other)
    return bool(place < high and tokens.partners[place] == other)


@inner
def alignment_matrix(rules: Rules, matches: Flags) -> Ints:
    """Return the (M + 1, N + 1) matrix D of Figure 3."""
    rows, columns = matches.shape
    best = np.empty((rows + 1, columns + 1), np.int32)
    best[0] = 0
    # Numba would compute with eight bytes: with four the matrix takes half the memory.
    match, mismatch, gap = np.int32(rules.match), np.int32(rules.mismatch), np.int32(rules.gap)
    for row in range(rows):
        best[row + 1, 0] = left = np.int32(0)
        for column in range(columns):
            step = match if matches[row, column] else mismatch
            score = max(np.int32(best[row, column] + step), np.int32(best[row, column + 1] + gap))
            left = max(score, np.int32(left + gap))
            best[row + 1, column + 1] = left
    return best


@inner
def trace_back(rules: Rules, matches: Flags, best: Ints) -> Ints:
    """Return the path between a border and the corner, first step first, as (K, 2) rows and columns.

    A step that does not align has -1 for the sentence that it does not consume.  A
    diagonal step over tokens that do not match becomes two steps.  Tokens between the
    border and the matrix's origin come first.
    """
    row, column = matches.shape
    # The longest path aligns nothing; it is filled from its end, because it is found backwards.
    path = np.empty((row + column, 2), np.int32)
    path[:] = -1
    k = len(path)
    while row > 0 or column > 0:
        k -= 1
        inside = row > 0 and column > 0
        if inside and _is_diagonal(rules, matches, best, row, column):
            row -= 1
            column -= 1
            path[k, 1] = column
            # Two steps: the token of the first sentence stands before that of the second.
            if not matches[row, column]:
                k -= 1
            path[k, 0] = row
        elif row == 0 or (inside and best[row, column] == best[row, column - 1] + rules.gap):
            column -= 1
            path[k, 1] = column
        else:
            row -= 1
            path[k, 0] = row
    return path[k:].copy()


@inner
def _is_diagonal(rules: Rules, matches: Flags, best: Ints, row: int, column: int) -> bool:
    step = rules.match if matches[row - 1, column - 1] else rules.mismatch
    return bool(best[row, column] == best[row - 1, column - 1] + step)


@compiled
def align_two(tokens: Tokens, rules: Rules, first: Index, second: Index) -> tuple[Ints, int]:
    """Return the alignment of two sentences, like :func:`trace_back`, and its score."""
    matches = match_matrix(tokens, rules, first, second)
    best = alignment_matrix(rules, matches)
    return trace_back(rules, matches, best), best[-1, -1]


@compiled
def score_rest(tokens: Tokens, rules: Rules, first_row: int, scores: Ints) -> None:
    """Score the pairs marked with TOO_MANY_CELLS with the full matrix."""
    for row in range(scores.shape[0]):
        for column in range(first_row + row + 1, scores.shape[1]):
            if scores[row, column] == TOO_MANY_CELLS:
                matches = match_matrix(tokens, rules, first_row + row, column)
                scores[row, column] = alignment_matrix(rules, matches)[-1, -1]
