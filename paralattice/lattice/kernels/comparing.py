"""Finds equal sequences of numbers; compiled."""

import numpy as np

from paralattice.arrays import Longs
from paralattice.compiling import compiled, inlined

# The prime of the hash of Fowler, Noll and Vo for 64 bits.
_PRIME = 1099511628211


@compiled
def first_alike(values: Longs, ends: Longs, blank: int) -> Longs:
    """Return, for each sequence, the first sequence with the same values, which may be itself.

    Parameters
    ----------
    values
        The values of all D sequences.
    ends
        (D,) Number of values up to the end of each.
    blank
        A value that is left out at the end of a sequence.

    Returns
    -------
    (D,) array
        0-based numbers of sequences.
    """
    room = 4
    while room < 2 * len(ends):
        room *= 2
    # A hash table of the first sequence of each kind.
    table, found = np.full(room, -1), np.empty(len(ends), np.int64)
    begin = 0
    for number in range(len(ends)):
        end = _end(values, begin, ends[number], blank)
        value = end - begin
        for place in range(begin, end):
            value = (value ^ values[place]) * _PRIME
        place = (value ^ (value >> 29)) & (room - 1)
        while table[place] >= 0 and not _alike(values, ends, (number, table[place]), blank):
            place = (place + 1) & (room - 1)
        if table[place] < 0:
            table[place] = number
        found[number] = table[place]
        begin = ends[number]
    return found


@inlined
def _end(values: Longs, begin: int, end: int, blank: int) -> int:
    return end - 1 if end > begin and values[end - 1] == blank else end


@inlined
def _alike(values: Longs, ends: Longs, pair: tuple[int, int], blank: int) -> bool:
    one, other = pair
    first = ends[one - 1] if one else 0
    second = ends[other - 1] if other else 0
    length = _end(values, first, ends[one], blank) - first
    if _end(values, second, ends[other], blank) - second != length:
        return False
    same = 0
    while same < length and values[first + same] == values[second + same]:
        same += 1
    alike: bool = same == length
    return alike
