"""Aligns witnesses of one text so that variants share a column, as editions print them.

The witnesses join a graph one after the other, in the given order.  A node of the graph is a word that some
witnesses share; its column is the length of the longest path that leads to it, so that words between two
shared words are aligned by position.  :func:`near_columns` moves those that have room to the most similar
word.
"""

from collections.abc import Sequence
from graphlib import TopologicalSorter
from itertools import pairwise

import numpy as np
from rapidfuzz.distance import Indel

from paralattice.arrays import Ints

_FIRST = -1
"""Stands before the first node of every witness, and, read backwards, after the last."""

Rows = Sequence[Sequence[int]]
"""The nodes of each witness in the order of its tokens."""


def collate(keys: Sequence[Ints]) -> list[list[int]]:
    """Return the nodes of each witness: tokens that are aligned and have equal keys share a node.

    Parameters
    ----------
    keys
        The key of each token as a number, an array per witness; negative keys match nothing.
    """
    # Lazy import: numba takes half a second to load.
    from paralattice.align.kernels.collating import found_columns

    rows: list[list[int]] = []
    known: list[int] = []
    for own in keys:
        columns = columns_of(rows, len(known))
        places = {(column, known[node]): node for node, column in enumerate(columns)}
        begins = np.searchsorted(np.sort(columns), np.arange(max(columns, default=-1) + 2))
        held = np.array([known[node] for node in np.argsort(columns, kind="stable")], np.int32)
        found = zip(found_columns(own, begins, held).tolist(), own.tolist(), strict=True)
        # Of tokens that find the same node, the last takes it.
        taken = {places[place]: token for token, place in enumerate(found) if place in places}
        nodes = {token: node for node, token in taken.items()}
        for token, key in enumerate(own.tolist()):
            if token not in nodes:
                nodes[token] = len(known)
                known.append(key)
        rows.append([nodes[token] for token in range(len(own))])
    return rows


def columns_of(rows: Rows, nodes: int) -> list[int]:
    """Return the 0-based column of each node: the most nodes before it on a path."""
    before = _before(rows, nodes)
    columns = [0] * nodes
    for node in TopologicalSorter(dict(enumerate(before))).static_order():
        columns[node] = max((columns[other] + 1 for other in before[node]), default=0)
    return columns


def _before(rows: Rows, nodes: int) -> list[set[int]]:
    before: list[set[int]] = [set() for _ in range(nodes)]
    for row in rows:
        for one, other in pairwise(row):
            before[other].add(one)
    return before


def near_columns(rows: Rows, labels: Sequence[str]) -> list[int]:
    """Return columns as :func:`columns_of`, but nodes with room after them stand by the most similar word.

    Parameters
    ----------
    rows
        The nodes of each witness.
    labels
        The text of each node; the similarity is that of insertions and deletions, relative to both lengths.
    """
    columns = columns_of(rows, len(labels))
    after = _before([row[::-1] for row in rows], len(labels))
    held: dict[int, list[int]] = {}
    for node, column in enumerate(columns):
        held.setdefault(column, []).append(node)
    for node in sorted(range(len(labels)), key=lambda node: -columns[node]):
        room = range(columns[node], min((columns[other] for other in after[node]), default=len(held)))
        others = [other for column in room for other in held[column] if other != node]
        if len(room) > 1 and others:
            nearest = max(others, key=lambda other: Indel.normalized_similarity(labels[node], labels[other]))
            held[columns[node]].remove(node)
            columns[node] = columns[nearest]
            held[columns[node]].append(node)
    return columns


def segments_of(rows: Rows, nodes: int) -> list[int]:
    """Return the segment of each node: nodes that always follow each other are one segment."""
    before = _before([[_FIRST, *row] for row in rows], nodes)
    after = _before([[_FIRST, *row[::-1]] for row in rows], nodes)
    segments = list(range(nodes))
    columns = columns_of(rows, nodes)
    for node in sorted(range(nodes), key=columns.__getitem__):
        (*others, one) = before[node]
        if not others and one != _FIRST and after[one] == {node}:
            segments[node] = segments[one]
    return segments


def segment_rows(rows: Rows, nodes: int) -> list[list[int]]:
    """Return the column of each token in the table of segments; a segment is one cell."""
    segments = segments_of(rows, nodes)
    joined = [list(dict.fromkeys(segments[node] for node in row)) for row in rows]
    columns = columns_of(joined, nodes)
    return [[columns[segments[node]] for node in row] for row in rows]
