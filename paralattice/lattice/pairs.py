"""Paraphrase pairs: the words of different paths between the same two states (Pang et al. 2003, 4.1)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from paralattice.lattice.lattice import Arc, WordLattice
from paralattice.lattice.options import PairOptions

_CONTEXT = 4
"""Words of context on each side."""

Words = tuple[str, ...]

StatePair = tuple[int, int]
"""The states around a phrase."""


class ParaphrasePair(NamedTuple):
    """Two phrases with one meaning, in lexicographic order."""

    first: Words
    second: Words


class Context(NamedTuple):
    """The occurrences of a pair in one lattice.

    Attributes
    ----------
    places
        Number of pairs of states between which the pair occurs.
    composed
        Whether the paths meet between the states in every place, so that the
        pair consists of adjacent other pairs.
    left, right
        Words before and after the first place, if possible from one sentence;
        empty if the arcs have no sentences.
    """

    places: int
    composed: bool
    left: Words
    right: Words


@dataclass(frozen=True, slots=True)
class PairExtraction:
    """The pairs of one lattice.

    Attributes
    ----------
    pairs
        Sorted by pair.
    unread
        Number of paths of at most ``longest`` words that were skipped because
        there were more than ``paths`` between two states.
    too_long
        Number of pairs of states with compared paths and with longer paths
        that were not compared.
    """

    pairs: dict[ParaphrasePair, Context]
    unread: int
    too_long: int


class _Path(NamedTuple):
    """The labels of a path, and its states without the first."""

    labels: Words
    states: tuple[int, ...]


def extract_pairs(lattice: WordLattice, options: PairOptions) -> PairExtraction:
    """Return the pairs of a lattice.

    The words of any two paths between the same two states are a pair, without their
    longest common prefix and then their longest common suffix, unless one side
    would be empty.
    """
    reader = _Reader(lattice, options)
    found: dict[ParaphrasePair, set[StatePair]] = {}
    simple: set[ParaphrasePair] = set()
    for state in range(lattice.states):
        for pair, place, composed in reader.read(state):
            found.setdefault(pair, set()).add(place)
            if not composed:
                simple.add(pair)
    passing = _passing(lattice)
    contexts = {
        pair: Context(len(found[pair]), pair not in simple, *_around(passing, min(found[pair])))
        for pair in sorted(found)
    }
    return PairExtraction(contexts, reader.unread, reader.too_long)


class _Reader:
    """Finds the pairs between a state and later states, and counts skipped paths."""

    def __init__(self, lattice: WordLattice, options: PairOptions) -> None:
        self._leaving = lattice.leaving()
        self._options = options
        self.unread = 0
        self.too_long = 0

    def read(self, state: int) -> Iterator[tuple[ParaphrasePair, StatePair, bool]]:
        """Yield each pair of two paths from a state, its place, and whether the paths meet in between."""
        for paths in self._paths(state).values():
            for one, other in combinations(paths, 2):
                if _share_an_end(one, other):
                    continue
                meet = not set(one.states[:-1]).isdisjoint(other.states[:-1])
                found = None if meet and not self._options.composed else _trimmed(state, one, other)
                if found is not None:
                    yield (*found, meet)

    def _paths(self, state: int) -> dict[int, list[_Path]]:
        """Return the paths from a state by their last state, the shortest first."""
        kept: dict[int, list[_Path]] = {}
        longest = [_Path((), ())]
        for _ in range(self._options.longest):
            longest = list(self._longer(state, longest, kept))
        ends = {path.states[-1] for path in longest}
        self.too_long += len(self._further(ends, max(kept, default=state)) & kept.keys())
        return kept

    def _further(self, states: Iterable[int], last: int) -> set[int]:
        """Return the states up to the last that those states lead to by at least one word."""
        found = {arc.target for state in states for arc in self._leaving[state] if arc.label}
        pending = list(found)
        while pending:
            targets = {arc.target for arc in self._leaving[pending.pop()] if arc.target <= last}
            pending += targets - found
            found |= targets
        return found

    def _longer(self, state: int, paths: list[_Path], kept: dict[int, list[_Path]]) -> Iterator[_Path]:
        """Yield the paths that are one word longer than the given paths, and keep them, up to the limit."""
        for path in paths:
            for arc in self._leaving[path.states[-1] if path.states else state]:
                longer = _Path((*path.labels, arc.label), (*path.states, arc.target))
                if arc.label and self._keep(longer, kept):
                    yield longer

    def _keep(self, path: _Path, kept: dict[int, list[_Path]]) -> bool:
        """Keep a path and its continuation without a word, up to the limit."""
        paths = kept.setdefault(path.states[-1], [])
        if len(paths) == self._options.paths:
            self.unread += 1
            return False
        paths.append(path)
        for arc in self._leaving[path.states[-1]]:
            if not arc.label:
                self._keep(_Path((*path.labels, arc.label), (*path.states, arc.target)), kept)
        return True


def _share_an_end(one: _Path, other: _Path) -> bool:
    """Return whether two paths share their first or last step; they are compared without it elsewhere."""
    if one.states[0] == other.states[0] and one.labels[0] == other.labels[0]:
        return True
    return one.states[-2:-1] == other.states[-2:-1] and one.labels[-1] == other.labels[-1]


def _trimmed(state: int, one: _Path, other: _Path) -> tuple[ParaphrasePair, StatePair] | None:
    """Return the words that two paths do not share, and the states around them on the smaller path."""
    first, second = sorted((one, other))
    # Only the last label can be without a word.
    words, others = (tuple(filter(None, path.labels)) for path in (first, second))
    least = min(len(words), len(others))
    begin = 0
    while begin < least and words[begin] == others[begin]:
        begin += 1
    end = 0
    while end < least - begin and words[-1 - end] == others[-1 - end]:
        end += 1
    if begin + end == least:
        return None
    last = len(words) - end
    states = (state, *first.states)
    return ParaphrasePair(words[begin:last], others[begin : len(others) - end]), (states[begin], states[last])


Passing = list[dict[int, tuple[Words, Words]]]
"""For each state, the words before and after it in every sentence that passes it."""


def _passing(lattice: WordLattice) -> Passing:
    walks: dict[int, list[Arc]] = {}
    for arc in lattice.arcs:
        for sentence in arc.sentences:
            walks.setdefault(sentence, []).append(arc)
    passing: Passing = [{} for _ in range(lattice.states)]
    for sentence in sorted(walks):
        # Sorted by source, which is the order of walking.
        walk = walks[sentence]
        words = tuple(arc.label for arc in walk if arc.label)
        for position, state in enumerate([lattice.start, *(arc.target for arc in walk)]):
            before, after = (
                words[max(0, position - _CONTEXT) : position],
                words[position : position + _CONTEXT],
            )
            passing[state][sentence] = (before, after)
    return passing


def _around(passing: Passing, place: StatePair) -> tuple[Words, Words]:
    before, after = (passing[state] for state in place)
    both: Sequence[int] = [sentence for sentence in before if sentence in after]
    if both:
        return before[both[0]][0], after[both[0]][1]
    left = next(iter(before.values()), ((), ()))
    right = next(iter(after.values()), ((), ()))
    return left[0], right[1]
