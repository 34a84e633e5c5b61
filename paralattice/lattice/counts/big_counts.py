"""Arrays of path counts of any size.

A count is a row of digits to the base 2**64, lowest first.
"""

from collections.abc import Sequence

import numpy as np

from paralattice.arrays import BigCounts
from paralattice.lattice.table import ArcTable


def running_totals(table: ArcTable) -> BigCounts:
    """Return, for every arc, the number of paths over it and over previous arcs from the same state.

    All paths end in the accepting state.

    Returns
    -------
    (A, D) array
        D is at least the number of digits of the largest count.
    """
    # Lazy import: numba takes half a second to load.
    from paralattice.lattice.kernels.walking import running_paths

    digits = 1
    while True:
        totals = running_paths(table.begins, table.target, digits)
        if len(totals) == len(table.target):
            return totals
        digits += digits // 2 + 1


def paths_from(table: ArcTable, totals: BigCounts, state: int) -> int:
    """Return the number of paths from a state to the accepting state, given the totals of all arcs."""
    begin, end = table.begins[state], table.begins[state + 1]
    return int(state == len(table.begins) - 2) if begin == end else to_integers(totals[end - 1 : end])[0]


def paths_from_all(table: ArcTable, totals: BigCounts) -> list[int]:
    """Return the number of paths from every state to the accepting state, given the totals of all arcs."""
    paths = [0] * (len(table.begins) - 1)
    paths[-1] = 1
    left = np.flatnonzero(np.diff(table.begins))
    for state, number in zip(left.tolist(), to_integers(totals[table.begins[left + 1] - 1]), strict=True):
        paths[state] = number
    return paths


def to_integers(counts: BigCounts) -> list[int]:
    """Return the integers of N rows of digits."""
    if counts.shape[1] == 1:
        numbers: list[int] = counts[:, 0].tolist()
        return numbers
    size, data = 8 * counts.shape[1], counts.astype("<u8").tobytes()
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]


def from_integers(numbers: Sequence[int], digits: int) -> BigCounts:
    """Return rows of that many digits for N integers of at least 0, which must fit into them."""
    data = b"".join([number.to_bytes(8 * digits, "little") for number in numbers])
    return np.frombuffer(data, "<u8").reshape(-1, digits).astype(np.uint64)
