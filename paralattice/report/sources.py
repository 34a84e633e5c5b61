"""The sources of a sample's words: the sentences that use each arc of its path."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from paralattice.lattice.lattice import EPSILON, Lattice
from paralattice.lattice.sampling import Sample

Users = tuple[tuple[int, ...], ...]
"""For each word of a sample, the 0-based sentences, ascending, that use its arc."""


class Stretch(NamedTuple):
    """Consecutive words of a sample that are consecutive in one sentence.

    Attributes
    ----------
    sentence
        0-based; -1 if no sentence is known.
    begin
        0-based position of the first word in that sentence; -1 if no sentence is known.
    length
        Number of words.
    """

    sentence: int
    begin: int
    length: int


class Sources:
    """The sentences that use the arcs of a lattice, and the positions of their words.

    Parameters
    ----------
    lattice
        If its arcs have no sentences, the sources are unknown.
    """

    def __init__(self, lattice: Lattice) -> None:
        self._users: dict[tuple[int, int, str], tuple[int, ...]] = {}
        self._places: dict[tuple[int, int], int] = {}
        read: dict[int, int] = {}
        for source, target, label, sentences in lattice.arcs:
            self._users[source, target, label] = sentences
            # Arcs are sorted by source in topological order, so a sentence's words come in order.
            for sentence in sentences if label != EPSILON else ():
                self._places[sentence, source] = read.get(sentence, 0)
                read[sentence] = self._places[sentence, source] + 1

    def users(self, sample: Sample) -> Users:
        """Return the sentences that use the arc of each word; none if the word is not on the path."""
        steps = zip(pairwise(sample.states), sample.words, strict=False)
        found = tuple(self._users.get((*step, word), ()) for step, word in steps)
        return found + ((),) * (len(sample.words) - len(found))

    def stretches(self, sample: Sample, users: Users) -> list[Stretch]:
        """Return a sample as the fewest stretches that each come from one sentence.

        Every stretch is as long as possible.  Of several sentences that contain it,
        one that was used before is preferred, then the first.
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
    """Yield the length of each stretch, and the sentences that contain it."""
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
