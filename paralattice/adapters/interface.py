"""The common interface of parsers."""

from collections.abc import Sequence
from typing import Protocol

from paralattice.syntax.tree import Tree

CHART = "chart_path"
"""Setting that names the file of a parser of :mod:`paralattice.adapters.chart`; all others are stanza's."""

Forms = Sequence[str]
"""The forms of a sentence's words."""

Tags = tuple[str, ...]
"""The Penn tags of a sentence's words."""

Tagged = list[tuple[str, str]]
"""A sentence as (form, tag) pairs."""


class NoResultError(Exception):
    """A batch has no result, or a result that could differ in another batch."""


class Engine(Protocol):
    """A parser with its tagger; results of a sentence do not depend on the other sentences."""

    def tag(self, batch: Sequence[Forms]) -> list[Tags]:
        """Return the Penn tags of each sentence's forms.

        Raises
        ------
        NoResultError
            The batch has more than one sentence and a tag is a near tie.
        """

    def parse(self, batch: Sequence[tuple[Forms, Tags | None]]) -> list[Tree]:
        """Return the tree of each sentence's forms, with the given tags or the tagger's.

        Raises
        ------
        NoResultError
            A sentence has no tree, or the batch has more than one sentence
            and a choice is a near tie.
        """
