"""Writes lists of integers as JSON; compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paralattice.compiling import compiled

Ints = NDArray[np.int64]

_COMMA, _SPACE, _ZERO, _OPEN, _CLOSE = 44, 32, 48, 91, 93


@compiled
def written_lists(values: Ints, ends: Ints, digits: int) -> NDArray[np.uint8]:
    """Return lists of integers of at least 0 as the bytes of a JSON list of lists.

    Parameters
    ----------
    values
        The integers of all lists.
    ends
        (L,) Number of integers up to the end of each list.
    digits
        Number of digits of the largest integer.
    """
    text = np.empty((digits + 2) * len(values) + 4 * len(ends) + 2, np.uint8)
    text[0] = _OPEN
    at, begin = 1, 0
    for end in ends:
        text[at] = _OPEN
        at += 1
        for place in range(begin, end):
            width, rest = 1, values[place] // 10
            while rest:
                width += 1
                rest //= 10
            rest = values[place]
            for digit in range(at + width - 1, at - 1, -1):
                text[digit] = _ZERO + rest % 10
                rest //= 10
            text[at + width], text[at + width + 1] = _COMMA, _SPACE
            at += width + 2
        at -= 2 * (end > begin)
        text[at], text[at + 1], text[at + 2] = _CLOSE, _COMMA, _SPACE
        at += 3
        begin = end
    at -= 2 * (len(ends) > 0)
    text[at] = _CLOSE
    return text[: at + 1]
