"""A tree of the pieces of sentences: what sentences have in common at the start is computed once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


class TreeNodes(NamedTuple):
    """Some nodes of a tree, in their order.

    Attributes
    ----------
    pieces
        The piece of each node.
    depths
        For each node how many nodes are above it.
    bounds, above
        The nodes above the ``n``-th node and itself, from the start down, are
        ``above[bounds[n]:bounds[n + 1]]``.
    """

    pieces: Numbers
    depths: Numbers
    bounds: Numbers
    above: Numbers


class PrefixTree:
    """Sentences that share nodes as far as they begin alike; node 0 is the start.

    Parameters
    ----------
    start
        The piece before each sentence.

    Examples
    --------
    >>> tree = PrefixTree(0)
    >>> tree.add([5, 6]), tree.add([5, 7])
    ([1, 2], [1, 3])
    >>> tree.nodes(2).above.tolist()
    [0, 1, 2, 0, 1, 3]
    """

    def __init__(self, start: int) -> None:
        self._pieces = [start]
        self._lines = [[0]]
        self._below: dict[tuple[int, int], int] = {}

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self._pieces)

    def add(self, sentence: Sequence[int]) -> list[int]:
        """Return the nodes of a sentence's pieces, new ones where no sentence before began so."""
        path, node = [], 0
        for piece in sentence:
            parent, node = node, self._below.setdefault((node, piece), len(self))
            if node == len(self):
                self._pieces.append(piece)
                self._lines.append([*self._lines[parent], node])
            path.append(node)
        return path

    def missing(self, sentence: Sequence[int]) -> int:
        """Return how many nodes would be new if a sentence were added."""
        node = 0
        for place, piece in enumerate(sentence):
            if (node, piece) not in self._below:
                return len(sentence) - place
            node = self._below[node, piece]
        return 0

    def nodes(self, first: int) -> TreeNodes:
        """Return the nodes from one on."""
        lines = self._lines[first:]
        lengths = [len(line) for line in lines]
        return TreeNodes(
            np.array(self._pieces[first:], np.int64),
            np.array(lengths, np.int64) - 1,
            np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
            np.fromiter((node for line in lines for node in line), np.int64, sum(lengths)),
        )
