"""Defines a candidate with the parser's reading."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.constituents import ParsedSentence
from paralattice.exchange.readings import Reading


@dataclass(eq=False)
class Parsed:
    """A candidate with the parser's reading."""

    candidate: Candidate
    reading: Reading

    @cached_property
    def sentence(self) -> ParsedSentence:
        """The sentence of the parser's tree."""
        return ParsedSentence.of_tree(-1, self.reading.tree)
