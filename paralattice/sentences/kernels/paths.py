"""The best path through a matrix of match probabilities, and the best matches of each sentence; compiled."""

import numpy as np
from numpy.typing import NDArray

from paralattice.arrays import Flags, Floats, Longs
from paralattice.compiling import compiled


@compiled
def best_path(probabilities: Floats) -> Longs:
    """Return the cells of the best path from the first pair to the last (Nelken & Shieber 2006, section 4.4).

    The score of a path is the sum of the probabilities of its cells, whatever its steps. Ties prefer the
    diagonal step, then the step in the first document.

    Parameters
    ----------
    probabilities
        (n, m) With n, m >= 1.

    Returns
    -------
    Longs
        (k, 2) Sentences of the first and the second document, 0-based, in the order of the path.
    """
    rows, columns = probabilities.shape
    steps = np.empty((rows, columns), np.uint8)
    sums = np.empty(columns)
    for i in range(rows):
        diagonal = 0.0
        for j in range(columns):
            above = sums[j] if i else -1.0
            left = sums[j - 1] if j else -1.0
            corner = diagonal if i and j else -1.0
            best, step = corner, 0
            if above > best:
                best, step = above, 1
            if left > best:
                best, step = left, 2
            diagonal = above
            sums[j] = probabilities[i, j] + max(best, 0.0)
            steps[i, j] = step
    return followed(steps)


@compiled
def followed(steps: NDArray[np.uint8]) -> Longs:
    """Return the cells of a path, traced back from its end."""
    i, j = steps.shape[0] - 1, steps.shape[1] - 1
    cells = np.empty((i + j + 1, 2), np.int64)
    place = i + j
    while True:
        cells[place, 0], cells[place, 1] = i, j
        if i == 0 and j == 0:
            return cells[place:]
        place -= 1
        step = steps[i, j]
        i -= step != 2
        j -= step != 1


@compiled
def within_limit(pairs: Longs, sizes: tuple[int, int], limit: int) -> Flags:
    """Return whether each pair, sorted best first, is among the ``limit`` best of both its sentences."""
    first, second = np.zeros(sizes[0], np.int64), np.zeros(sizes[1], np.int64)
    kept = np.empty(len(pairs), np.bool_)
    for place in range(len(pairs)):
        i, j = pairs[place]
        kept[place] = first[i] < limit and second[j] < limit
        first[i] += 1
        second[j] += 1
    return kept
