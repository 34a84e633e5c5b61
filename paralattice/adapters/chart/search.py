"""Compiled search for the best tree of a chart.

The spans (i, j), i < j, of a sentence of n words are numbered by i, then by j.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paralattice.arrays import Longs
from paralattice.compiling import compiled, inner

Scores = NDArray[np.floating[Any]]


@compiled
def place(begin: int, end: int, words: int) -> int:
    """Return the number of the span from ``begin`` to before ``end``."""
    return begin * words - begin * (begin - 1) // 2 + end - begin - 1


@compiled
def best_tree(labelled: Scores, bare: Scores, lead: Scores, words: int) -> tuple[Longs, float]:
    """Return the spans of the tree with the best sum, and the smallest lead of its choices.

    A node with more than two children is a chain of unlabelled spans, each of which consists of a child
    (a word or a labelled span) and the rest.  So each tree has exactly one derivation.

    Parameters
    ----------
    labelled, bare
        Scores of each span with its best label, and without a label.
    lead
        The lead of each span's best label over its second-best.
    words
        Number of words.

    Returns
    -------
    For each span 0 if it is not in the tree, 1 if it is labelled, 2 if it is unlabelled; and the
    smallest lead of a choice: every other tree is worse by at least this much.
    """
    spans = words * (words + 1) // 2
    # The best sum of each span with its descendants, if it must have a label (firm) or may (free).
    firm, free = np.empty(spans), np.empty(spans)
    splits, narrow = np.empty(spans, np.int64), np.empty(spans)
    narrow[:] = np.inf
    for length in range(1, words + 1):
        for begin in range(words - length + 1):
            end = begin + length
            here = place(begin, end, words)
            best, second, split = -np.inf, -np.inf, 0
            for middle in range(begin + 1, end):
                left = place(begin, middle, words)
                right = place(middle, end, words)
                total = free[right] + (firm[left] if middle - begin > 1 else free[left])
                if total > best:
                    best, second, split = total, best, middle
                elif total > second:
                    second = total
            if length == 1:
                best = 0.0
            elif second > -np.inf:
                narrow[here] = best - second
            splits[here] = split
            firm[here] = best + labelled[here]
            free[here] = best + max(labelled[here], bare[here])
    return _follow(labelled, bare, lead, splits, narrow, words)


@inner
def _follow(
    labelled: Scores, bare: Scores, lead: Scores, splits: Longs, narrow: Scores, words: int
) -> tuple[Longs, float]:
    chosen = np.empty(len(labelled), np.int64)
    chosen[:] = 0
    # Spans to be split: begin, end, and whether it must have a label.  They do not overlap.
    stack = np.empty((words + 1, 3), np.int64)
    stack[0, 0], stack[0, 1], stack[0, 2] = 0, words, 0
    waiting, least = 1, np.inf
    while waiting > 0:
        waiting -= 1
        begin, end, firm = stack[waiting, 0], stack[waiting, 1], stack[waiting, 2] > 0
        here = place(begin, end, words)
        named = firm or labelled[here] > bare[here]
        chosen[here] = 1 if named else 2
        if not firm:
            least = min(least, abs(labelled[here] - bare[here]))
        if named:
            least = min(least, lead[here])
        if end - begin > 1:
            middle = splits[here]
            least = min(least, narrow[here])
            stack[waiting, 0], stack[waiting, 1], stack[waiting, 2] = middle, end, 0
            stack[waiting + 1, 0], stack[waiting + 1, 1] = begin, middle
            stack[waiting + 1, 2] = middle - begin > 1
            waiting += 2
    return chosen, least
