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

Reals = NDArray[np.float64]
Numbers = NDArray[np.int64]

UNIT = 1000
"""A leaf of this value adds 1 to the log-odds, base e."""

_ROWS = 4096
"""Number of rows scored at once."""


class LearntScore:
    """Scores rows of features.

    Parameters
    ----------
    features
        The names of the features, as the trees number them.
    start
        The log-odds before any tree, times :data:`UNIT`.
    trees
        The nodes of each tree, its root first.  A branch is ``[feature, threshold, left, right]``: rows
        whose feature is at most the threshold go to the node numbered ``left``.  A leaf is ``[value]``.
    """

    def __init__(self, features: list[str], start: int, trees: list[list[list[float]]]) -> None:
        self.features = features
        self._start = start
        self._roots: Numbers = np.cumsum([0, *map(len, trees)])[:-1]
        rows = []
        for root, tree in zip(self._roots.tolist(), trees, strict=True):
            for place, node in enumerate(tree, root):
                leaf = (0, 0.0, place - root, place - root, node[0])
                feature, threshold, left, right, value = leaf if len(node) == 1 else (*node, 0)
                rows.append((feature, threshold, left + root, right + root, value))
        table = np.array(rows, dtype=np.float64).reshape(-1, 5)
        self._feature, self._left, self._right, self._value = table[:, [0, 2, 3, 4]].astype(np.int64).T
        self._threshold = table[:, 1]
        self._depth = max(map(_depth, trees), default=0)

    def probabilities(self, columns: Mapping[str, Reals]) -> Numbers:
        """Return the probability of each row, in thousandths.

        Parameters
        ----------
        columns
            The values of each feature by its name, at least those of :attr:`features`.
        """
        matrix = np.column_stack([np.asarray(columns[name], dtype=np.float64) for name in self.features])
        sums = [self._sums(matrix[first : first + _ROWS]) for first in range(0, len(matrix), _ROWS)]
        odds = np.concatenate(sums) if sums else np.zeros(0, np.int64)
        return np.rint(1000 / (1 + np.exp(-odds / UNIT))).astype(np.int64)

    def _sums(self, rows: Reals) -> Numbers:
        """Return the sum of the leaves that each row reaches."""
        numbers = np.arange(len(rows))[:, None]
        nodes = np.broadcast_to(self._roots, (len(rows), len(self._roots)))
        for _ in range(self._depth):
            goes_left = rows[numbers, self._feature[nodes]] <= self._threshold[nodes]
            nodes = np.where(goes_left, self._left[nodes], self._right[nodes])
        sums: Numbers = self._value[nodes].sum(axis=1) + self._start
        return sums


def _depth(tree: list[list[float]], place: int = 0) -> int:
    """Return the largest number of branches between a node and its leaves."""
    node = tree[place]
    return 0 if len(node) == 1 else 1 + max(_depth(tree, int(node[2])), _depth(tree, int(node[3])))


@cache
def learnt_score(name: str) -> LearntScore:
    """Return the score of a file of the folder ``data``."""
    return LearntScore(**json.loads((files(__package__) / "data" / f"{name}.json").read_bytes()))
