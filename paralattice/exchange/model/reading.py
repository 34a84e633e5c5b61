"""Defines a parser's reading of a sentence: its tree and scores of confidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from paralattice.syntax.tree import Tree

_LOWEST = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """A parser's tree of a sentence, with scores.

    Attributes
    ----------
    tree
        The tree, with the sentence's words.
    scores, leads
        For each labelled span, its label's score above that of no label and of the second-best label;
        empty if the parser has no scores.
    margin
        A lower bound of the tree's score above that of every other tree; infinite if unknown.
    """

    tree: Tree
    scores: tuple[float, ...] = ()
    leads: tuple[float, ...] = ()
    margin: float = float("inf")

    @property
    def lowest_score(self) -> float:
        """The mean of the three lowest span scores; 0 if there is none."""
        return _mean_of_lowest(self.scores)

    @property
    def lowest_lead(self) -> float:
        """The mean of the three lowest leads of labels; 0 if there is none."""
        return _mean_of_lowest(self.leads)


Reader = Callable[[Sequence[tuple[str, ...]]], Sequence[Reading]]
"""Function that parses sentences; the reading of one does not depend on the others."""


def _mean_of_lowest(values: Sequence[float]) -> float:
    lowest = sorted(values)[:_LOWEST]
    return sum(lowest) / len(lowest) if lowest else 0.0
