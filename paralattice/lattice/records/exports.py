"""Lattices in the formats of other tools.

:data:`FORMATS` names the formats of the command ``export``; :func:`export` writes a lattice in one of them.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from paralattice.errors import FormatError
from paralattice.formats.lattices.att import read_att, write_att, write_symbols
from paralattice.formats.lattices.dot import write_dot
from paralattice.formats.lattices.graphml import write_graphml
from paralattice.formats.lattices.node_link import node_link_record
from paralattice.formats.lattices.tei import write_tei
from paralattice.formats.lattices.witnesses import UNNAMED, Witnesses
from paralattice.lattice.building import Columns, aligned_rows
from paralattice.lattice.lattice import Arc, WordLattice
from paralattice.lattice.records.plain import require_lattice
from paralattice.options import require_known


def to_att(lattice: WordLattice) -> tuple[str, str]:
    """Return the lattice as the AT&T text of an acceptor, and its symbol table.

    States keep their numbers, the accepting state is final, and arcs without a word
    have the symbol ``<eps>``.  The sentences of the arcs are lost.  See
    :mod:`paralattice.formats.lattices.att` for the escapes.
    """
    arcs = [arc[:3] for arc in lattice.arcs]
    return write_att(arcs, [lattice.accept]), write_symbols({arc.label for arc in lattice.arcs})


def from_att(lines: Iterable[str], file: str = "") -> WordLattice:
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
    lattice = WordLattice(start=0, accept=finals[0], states=states, arcs=made)
    require_lattice(lattice, file)
    return lattice


def to_dot(lattice: WordLattice, witnesses: Witnesses = UNNAMED) -> str:
    """Return the lattice as a directed graph in DOT, for Graphviz."""
    return write_dot(lattice.arcs, lattice.start, lattice.accept, witnesses)


def to_graphml(lattice: WordLattice, witnesses: Witnesses = UNNAMED) -> str:
    """Return the lattice as a directed graph in GraphML."""
    return write_graphml(lattice.arcs, lattice.start, lattice.accept, lattice.states, witnesses)


def to_node_link(lattice: WordLattice, witnesses: Witnesses = UNNAMED) -> dict[str, Any]:
    """Return the lattice as a directed multigraph in node-link form, as networkx and D3 read it from JSON."""
    return node_link_record(lattice.arcs, lattice.start, lattice.accept, lattice.states, witnesses)


@dataclass(frozen=True, slots=True)
class AlignedLattice:
    """A lattice of a run with what it was built from: all that an export may need.

    Attributes
    ----------
    cluster, version
        Names of the cluster and of the version.
    lattice
        The lattice.
    sentences
        The words of each sentence, as in the lattice.
    columns
        The 0-based column of each token, one row per sentence.
    witnesses
        The names of the sentences and their white space.
    """

    cluster: str
    version: str
    lattice: WordLattice
    sentences: Sequence[Sequence[str]]
    columns: Columns
    witnesses: Witnesses = UNNAMED


def to_tei(aligned: AlignedLattice) -> str:
    """Return the alignment as a TEI document with parallel segmentation; each sentence is a witness."""
    title = ", ".join(filter(None, (aligned.cluster, aligned.version)))
    return write_tei(aligned_rows(aligned.sentences, aligned.columns), title, aligned.witnesses)


def _openfst(aligned: AlignedLattice) -> dict[str, str]:
    transitions, symbols = to_att(aligned.lattice)
    return {"lattice.fst.txt": transitions, "lattice.syms": symbols}


def _node_link(aligned: AlignedLattice) -> dict[str, str]:
    record = to_node_link(aligned.lattice, aligned.witnesses)
    return {"lattice.node-link.json": json.dumps(record, ensure_ascii=False) + "\n"}


FORMATS: dict[str, Callable[[AlignedLattice], dict[str, str]]] = {
    "dot": lambda aligned: {"lattice.dot": to_dot(aligned.lattice, aligned.witnesses)},
    "graphml": lambda aligned: {"lattice.graphml": to_graphml(aligned.lattice, aligned.witnesses)},
    "node-link": _node_link,
    "openfst": _openfst,
    "tei": lambda aligned: {"alignment.tei.xml": to_tei(aligned)},
}
"""The formats of other tools: for each, a function from a lattice to texts by their file names."""


def export(aligned: AlignedLattice, form: str) -> dict[str, str]:
    """Return a lattice in a format: texts by their file names.

    Parameters
    ----------
    form
        A name in :data:`FORMATS`.

    Raises
    ------
    OptionError
        No format has that name.
    BuildError
        The columns form a cycle, or do not fit the sentences (TEI alone reads them).
    """
    require_known("format", form, FORMATS)
    return FORMATS[form](aligned)
