"""Word lattices as values: acyclic automata over words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

EPSILON = ""
"""The label of an arc that is walked without a word."""


# A tuple, since lattices have thousands: made three times as fast as a data class, and taken apart at once.
class Arc(NamedTuple):
    """A step from one state to another.

    Attributes
    ----------
    source, target
        0-based states.
    label
        The word that the step adds; :data:`EPSILON` where it adds none.
    sentences
        0-based numbers, ascending, of the sentences that take this step; empty
        where they are not known, as after determinising.
    """

    source: int
    target: int
    label: str
    sentences: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Lattice:
    """An acyclic automaton over words.

    Attributes
    ----------
    start
        Always 0.
    accept
        Always ``states - 1``.
    states
        Their number; they are called 0 to ``states - 1``, and every arc leads
        from a lower to a higher one.
    arcs
        Sorted by (source, target, label), no two with all three alike.  Arcs
        without a word lead to ``accept`` alone.
    """

    start: int
    accept: int
    states: int
    arcs: tuple[Arc, ...]

    def leaving(self) -> list[list[Arc]]:
        """Return, for every state, the arcs that leave it, in the order of :attr:`arcs`."""
        leaving: list[list[Arc]] = [[] for _ in range(self.states)]
        for arc in self.arcs:
            leaving[arc.source].append(arc)
        return leaving
