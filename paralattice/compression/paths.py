"""The shortest paths of a word graph that can be the sentence of a cluster (Filippova 2010, section 3)."""

from typing import NamedTuple

import numpy as np

from paralattice.compression.graph import FIRST, WordGraph
from paralattice.compression.words import END, MARK, START, Kinds, are_paired, tag_class

_MOST = 1_000_000
"""Maximum number of beginnings of paths, so that a search ends within seconds."""


class Path(NamedTuple):
    """A path of a word graph.

    Attributes
    ----------
    nodes
        Its nodes, without the first and the last, which are no words.
    weight
        The sum of the weights of its arcs.
    """

    nodes: tuple[int, ...]
    weight: float


def shortest_paths(graph: WordGraph, kinds: Kinds, wanted: int, least: int, verb: bool) -> list[Path]:
    """Return the shortest paths without cycles that spell different words, the shortest first.

    Brackets and quotation marks of a path come in pairs.

    Parameters
    ----------
    graph, kinds
        The graph, and the kinds that it was built with.
    wanted
        Maximum number of paths.
    least
        Minimum number of words, without punctuation marks.
    verb
        Whether a path must have a verb.
    """
    # Lazy import: numba takes half a second to load.
    from paralattice.compression.kernels.paths import next_paths, remaining

    arcs = list(graph.arcs())
    sources, targets = (np.array([arc[side] for arc in arcs], np.int64) for side in (0, 1))
    firsts = np.searchsorted(sources, np.arange(len(graph.labels) + 1))
    weights = np.array([arc[2] for arc in arcs])
    verbs = np.array([label[1] in tag_class("verb") for label in graph.labels], np.int64)
    are_words = [label not in (START, END) and kinds.of(label) != MARK for label in graph.labels]
    flat = firsts, targets, weights, verbs, np.array(are_words, np.int64)
    rest = remaining(*flat, least)
    found: dict[tuple[str, ...], Path] = {}
    asked, are_more = 0, True
    while are_more and len(found) < wanted:
        # Some paths spell the same words, or have half a pair of brackets.
        asked = 4 * asked or 2 * wanted
        nodes, parents, totals, ends = next_paths(*flat, rest, int(verb), asked, _MOST)
        beginnings = nodes.tolist(), parents.tolist()
        found, are_more = {}, len(ends) == asked
        for end in ends.tolist():
            path = _nodes_of(*beginnings, end)
            words = tuple(graph.labels[node][0] for node in path)
            if words not in found and are_paired(words):
                found[words] = Path(path, float(totals[end]))
                if len(found) == wanted:
                    break
    return list(found.values())


def _nodes_of(nodes: list[int], parents: list[int], end: int) -> tuple[int, ...]:
    """Return the nodes of a whole path, without the first and the last."""
    path = []
    entry = parents[end]
    while nodes[entry] != FIRST:
        path.append(nodes[entry])
        entry = parents[entry]
    return tuple(reversed(path))
