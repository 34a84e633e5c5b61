"""A tree of the pieces of several sentences: what sentences have in common at the start is computed once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PrefixTree:
    """Sentences that share nodes as far as they begin alike.

    Attributes
    ----------
    pieces
        The piece of each node; node 0 is the start.
    depths
        For each node how many nodes are above it.
    bounds, above
        The nodes above node ``n`` and itself, from the start down, are
        ``above[bounds[n]:bounds[n + 1]]``.
    paths
        For each sentence the nodes of its pieces, without the start.
    """

    pieces: Numbers
    depths: Numbers
    bounds: Numbers
    above: Numbers
    paths: list[list[int]]


def prefix_tree(start: int, sentences: Sequence[Sequence[int]]) -> PrefixTree:
    """Return the tree of sentences in pieces.

    Parameters
    ----------
    start
        The piece before each sentence.

    Examples
    --------
    >>> tree = prefix_tree(0, [[5, 6], [5, 7]])
    >>> tree.pieces.tolist(), tree.paths
    ([0, 5, 6, 7], [[1, 2], [1, 3]])
    """
    pieces, lines = [start], [[0]]
    children: dict[tuple[int, int], int] = {}
    paths = []
    for sentence in sentences:
        path, node = [], 0
        for piece in sentence:
            parent, node = node, children.setdefault((node, piece), len(pieces))
            if node == len(pieces):
                pieces.append(piece)
                lines.append([*lines[parent], node])
            path.append(node)
        paths.append(path)
    lengths = [len(line) for line in lines]
    return PrefixTree(
        np.array(pieces, np.int64),
        np.array(lengths, np.int64) - 1,
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        np.fromiter((node for line in lines for node in line), np.int64, sum(lengths)),
        paths,
    )
