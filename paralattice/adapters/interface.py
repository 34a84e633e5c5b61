"""The common interface of taggers and parsers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from paralattice.tree import Tree

TAGGER = "tagger_path"
"""Setting that names the file of a tagger of :mod:`paralattice.adapters.perceptron`."""

CHART = "chart_path"
"""Setting that names the file of a parser of :mod:`paralattice.adapters.chart`; all others are stanza's."""

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


class NoResultError(Exception):
    """A batch has no result, or a result that could differ in another batch."""


class BatchTagger(Protocol):
    """A part-of-speech tagger; the tags of a sentence do not depend on the other sentences."""

    def tag(self, sentences: Sequence[list[str]]) -> list[list[str]]:
        """Return the tags of each sentence's forms."""


class Engine(Protocol):
    """A tagger and a parser, without gradients and on one thread."""

    def tag(self, batch: Sequence[list[str]]) -> list[list[str]]:
        """Return the Penn tags of each sentence's forms.

        Raises
        ------
        NoResultError
            The batch has more than one sentence and a tag is a near tie.
        """

    def trees(self, batch: Sequence[Tagged]) -> list[Tree]:
        """Return the tree of each sentence's forms.

        Raises
        ------
        NoResultError
            A sentence has no tree, or the batch has more than one sentence
            and a choice is a near tie.
        """


@runtime_checkable
class ConfidentEngine(Protocol):
    """An engine that tells how sure it is of its trees."""

    def confident_trees(self, batch: Sequence[Tagged]) -> list[tuple[Tree, Confidence]]:
        """Return the tree of each sentence's forms, as :meth:`Engine.trees`, with its confidence."""
