"""Defines a reader of sentences, and a candidate with the sentence that a parser reads."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from paralattice.exchange.model.candidate import Candidate
from paralattice.syntax.sentence import ParsedSentence
from paralattice.syntax.tree import Tree

Reader = Callable[[Sequence[tuple[str, ...]]], Sequence[Tree]]
"""Function that parses sentences; the tree of one does not depend on the others."""


@dataclass(eq=False)
class Parsed:
    """A candidate with the sentence of the parser's tree of its words."""

    candidate: Candidate
    sentence: ParsedSentence

    @classmethod
    def of_tree(cls, candidate: Candidate, tree: Tree) -> "Parsed":
        """Return a candidate with the parser's tree."""
        return cls(candidate, ParsedSentence.of_tree(-1, tree))
