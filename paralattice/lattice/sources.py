"""The sentences that a sample's words come from."""

from __future__ import annotations

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
        self._users = dict(zip(lattice.steps(), map(bits.__getitem__, users), strict=True))

    def of(self, sample: Sample) -> tuple[int, ...]:
        """Return the 0-based sentences, ascending, that the fewest stretches of a sample come from.

        A stretch is a sequence of words that are consecutive in one sentence; every stretch is as
        long as possible.  Of several sentences that have it, one that was named before is preferred,
        then the first.  Words of unknown sources are left out.
        """
        named = shared = 0
        for step, word in zip(pairwise(sample.states), sample.words, strict=False):
            users = self._users.get((*step, word), 0)
            if not shared & users:
                named |= _first(shared & named or shared)
                shared = users
            else:
                shared &= users
        named |= _first(shared & named or shared)
        return tuple(place for place in range(named.bit_length()) if named >> place & 1)


def _first(sentences: int) -> int:
    """Return the lowest bit; 0 if there is none."""
    return sentences & -sentences
