"""The common interface of parsers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from paralattice.syntax.tree import Tree

CHART = "chart_path"
"""Setting that names the file of a parser of :mod:`paralattice.adapters.chart`; all others are stanza's."""

Forms = Sequence[str]
"""The forms of a sentence's words."""

Tags = tuple[str, ...]
"""The Penn tags of a sentence's words."""

Tagged = list[tuple[str, str]]
"""A sentence as (form, tag) pairs."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """How sure a parser is of a tree.

    Attributes
    ----------
    scores
        For each labelled span of the tree, by begin and then by end, its label's score above no label's.
    leads
        For each of these spans, its label's score above that of the second-best label.
    margin
        A lower bound of the tree's score above that of every other tree.
    """

    scores: tuple[float, ...]
    leads: tuple[float, ...]
    margin: float


class ParsedTree(NamedTuple):
    """A tree, and how sure the parser is of it; ``None`` if it does not tell."""

    tree: Tree
    confidence: Confidence | None = None


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

    def parse(self, batch: Sequence[tuple[Forms, Tags | None]]) -> list[ParsedTree]:
        """Return the tree of each sentence's forms, with the given tags or the tagger's.

        Raises
        ------
        NoResultError
            A sentence has no tree, or the batch has more than one sentence
            and a choice is a near tie.
        """
