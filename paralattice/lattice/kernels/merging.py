"""Determinises and minimises lattices state by state; compiled."""

import numpy as np

from paralattice.arrays import Flags, Longs
from paralattice.compiling import compiled, inlined

# The prime of the hash of Fowler, Noll and Vo for 64 bits.
_PRIME = 1099511628211


@compiled
def reach(arcs: tuple[Longs, Longs], branching: Flags, reached: Flags, begin: int, end: int) -> None:
    """Mark the targets of the reached states from `begin` to before `end` that are not branching.

    Parameters
    ----------
    arcs
        (S + 1,) Begin of the arcs of each state; (A,) their targets, which are
        higher than their sources.
    branching, reached
        (S,) Flags of each state.
    """
    begins, targets = arcs
    for state in range(begin, end):
        if reached[state] and not branching[state]:
            for arc in range(begins[state], begins[state + 1]):
                reached[targets[arc]] = True


@compiled
def merged(begins: Longs, targets: Longs, ahead: Longs) -> tuple[Longs, Longs]:
    """Return the classes of states with equivalent continuations, and the keys of all arcs.

    Parameters
    ----------
    begins
        (S + 1,) Begin of the arcs of each state.
    targets
        (A,) Higher than their sources.
    ahead
        (A,) Addends; an arc's key is its addend plus the class of its target.  Sorting
        the arcs of a state by it saves time.

    Returns
    -------
    tuple
        (S,) classes, numbered from the highest state downwards in order of appearance;
        (A,) keys, ascending within each state.  States of one class have the same keys.
    """
    states = len(begins) - 1
    classes, keys = np.empty(states, np.int64), ahead.copy()
    room = 4
    while room < 2 * states:
        room *= 2
    # A hash table of the first state of each class.
    firsts = np.full(room, -1)
    count = 0
    for state in range(states - 1, -1, -1):
        for arc in range(begins[state], begins[state + 1]):
            _insert(keys, begins[state], arc, ahead[arc] + classes[targets[arc]])
        place = _hash(keys, begins[state], begins[state + 1]) & (room - 1)
        while firsts[place] >= 0 and not _alike(begins, keys, state, firsts[place]):
            place = (place + 1) & (room - 1)
        if firsts[place] < 0:
            firsts[place] = state
            classes[state] = count
            count += 1
        else:
            classes[state] = classes[firsts[place]]
    return classes, keys


@inlined
def _insert(keys: Longs, begin: int, end: int, key: int) -> None:
    """Insert a key into the sorted keys from `begin` to before `end`."""
    place = end
    while place > begin and keys[place - 1] > key:
        keys[place] = keys[place - 1]
        place -= 1
    keys[place] = key


@inlined
def _hash(keys: Longs, begin: int, end: int) -> int:
    value = end - begin
    for place in range(begin, end):
        value = (value ^ keys[place]) * _PRIME
    return value ^ (value >> 29)


@inlined
def _alike(begins: Longs, keys: Longs, one: int, other: int) -> bool:
    first, second = begins[one], begins[other]
    length = begins[one + 1] - first
    if begins[other + 1] - second != length:
        return False
    same = 0
    while same < length and keys[first + same] == keys[second + same]:
        same += 1
    alike: bool = same == length
    return alike
