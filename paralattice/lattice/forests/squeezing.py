"""Squeezes lattices: merges states that equal words enter or leave (Pang et al. 2003, section 3)."""

from collections import deque
from collections.abc import Iterable

import numpy as np

from paralattice.lattice.building import topological_order
from paralattice.lattice.lattice import EPSILON, Arc, WordLattice

Neighbours = dict[int, set[str]]
"""A state's neighbours on one side, and the words of the arcs between them."""


def squeeze(lattice: WordLattice) -> tuple[WordLattice, list[int]]:
    """Return the squeezed lattice and, for each state, its number in that lattice.

    As long as two arcs with the same word leave or enter a state, the states at
    their other ends are merged, unless one of these leads to the other, which would
    create a cycle.  Leaving arcs are processed first, from the start onwards, then
    entering arcs, from the accepting state backwards; this is repeated, because
    merging creates further such arcs.  No sentence is lost, and new ones may be
    gained.  Arcs without a word are ignored.
    """
    graph = _Graph(lattice)
    graph.squeeze()
    return _merged(lattice, graph.merged_into())


class _Graph:
    """A lattice whose states can be merged.

    States keep a topological order: a state has a lower place than the states it
    leads to.  Merging two states searches and rearranges only the states between
    their places; this is the dynamic topological order of Pearce and Kelly (2006).
    """

    def __init__(self, lattice: WordLattice) -> None:
        self._after: list[Neighbours] = [{} for _ in range(lattice.states)]
        self._before: list[Neighbours] = [{} for _ in range(lattice.states)]
        for source, target, label, _ in lattice.arcs:
            # One set object for both sides.
            words = self._after[source].setdefault(target, set())
            self._before[target][source] = words
            words.add(label)
        self._place = _places(lattice)
        self._parent = list(range(lattice.states))

    def squeeze(self) -> None:
        """Merge until no two states can be merged."""
        # Only merged states need another visit: two states of which one leads to the other
        # can never be merged.
        forwards = deque(range(len(self._parent)))
        backwards = deque(reversed(range(len(self._parent))))
        while forwards or backwards:
            queue, sides = (forwards, self._after) if forwards else (backwards, self._before)
            state = queue.popleft()
            if self._parent[state] == state:
                for merged in self._merge_around(sides, state):
                    forwards.append(merged)
                    backwards.append(merged)

    def merged_into(self) -> list[int]:
        """Return, for each state, the lowest state that it is merged with."""
        found = list(range(len(self._parent)))
        # A state is merged into a lower one, whose result is already known.
        for state, parent in enumerate(self._parent):
            found[state] = found[parent] if parent != state else state
        return found

    def _merge_around(self, sides: list[Neighbours], state: int) -> list[int]:
        """Merge the neighbours of a state on one side that share a word; return the merged states."""
        merged: list[int] = []
        for word in sorted(_shared_words(sides[state].values())):
            # Merging for another word may have merged neighbours.
            neighbours = sorted(other for other, words in sides[state].items() if word in words)
            kept: list[int] = []
            for neighbour in neighbours:
                partner = next((other for other in kept if self._merge(other, neighbour)), None)
                if partner is None:
                    kept.append(neighbour)
                else:
                    merged.append(partner)
        return merged

    def _merge(self, state: int, other: int) -> bool:
        """Merge a state with a higher one unless one leads to the other; return whether they were merged."""
        first, last = sorted((state, other), key=self._place.__getitem__)
        behind = self._between(self._after, first, last)
        if last in behind:
            return False
        ahead = self._between(self._before, last, first)
        self._rearrange(ahead, state, other, behind)
        self._join(self._after, self._before, state, other)
        self._join(self._before, self._after, state, other)
        self._parent[other] = state
        return True

    def _between(self, sides: list[Neighbours], state: int, bound: int) -> set[int]:
        """Return the states reached on one side before the bound, or only the bound if it is reached."""
        low, high = sorted((self._place[state], self._place[bound]))
        found: set[int] = set()
        pending = [state]
        while pending:
            for neighbour in sides[pending.pop()]:
                if neighbour == bound:
                    return {bound}
                if neighbour not in found and low < self._place[neighbour] < high:
                    found.add(neighbour)
                    pending.append(neighbour)
        return found

    def _rearrange(self, ahead: set[int], state: int, other: int, behind: set[int]) -> None:
        """Give the two states one place, after their predecessors and before their successors."""
        places = sorted(self._place[member] for member in (*ahead, state, other, *behind))
        before = sorted(ahead, key=self._place.__getitem__)
        after = sorted(behind, key=self._place.__getitem__)
        # The second of the two places is dropped.
        for member, place in zip((*before, state, other, *after), places, strict=True):
            self._place[member] = place

    @staticmethod
    def _join(sides: list[Neighbours], opposite: list[Neighbours], state: int, other: int) -> None:
        """Move the arcs of a state on one side to another state."""
        for neighbour, words in sides[other].items():
            del opposite[neighbour][other]
            if neighbour in sides[state]:
                sides[state][neighbour].update(words)
            else:
                sides[state][neighbour] = opposite[neighbour][state] = words
        sides[other] = {}


def _places(lattice: WordLattice) -> list[int]:
    """Return a place for each state, by the longest path from the start."""
    depth = [0] * lattice.states
    for source, target, _, _ in lattice.arcs:
        depth[target] = max(depth[target], depth[source] + 1)
    order = sorted(range(lattice.states), key=depth.__getitem__)
    # The inverse of the order.
    return sorted(range(lattice.states), key=order.__getitem__)


def _shared_words(groups: Iterable[set[str]]) -> set[str]:
    """Return the words that are in several groups."""
    seen: set[str] = set()
    shared: set[str] = set()
    for words in groups:
        shared.update(seen & words)
        seen.update(words)
    shared.discard(EPSILON)
    return shared


def _merged(lattice: WordLattice, merged_into: list[int]) -> tuple[WordLattice, list[int]]:
    """Return the lattice with states merged, and each state's number in it."""
    users: dict[tuple[int, int, str], set[int]] = {}
    for source, target, label, sentences in lattice.arcs:
        users.setdefault((merged_into[source], merged_into[target], label), set()).update(sentences)
    numbers = _renumbered({(source, target) for source, target, _ in users}, lattice.states)
    arcs = sorted(
        Arc(numbers[source], numbers[target], label, tuple(sorted(sentences)))
        for (source, target, label), sentences in users.items()
    )
    states = max(numbers) + 1
    squeezed = WordLattice(start=0, accept=states - 1, states=states, arcs=tuple(arcs))
    return squeezed, [numbers[state] for state in merged_into]


def _renumbered(pairs: set[tuple[int, int]], states: int) -> list[int]:
    """Return places in a topological order of the pairs, for each state that is in one."""
    ends = np.array(sorted(pairs), np.int64)
    used = np.unique(ends)
    ends = np.searchsorted(used, ends)
    order = np.array(topological_order(ends[:, 0], ends[:, 1], len(used)))
    numbers = np.full(states, -1)
    numbers[used[order]] = np.arange(len(used))
    return [int(number) for number in numbers]
