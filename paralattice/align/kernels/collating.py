"""Aligns a witness to the columns of the witnesses before it; compiled."""

import numpy as np
from numpy.typing import NDArray

from paralattice.arrays import Ints, Longs
from paralattice.compiling import compiled, inner

_BOTH, _COLUMN, _TOKEN, _FOUND = 0, 1, 2, 4


@compiled
def found_columns(keys: Ints, begins: Longs, held: Ints) -> Ints:
    """Return the column in which each token of a witness finds its key, or -1.

    A match scores 1; a token beside a column with other keys, a token without a column and a column
    without a token score -1.  Of equal scores, the token goes with the column rather than the column or the
    token alone.  A token whose key its column has may share it with a matching token before it.

    Parameters
    ----------
    keys
        (T,) The keys of the witness; negative ones match nothing.
    begins
        (C + 1,) Begin of each column in `held`.
    held
        The keys of all columns.
    """
    tokens, columns = len(keys), len(begins) - 1
    steps = np.full((tokens + 1, columns + 1), _COLUMN, np.uint8)
    above = -np.arange(columns + 1).astype(np.int32)
    below = above.copy()
    for token in range(1, tokens + 1):
        below[0], steps[token, 0] = -token, _TOKEN
        for column in range(1, columns + 1):
            low, high = begins[column - 1], begins[column]
            found = _holds(held, low, high, keys[token - 1])
            shared = found and token > 1 and _holds(held, low, high, keys[token - 2])
            scores = (
                above[column - 1] + (1 if found else -1),
                below[column - 1] - 1,
                above[column] + (1 if shared else -1),
            )
            step = _BOTH if scores[0] >= max(scores[1], scores[2]) else _COLUMN
            if scores[2] > max(scores[0], scores[1]):
                step = _TOKEN
            below[column] = scores[step]
            matched = (step == _BOTH and found) or (step == _TOKEN and shared)
            steps[token, column] = step + (_FOUND if matched else 0)
        above, below = below, above
    return _traced(steps)


@inner
def _holds(held: Ints, low: int, high: int, key: int) -> bool:
    for place in range(low, high):  # noqa: SIM110 - Numba compiles no generators
        if held[place] == key and key >= 0:
            return True
    return False


@inner
def _traced(steps: NDArray[np.uint8]) -> Ints:
    token, column = steps.shape[0] - 1, steps.shape[1] - 1
    found = np.full(token, -1, np.int32)
    while token > 0:
        step = steps[token, column]
        if step >= _FOUND:
            found[token - 1] = column - 1
            step -= _FOUND
        if step != _TOKEN:
            column -= 1
        if step != _COLUMN:
            token -= 1
    return found
