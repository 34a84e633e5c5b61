"""Learnt scores: boosted regression trees (Friedman 2001), kept as plain numbers.

``benchmarks/coreference.py --train`` fits them with scikit-learn and writes the files of the folder ``data``.
Leaves are whole numbers, so that a score is the same on every processor.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from paralattice.compiling import compiled

Reals = NDArray[np.float64]
Numbers = NDArray[np.int64]

UNIT = 1000
"""A leaf of this value adds 1 to the log-odds, base e."""


class LearntScore:
    """Scores rows of features.

    Parameters
    ----------
    features
        The names of the features, as the trees number them.
    start
        The log-odds before any tree, times :data:`UNIT`.
    trees
        The nodes of each tree, each before those that it leads to.  A branch is
        ``[feature, threshold, left, right]``: rows whose feature is at most the threshold go to the node
        numbered ``left``.  A leaf is ``[value]``.
    """

    def __init__(self, features: list[str], start: int, trees: list[list[list[float]]]) -> None:
        self.features = features
        self._start = start
        self._roots: Numbers = np.cumsum([0, *map(len, trees)])[:-1]
        self._depths: Numbers = np.zeros(len(trees), np.int64)
        rows = []
        for number, (root, tree) in enumerate(zip(self._roots.tolist(), trees, strict=True)):
            depths = [0] * len(tree)
            for place, node in enumerate(tree):
                feature, threshold, left, right = node if len(node) > 1 else (0, 0, place, place)
                rows.append((feature, threshold, left + root, right + root, node[0]))
                if len(node) > 1:
                    depths[int(left)] = depths[int(right)] = depths[place] + 1
            self._depths[number] = max(depths)
        table: Reals = np.array(rows, dtype=np.float64).reshape(-1, 5)
        self._thresholds = np.ascontiguousarray(table[:, 1])
        self._nodes: Numbers = table[:, [0, 2, 3, 4]].astype(np.int64)

    def probabilities(self, columns: Mapping[str, Reals]) -> Numbers:
        """Return the probability of each row, in thousandths.

        Parameters
        ----------
        columns
            The values of each feature by its name, at least those of :attr:`features`.
        """
        matrix = np.column_stack([np.asarray(columns[name], dtype=np.float64) for name in self.features])
        odds = self._start + _sums(matrix, self._roots, self._depths, self._thresholds, self._nodes)
        return np.rint(1000 / (1 + np.exp(-odds / UNIT))).astype(np.int64)


@compiled
def _sums(rows: Reals, roots: Numbers, depths: Numbers, thresholds: Reals, nodes: Numbers) -> Numbers:
    """Return the sum of the leaves that each row reaches; a leaf is followed by itself."""
    sums, reached = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    # Nodes of a tree stay in the processor's cache, and rows that go down together need no jumps.
    for tree in range(len(roots)):
        reached[:] = roots[tree]
        for _ in range(depths[tree]):
            for number in range(len(rows)):
                node = reached[number]
                goes_right = rows[number, nodes[node, 0]] > thresholds[node]
                reached[number] = nodes[node, 1 + int(goes_right)]
        for number in range(len(rows)):
            sums[number] += nodes[reached[number], 3]
    return sums


@cache
def learnt_score(name: str) -> LearntScore:
    """Return the score of a file of the folder ``data``."""
    return LearntScore(**json.loads((files(__package__) / "data" / f"{name}.json").read_bytes()))
