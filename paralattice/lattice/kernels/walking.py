"""Counts paths, and walks from the start to the accepting state; compiled.

Numbers of paths are exact: each is a row of digits to the base 2**64, lowest first.
"""

import numpy as np

from paralattice.arrays import BigCounts, Floats, Longs
from paralattice.compiling import compiled, inlined, inner

# Initial estimate of the length of a path.
_ROOM = 64


@compiled
def running_paths(begins: Longs, targets: Longs, digits: int) -> BigCounts:
    """Return, for every arc, the number of paths over it and over previous arcs from the same state.

    So the last arc of a state has the number of paths from the state to the highest state.

    Parameters
    ----------
    begins
        (S + 1,) Begin of the arcs of each state.
    targets
        (A,) Higher than their sources.

    Returns
    -------
    (A, digits) array
        Or (0, digits) if a number has more digits.
    """
    arcs, accept = len(targets), len(begins) - 2
    # After the rows of the arcs come the numbers one and zero.
    totals = np.zeros((arcs + 2, digits), np.uint64)
    totals[arcs, 0] = 1
    for state in range(accept, -1, -1):
        before = arcs + 1
        for arc in range(begins[state], begins[state + 1]):
            target = targets[arc]
            behind = arcs if target == accept else arcs + 1
            if begins[target] < begins[target + 1]:
                behind = begins[target + 1] - 1
            if not _add(totals, before, behind, arc):
                return totals[:0]
            before = arc
    return totals[:arcs]


@inlined
def _add(numbers: BigCounts, one: int, other: int, into: int) -> bool:
    """Write the sum of two rows into a third; return whether it fits."""
    carry = np.uint64(0)
    for digit in range(numbers.shape[1]):
        value = numbers[one, digit] + carry
        carry = np.uint64(value < carry)
        value += numbers[other, digit]
        carry += np.uint64(value < numbers[other, digit])
        numbers[into, digit] = value
    fits: bool = carry == 0
    return fits


@compiled
def walks(
    arcs: tuple[Longs, Longs], totals: BigCounts, ranks: BigCounts, chances: Floats
) -> tuple[Longs, Longs, int, int]:
    """Walk through a lattice; at every state with several leaving arcs, a number chooses the arc.

    The chosen arc is the first whose total is above the number: the walk's rank minus
    the totals before the arcs chosen so far, or a chance times the total of the last arc.

    Parameters
    ----------
    arcs
        (S + 1,) Begin of the arcs of each state; (A,) their targets, which are higher
        than their sources.
    totals
        (A, L) Running totals of the weights of the arcs that leave each state.
    ranks
        (D, L) One 0-based rank per walk; overwritten.
    chances
        (C,) From 0 to below 1; if not empty, they replace the ranks.

    Returns
    -------
    tuple
        The arcs of all walks, with unused room at the end; (D,) the number of arcs up to
        the end of each walk; the number of used chances, C + 1 if there are too few; the
        state from which no arc can be chosen, or -1.
    """
    begins, targets = arcs
    path, ends = np.empty(_ROOM * len(ranks), np.int64), np.zeros(len(ranks), np.int64)
    length, used = 0, 0
    for walk in range(len(ranks)):
        # A path visits no state twice.
        path = _with_room(path, length, len(begins))
        state = 0
        while True:
            arc, end = begins[state], begins[state + 1]
            if end - arc > 1:
                if len(chances):
                    used += 1
                    if used > len(chances):
                        return path, ends, used, -1
                    ranks[walk, 0] = np.uint64(chances[used - 1] * np.float64(totals[end - 1, 0]))
                arc = _chosen(totals, (arc, end), ranks, walk)
            if arc == end:
                break
            path[length] = arc
            length += 1
            state = targets[arc]
        if state < len(begins) - 2:
            return path, ends, used, state
        ends[walk] = length
    return path, ends, used, -1


@inlined
def _with_room(path: Longs, length: int, room: int) -> Longs:
    """Return the path with room after its first `length` entries."""
    if length + room <= len(path):
        return path
    wide = np.empty(2 * (length + room), np.int64)
    for place in range(length):
        wide[place] = path[place]
    return wide


@inlined
def _chosen(totals: BigCounts, span: tuple[int, int], ranks: BigCounts, walk: int) -> int:
    """Return the first arc of the span whose total is above the rank; subtract the previous total from it."""
    low, high = span
    while low < high:
        middle = (low + high) // 2
        if _exceeds(totals, middle, ranks, walk):
            high = middle
        else:
            low = middle + 1
    if span[0] < low < span[1]:
        _subtract(ranks, walk, totals, low - 1)
    return low


@inner
def _exceeds(totals: BigCounts, arc: int, ranks: BigCounts, walk: int) -> bool:
    for digit in range(totals.shape[1] - 1, -1, -1):
        if totals[arc, digit] != ranks[walk, digit]:
            above: bool = totals[arc, digit] > ranks[walk, digit]
            return above
    return False


@inner
def _subtract(ranks: BigCounts, walk: int, totals: BigCounts, arc: int) -> None:
    """Subtract a total from a rank, which is not lower."""
    borrow = np.uint64(0)
    for digit in range(totals.shape[1]):
        value = ranks[walk, digit] - borrow
        borrow = np.uint64(value > ranks[walk, digit])
        borrow += np.uint64(value < totals[arc, digit])
        ranks[walk, digit] = value - totals[arc, digit]
