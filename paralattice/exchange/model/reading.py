"""Defines a parser's reading of a sentence: its tree and scores of confidence."""

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
    scores
        For each labelled span, its label's score above that of no label; empty if the parser has no scores.
    margin
        A lower bound of the tree's score above that of every other tree; infinite if unknown.
    """

    tree: Tree
    scores: tuple[float, ...] = ()
    margin: float = float("inf")

    @property
    def lowest_score(self) -> float:
        """The mean of the three lowest span scores; 0 without one."""
        lowest = sorted(self.scores)[:_LOWEST]
        return sum(lowest) / len(lowest) if lowest else 0.0


Reader = Callable[[Sequence[tuple[str, ...]]], Sequence[Reading]]
"""Function that parses sentences; the reading of one does not depend on the others."""
