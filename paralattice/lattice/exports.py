"""Lattices in the formats of other tools: AT&T / OpenFst, DOT and GraphML."""

from __future__ import annotations

from collections.abc import Iterable

from paralattice.errors import FormatError
from paralattice.formats.att import read_att, write_att, write_symbols
from paralattice.formats.dot import write_dot
from paralattice.formats.graphml import write_graphml
from paralattice.lattice.lattice import Arc, Lattice
from paralattice.lattice.records import require_lattice


def to_att(lattice: Lattice) -> tuple[str, str]:
    """Return the lattice as the AT&T text of an acceptor, and its symbol table.

    States keep their numbers, the accepting state is final, and arcs without a word
    have the symbol ``<eps>``.  The sentences of the arcs are lost.  See
    :mod:`paralattice.formats.att` for the escapes.
    """
    arcs = [arc[:3] for arc in lattice.arcs]
    return write_att(arcs, [lattice.accept]), write_symbols({arc.label for arc in lattice.arcs})


def from_att(lines: Iterable[str], file: str = "") -> Lattice:
    """Return the lattice of a text that :func:`to_att` wrote; its arcs have no sentences.

    Raises
    ------
    FormatError
        The text is not an acceptor, or the acceptor is not a lattice.
    """
    arcs, finals = read_att(lines, file)
    if not arcs or len(finals) != 1:
        raise FormatError(
            f"{len(arcs)} arcs and {len(finals)} final states: a lattice has arcs and one", file
        )
    states = finals[0] + 1
    made = tuple(Arc(source, target, label) for source, target, label in arcs)
    lattice = Lattice(start=0, accept=finals[0], states=states, arcs=made)
    require_lattice(lattice, file)
    return lattice


def to_dot(lattice: Lattice) -> str:
    """Return the lattice as a directed graph in DOT, for Graphviz."""
    return write_dot(lattice.arcs, lattice.start, lattice.accept)


def to_graphml(lattice: Lattice) -> str:
    """Return the lattice as a directed graph in GraphML."""
    return write_graphml(lattice.arcs, lattice.start, lattice.accept, lattice.states)
