"""Defines a parser's reading of a sentence, and a candidate with its reading."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

from paralattice.exchange.model.candidate import Candidate
from paralattice.syntax.sentence import ParsedSentence
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


@dataclass(eq=False)
class Parsed:
    """A candidate with the parser's reading."""

    candidate: Candidate
    reading: Reading

    @cached_property
    def sentence(self) -> ParsedSentence:
        """The sentence of the parser's tree."""
        return ParsedSentence.of_tree(-1, self.reading.tree)
