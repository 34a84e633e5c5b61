"""The sentences that a sample's words come from."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from paralattice.lattice.lattice import WordLattice

if TYPE_CHECKING:
    from paralattice.lattice.sampling import Sample


class Sources:
    """Names the sentences that the samples of a lattice are made of.

    Parameters
    ----------
    lattice
        If its arcs have no sentences, the sources are unknown.
    """

    def __init__(self, lattice: WordLattice) -> None:
        # Sets of sentences are bits of whole numbers: a run has millions of samples.
        # Few sets are distinct.
        users = lattice.users()
        bits = {sentences: sum(1 << sentence for sentence in sentences) for sentences in set(users)}
        self._lattice = lattice
        self._users = [bits[sentences] for sentences in users]

    def of(self, sample: Sample) -> tuple[int, ...]:
        """Return the 0-based sentences, ascending, that the fewest stretches of a sample come from.

        A stretch is a sequence of words that are consecutive in one sentence; every stretch is as
        long as possible.  Of several sentences that have it, one that was named before is preferred,
        then the first.  Words of unknown sources are left out.
        """
        steps = zip(pairwise(sample.states), sample.words, strict=False)
        arcs = (self._arcs.get((*step, word)) for step, word in steps)
        return _fewest([0 if arc is None else self._users[arc] for arc in arcs])

    def of_path(self, arcs: Iterable[int]) -> tuple[int, ...]:
        """Return what :meth:`of` does for the sample that takes these 0-based arcs, all with words."""
        return _fewest([self._users[arc] for arc in arcs])

    @cached_property
    def _arcs(self) -> dict[tuple[int, int, str], int]:
        return {step: arc for arc, step in enumerate(self._lattice.steps())}


def _fewest(users: Iterable[int]) -> tuple[int, ...]:
    """Return the sentences to name, given those that have each word, as bits."""
    named = shared = 0
    for having in users:
        if not shared & having:
            named |= _first(shared & named or shared)
            shared = having
        else:
            shared &= having
    named |= _first(shared & named or shared)
    return tuple([place for place in range(named.bit_length()) if named >> place & 1])


def _first(sentences: int) -> int:
    """Return the lowest bit; 0 without one."""
    return sentences & -sentences
