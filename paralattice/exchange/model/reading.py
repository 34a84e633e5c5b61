"""Defines a parser's reading of a sentence: its tree and its margin."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from paralattice.syntax.tree import Tree


@dataclass(frozen=True, slots=True)
class Reading:
    """A parser's tree of a sentence.

    Attributes
    ----------
    tree
        The tree, with the sentence's words.
    margin
        A lower bound of the tree's score above that of every other tree; infinite if unknown.
    """

    tree: Tree
    margin: float = inf


Reader = Callable[[Sequence[tuple[str, ...]]], Sequence[Reading]]
"""Function that parses sentences; the reading of one does not depend on the others."""
