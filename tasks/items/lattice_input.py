"""The input of an evaluation: the sentences of a cluster, and lattices built from some of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paralattice.align import DEFAULT_STOP_WORDS, align
from paralattice.formats.features import read_features
from paralattice.formats.trees import read_trees
from paralattice.lattice import WordLattice, from_alignment, from_trees, tree_words
from paralattice.methods.pang import PANG
from paralattice.run_options import Options


class LatticeInput:
    """The sentences of a cluster in the form that one version builds lattices from.

    Parameters
    ----------
    content
        ``version``; ``options``: the run's options that the version uses; ``text``: for the version built
        from trees, the sentences' trees in brackets, one per line; for the others, the features of the
        tokens as in ``features.tsv``.

    Attributes
    ----------
    words
        The words of each sentence, written as in the lattices.
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

    def build(self, chosen: Sequence[int]) -> WordLattice:
        """Return the lattice of the sentences with these 0-based numbers, in the given order."""
        if self._version == PANG:
            return from_trees([self._trees[number] for number in chosen], self._options.pang).lattice
        sentences = [self._sentences[number] for number in chosen]
        given = self._options.stop_words
        stop_words = DEFAULT_STOP_WORDS if given is None else frozenset(given)
        made = align(sentences, self._version, self._options.align, stop_words)
        return from_alignment([sentence.words for sentence in sentences], made.merged.columns)

    def whole(self) -> WordLattice:
        """Return the lattice of all sentences."""
        return self.build(range(len(self.words)))
