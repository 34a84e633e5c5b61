"""What an evaluation begins with: a cluster's sentences, and how lattices are made of some of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paralattice.align import DEFAULT_STOP_WORDS, align
from paralattice.formats.features import read_features
from paralattice.formats.trees import read_trees
from paralattice.lattice import Lattice, from_alignment, from_trees, tree_words
from paralattice.run_options import Options
from paralattice.versions import PANG


class Material:
    """The sentences of a cluster as one version takes them.

    Parameters
    ----------
    content
        ``version``; ``options``, those of the run that matter to it; ``text``: the trees of the
        sentences in brackets, a tree a line, for the version made of trees, and else the features
        of their tokens as ``features.tsv`` has them.

    Attributes
    ----------
    words
        Of each sentence, as the lattices write them.
    """

    def __init__(self, content: dict[str, Any]) -> None:
        self._version = content["version"]
        self._options = Options.from_dict(content["options"])
        lines = content["text"].split("\n")
        if self._version == PANG:
            self._trees = read_trees(lines)
            self.words = [tree_words(tree) for tree in self._trees]
        else:
            self._sentences = read_features(lines)
            self.words = [sentence.words for sentence in self._sentences]

    def build(self, chosen: Sequence[int]) -> Lattice:
        """Return the lattice of the sentences with these 0-based numbers, in this order."""
        if self._version == PANG:
            return from_trees([self._trees[number] for number in chosen], self._options.pang).lattice
        sentences = [self._sentences[number] for number in chosen]
        given = self._options.stop_words
        stop_words = DEFAULT_STOP_WORDS if given is None else frozenset(given)
        made = align(sentences, self._version, self._options.align, stop_words)
        return from_alignment([sentence.words for sentence in sentences], made.merged.columns)

    def whole(self) -> Lattice:
        """Return the lattice of all sentences."""
        return self.build(range(len(self.words)))
