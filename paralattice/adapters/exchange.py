"""Parses sentences for exchange with the package's parser."""

from collections.abc import Sequence

from paralattice.adapters.parser import Parser
from paralattice.exchange.model.reading import Reading
from paralattice.syntax.tree import Tree


def readings_by(parser: Parser, sentences: Sequence[tuple[str, ...]]) -> list[Reading]:
    """Return a parser's readings of sentences."""
    return [Reading(parse.tree, parse.margin) for parse in parser.parse(sentences)]


def readings_of(parser: Parser, trees: Sequence[Tree]) -> list[Reading]:
    """Return readings with given trees, and the margins of a parser's own trees of their words."""
    parses = parser.parse([tree.words() for tree in trees])
    return [Reading(tree, parse.margin) for parse, tree in zip(parses, trees, strict=True)]
