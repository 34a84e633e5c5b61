"""Pairs of things as rows, their features as columns, computed for all pairs at once."""

from collections.abc import Hashable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Features = dict[str, NDArray[Any]]
"""Values of all pairs by the name of the feature."""


class Pairs:
    """The pairs of things of different sentences that may be the same.

    Parameters
    ----------
    sentences
        The number of the sentence of each thing.
    forbidden
        Symmetric table of the pairs that cannot be the same.

    Attributes
    ----------
    one, other
        The two things of each pair: ``one`` has the smaller number.
    """

    def __init__(self, sentences: Sequence[int], forbidden: NDArray[np.bool_]) -> None:
        numbers = np.array(sentences, dtype=np.int64)
        one, other = np.triu_indices(len(numbers), 1)
        may_be = (numbers[one] != numbers[other]) & ~forbidden[one, other]
        self.one, self.other = one[may_be], other[may_be]
        self._places = self.one * len(numbers) + self.other

    def both(self, values: Iterable[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the values of the two things of each pair."""
        listed = list(values)
        array = np.array(listed, dtype=None if listed else np.int64)
        return array[self.one], array[self.other]

    def equal(self, values: Iterable[Hashable]) -> NDArray[np.bool_]:
        """Return whether the two values of a pair are equal and not ``None``."""
        numbers: dict[Hashable, int] = {}
        codes = [-1 if value is None else numbers.setdefault(value, len(numbers)) for value in values]
        one, other = self.both(codes)
        equal: NDArray[np.bool_] = (one == other) & (one >= 0)
        return equal

    def least_and_most(self, values: Iterable[float], name: str) -> Features:
        """Return the smaller and the larger value of each pair, as two features."""
        one, other = self.both(values)
        return {f"{name}, least": np.minimum(one, other), f"{name}, most": np.maximum(one, other)}

    def shared(self, sets: Sequence[AbstractSet[Hashable]]) -> tuple[Numbers, Numbers]:
        """Return for each pair how many members the two sets share, and how many only one has."""
        columns: dict[Hashable, int] = {}
        for members in sets:
            for member in members:
                columns.setdefault(member, len(columns))
        # Sums of floats are exact here, and their products are much faster than those of whole numbers.
        table = np.zeros((len(sets), len(columns)), dtype=np.float32)
        for row, members in enumerate(sets):
            table[row, [columns[member] for member in members]] = 1
        common = (table @ table.T).take(self._places).astype(np.int64)
        sizes = table.sum(axis=1).astype(np.int64)
        return common, sizes[self.one] + sizes[self.other] - 2 * common
