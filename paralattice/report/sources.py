"""Where the words of a sampled sentence come from: the sentences that take each step of its path."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from paralattice.lattice.lattice import EPSILON, Lattice
from paralattice.lattice.sampling import Sample

Users = tuple[tuple[int, ...], ...]
"""For each word of a sample the 0-based sentences, ascending, that have it in the same place."""


class Stretch(NamedTuple):
    """Words of a sample that stand together in one sentence.

    Attributes
    ----------
    sentence
        0-based; -1 where no sentence is known.
    begin
        0-based place of the first of them in that sentence; -1 where no sentence is known.
    length
        How many words.
    """

    sentence: int
    begin: int
    length: int


class Sources:
    """Which sentences use the arcs of a lattice, and with which of their words.

    Parameters
    ----------
    lattice
        Its arcs may know no sentences; then nothing is known of any sample.
    """

    def __init__(self, lattice: Lattice) -> None:
        self._users: dict[tuple[int, int, str], tuple[int, ...]] = {}
        self._places: dict[tuple[int, int], int] = {}
        read: dict[int, int] = {}
        for source, target, label, sentences in lattice.arcs:
            self._users[source, target, label] = sentences
            # Arcs are sorted by source and states in reading order, so a sentence's words come in order.
            for sentence in sentences if label != EPSILON else ():
                self._places[sentence, source] = read.get(sentence, 0)
                read[sentence] = self._places[sentence, source] + 1

    def users(self, sample: Sample) -> Users:
        """Return the sentences that share each word; none for a word that is not on the path."""
        steps = zip(pairwise(sample.states), sample.words, strict=False)
        found = tuple(self._users.get((*step, word), ()) for step, word in steps)
        return found + ((),) * (len(sample.words) - len(found))

    def stretches(self, sample: Sample, users: Users) -> list[Stretch]:
        """Return a sample and its users as the fewest stretches that each stand in one sentence.

        Every stretch is as long as it can be from where it begins, which leaves
        the fewest; of several sentences that have it the first that was named
        before is named again, or else the first of all.
        """
        found: list[Stretch] = []
        named: set[int] = set()
        begin = 0
        for length, sentences in _longest(users):
            sentence = min(sentences & named or sentences, default=-1)
            named.add(sentence)
            place = self._places.get((sentence, sample.states[begin]), -1) if sentences else -1
            found.append(Stretch(sentence, place, length))
            begin += length
        return found


def _longest(users: Users) -> Iterable[tuple[int, set[int]]]:
    """Yield how many words belong together, and the sentences that have them all."""
    length, shared = 0, set[int]()
    for sentences in users:
        both = shared.intersection(sentences)
        if length and (both or not (shared or sentences)):
            length, shared = length + 1, both
        else:
            if length:
                yield length, shared
            length, shared = 1, set(sentences)
    if length:
        yield length, shared
