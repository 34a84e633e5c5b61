"""The witnesses of an alignment, as exports name them."""

from collections.abc import Iterable
from typing import NamedTuple


class Witnesses(NamedTuple):
    """How an alignment names its sentences and writes them.

    Attributes
    ----------
    sigla
        The siglum of each sentence; empty for sentences without names.
    spaces
        The white space after each token, one row per sentence; empty for single spaces.
    aligned
        Whether variants share a column.
    """

    sigla: tuple[str, ...] = ()
    spaces: tuple[tuple[str, ...], ...] = ()
    aligned: bool = False

    def named(self, sentences: Iterable[int]) -> list[str]:
        """Return the sigla of sentences by their 0-based numbers; none for sentences without names."""
        return [self.sigla[number] for number in sentences] if self.sigla else []


UNNAMED = Witnesses()
"""Sentences without names."""
