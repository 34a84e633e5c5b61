"""Word lattices: acyclic automata over words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from paralattice.errors import BuildError
from paralattice.lattice.table import ArcTable, leads_onwards, table_of

EPSILON = ""
"""The label of an arc without a word."""


# Creating a tuple is three times as fast as creating a data class, and a lattice has thousands of arcs.
class Arc(NamedTuple):
    """A step from one state to another.

    Attributes
    ----------
    source, target
        0-based states.
    label
        The word that the step adds, or :data:`EPSILON`.
    sentences
        0-based numbers, ascending, of the sentences that take this step; empty
        if unknown, for example after determinising.
    """

    source: int
    target: int
    label: str
    sentences: tuple[int, ...] = ()


class _Prepared:
    """The table, created at first use; not compared, copied or pickled."""

    __slots__ = ("_table",)
    _table: ArcTable


@dataclass(frozen=True, slots=True)
class WordLattice(_Prepared):
    """An acyclic automaton over words.

    It is created from its arcs or from their table; the other is created at first use.

    Attributes
    ----------
    start
        Always 0.
    accept
        Always ``states - 1``.
    states
        The number of states.  They are numbered from 0; every arc leads from a
        lower to a higher one.
    arcs
        Sorted by (source, target, label), without duplicates.  Arcs without a
        word only lead to ``accept``.
    """

    start: int
    accept: int
    states: int
    arcs: tuple[Arc, ...]

    @classmethod
    def of_table(cls, table: ArcTable) -> WordLattice:
        """Return the lattice with these arcs."""
        made = object.__new__(cls)
        states = len(table.begins) - 1
        values = {"start": 0, "accept": states - 1, "states": states, "_table": table}
        for name, value in values.items():
            object.__setattr__(made, name, value)
        return made

    @property
    def table(self) -> ArcTable:
        """The arcs as arrays, for compiled loops.

        Raises
        ------
        BuildError
            The arcs are not sorted, or do not all lead from a state to a higher one.
        """
        try:
            return self._table
        except AttributeError:
            table = table_of(self.arcs, self.states)
            if not leads_onwards(table):
                raise BuildError("the arcs of a lattice lead to higher states, sorted by source") from None
            object.__setattr__(self, "_table", table)
            return table

    if not TYPE_CHECKING:  # Type checkers must still report unknown attributes.

        def __getattr__(self, name: str) -> Any:
            """Create the arcs; called only for attributes that are not set."""
            if name != "arcs":
                raise AttributeError(f"a lattice has no {name!r}", name=name, obj=self)
            table = self._table
            labels = table.words[table.label].tolist()
            columns = table.source.tolist(), table.target.tolist(), labels, table.users()
            arcs = tuple(map(Arc._make, zip(*columns, strict=True)))
            object.__setattr__(self, "arcs", arcs)
            return arcs

    def steps(self) -> list[tuple[int, int, str]]:
        """Return source, target and label of every arc, in the order of :attr:`arcs`."""
        table = self.table
        labels = table.words[table.label].tolist()
        return list(zip(table.source.tolist(), table.target.tolist(), labels, strict=True))

    def users(self) -> list[tuple[int, ...]]:
        """Return the sentences of every arc, in the order of :attr:`arcs`."""
        table = self.table
        return table.users() if table.sentences is not None else [arc.sentences for arc in self.arcs]

    def leaving(self) -> list[list[Arc]]:
        """Return, for every state, the arcs that leave it, in the order of :attr:`arcs`."""
        leaving: list[list[Arc]] = [[] for _ in range(self.states)]
        for arc in self.arcs:
            leaving[arc.source].append(arc)
        return leaving
