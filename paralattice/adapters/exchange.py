"""Parses sentences for exchange with the package's parser."""

from collections.abc import Sequence

from paralattice.adapters.parser import Parse, Parser
from paralattice.exchange.model.reading import Reading
from paralattice.syntax.tree import Tree


def readings_by(parser: Parser, sentences: Sequence[tuple[str, ...]]) -> list[Reading]:
    """Return a parser's readings of sentences."""
    return [_reading(parse, parse.tree) for parse in parser.parse(sentences)]


def readings_of(parser: Parser, trees: Sequence[Tree]) -> list[Reading]:
    """Return readings with given trees, and a parser's confidence in its own trees of their words."""
    parses = parser.parse([tree.words() for tree in trees])
    return [_reading(parse, tree) for parse, tree in zip(parses, trees, strict=True)]


def _reading(parse: Parse, tree: Tree) -> Reading:
    sure = parse.confidence
    return Reading(tree) if sure is None else Reading(tree, sure.scores, sure.margin)
