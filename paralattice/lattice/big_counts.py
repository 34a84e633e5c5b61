"""Exact numbers of paths in arrays.

Integers of any size are rows of limbs, their digits to the base 2**64, the lowest first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from paralattice.lattice.lattice import Lattice
from paralattice.lattice.table import ArcTable

Limbs = npt.NDArray[np.uint64]


def running_totals(lattice: Lattice) -> Limbs:
    """Return, for every arc, the paths over it and over the arcs before it that leave the same state.

    All end in the accepting state.

    Returns
    -------
    (A, L) array
        With at least as many limbs as the largest number needs.
    """
    # Numba takes half a second to load, which is for those to pay who count.
    from paralattice.lattice.kernels.walking import running_paths

    table, limbs = lattice.table, 1
    while True:
        totals = running_paths(table.begins, table.target, limbs)
        if len(totals) == len(table.target):
            return totals
        limbs += limbs // 2 + 1


def paths_from(table: ArcTable, totals: Limbs, state: int) -> int:
    """Return the number of paths from a state to the accepting state, given the totals of all arcs."""
    begin, end = table.begins[state], table.begins[state + 1]
    if begin == end:
        return int(state == len(table.begins) - 2)
    return from_limbs(totals[end - 1 : end])[0]


def paths_from_all(table: ArcTable, totals: Limbs) -> list[int]:
    """Return the number of paths from every state to the accepting state, given the totals of all arcs."""
    paths = [0] * (len(table.begins) - 1)
    paths[-1] = 1
    left = np.flatnonzero(np.diff(table.begins))
    for state, number in zip(left.tolist(), from_limbs(totals[table.begins[left + 1] - 1]), strict=True):
        paths[state] = number
    return paths


def from_limbs(limbs: Limbs) -> list[int]:
    """Return the integers of (N, L) limbs."""
    if limbs.shape[1] == 1:
        numbers: list[int] = limbs[:, 0].tolist()
        return numbers
    size, digits = 8 * limbs.shape[1], limbs.astype("<u8").tobytes()
    return [int.from_bytes(digits[at : at + size], "little") for at in range(0, len(digits), size)]


def to_limbs(numbers: Sequence[int], limbs: int) -> Limbs:
    """Return (N, `limbs`) limbs of integers of at least 0, which fit."""
    digits = b"".join([number.to_bytes(8 * limbs, "little") for number in numbers])
    return np.frombuffer(digits, "<u8").reshape(-1, limbs).astype(np.uint64)
