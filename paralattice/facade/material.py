"""A cluster in memory, as methods see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from paralattice.align import Encoded, encode
from paralattice.arrays import Ints
from paralattice.corpus import Sentence
from paralattice.methods import method_of
from paralattice.run_options import Options
from paralattice.syntax.chunking import chunk
from paralattice.syntax.tree import Tree

# Versions without syntax need no parser, which takes long to load.
if TYPE_CHECKING:
    from paralattice.adapters.parser import Parser
    from paralattice.exchange.evidence.cluster import Wording


class GivenCluster:
    """The material of a cluster whose sentences, trees or features are given; the parser makes what is not.

    Parameters
    ----------
    options
        The options of the methods.
    words
        The words of the sentences.
    trees
        Their trees.
    features
        The sentences with features, or words alone for versions without syntax.
    name
        Name of the cluster.
    wordings
        Learnt wordings of version V6.
    """

    def __init__(
        self,
        options: Options,
        words: Sequence[Sequence[str]],
        trees: Sequence[Tree] | None = None,
        features: Sequence[Sentence | Sequence[str]] | None = None,
        name: str = "",
        wordings: Iterable[Wording] = (),
    ) -> None:
        self.cluster = name
        self.words = words
        self.wordings = wordings
        self._options = options
        self._trees = trees
        self._features = features

    @property
    def _parser(self) -> Parser:
        from paralattice.adapters.parser import shared_parser

        return shared_parser(self._options.parse)

    @cached_property
    def trees(self) -> Sequence[Tree]:
        """The trees of the sentences."""
        if self._trees is not None:
            return self._trees
        return [parsed.tree for parsed in self._parser.parse(list(map(tuple, self.words)))]

    @cached_property
    def encoded(self) -> Encoded:
        """The sentences with their features, as numbers."""
        features = self._features
        if features is None:
            features = [chunk(tree) for tree in self.trees]
        return encode(features, self._options.align, self._options.unmatched_words)

    def scores(self, versions: Iterable[str]) -> Iterator[tuple[str, Ints]]:
        """Yield versions, each with the scores of all pairs of sentences."""
        for name in versions:
            yield name, method_of(name).score(name, self, self._options)

    def read(self, sentences: Sequence[tuple[str, ...]]) -> list[Tree]:
        """Return the parser's trees of new sentences."""
        return self._parser.trees(sentences)
