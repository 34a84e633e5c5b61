"""Defines a candidate with the parser's reading."""

from dataclasses import dataclass
from functools import cached_property

from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.reading import Reading
from paralattice.syntax.sentence import ParsedSentence


@dataclass(eq=False)
class Parsed:
    """A candidate with the parser's reading."""

    candidate: Candidate
    reading: Reading

    @cached_property
    def sentence(self) -> ParsedSentence:
        """The sentence of the parser's tree."""
        return ParsedSentence.of_tree(-1, self.reading.tree)
