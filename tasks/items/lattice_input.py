"""The input of an evaluation: the sentences of a cluster, and lattices built from some of them."""

from collections.abc import Sequence
from typing import Any

from paralattice.facade.material import GivenCluster
from paralattice.formats.trees import read_trees
from paralattice.lattice import WordLattice
from paralattice.methods import method_of
from paralattice.run_options import Options
from paralattice.syntax.chunking import chunk


class LatticeInput:
    """The sentences of a cluster in the form that one version builds lattices from.

    Parameters
    ----------
    content
        ``version``; ``options``: the run's options that the version uses; ``trees``: the sentences' trees
        in brackets.

    Attributes
    ----------
    words
        The words of each sentence, written as in the lattices.
    """

    def __init__(self, content: dict[str, Any]) -> None:
        self._version = content["version"]
        self._options = Options.from_dict(content["options"])
        self._method = method_of(self._version)
        self._trees = read_trees(content["trees"])
        self._features = list(map(chunk, self._trees))
        given, lower = [tree.words() for tree in self._trees], self._method.lower_cased
        self.words = [tuple(word.lower() for word in words) if lower else words for words in given]

    def build(self, chosen: Sequence[int]) -> WordLattice:
        """Return the lattice of the sentences with these 0-based numbers, in the given order."""
        words = [self.words[number] for number in chosen]
        features = [self._features[number] for number in chosen]
        material = GivenCluster(self._options, words, [self._trees[number] for number in chosen], features)
        return self._method.build(self._version, material, self._options).lattice

    def whole(self) -> WordLattice:
        """Return the lattice of all sentences."""
        return self.build(range(len(self.words)))
