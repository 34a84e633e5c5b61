"""Log probabilities of the words of sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from paralattice.adapters.chart.products import use_one_thread
from paralattice.adapters.fluency.network import Network
from paralattice.adapters.fluency.pieces import MOST, Pieces, PieceSplitter
from paralattice.adapters.fluency.prefix_tree import prefix_tree
from paralattice.adapters.fluency.storage import LlamaWeights, read_weights

PIECES_AT_ONCE = 4000
"""Maximum number of pieces of the sentences of a batch, unless one has more; bounds the memory."""


class LanguageModel:
    """A loaded language model.

    What it returns for a sentence depends on the sentence alone, to the last bit.

    Raises
    ------
    ModelError
        A package is missing, or the model has dimensions that cannot be used.
    """

    def __init__(self, weights: LlamaWeights) -> None:
        self._splitter = PieceSplitter(weights.vocabulary)
        self._network = Network(weights, MOST)
        self._start, self._end = weights.vocabulary.start, weights.vocabulary.end

    def score(self, sentences: Sequence[Sequence[str]]) -> list[list[float]]:
        """Return the natural log probability of each word after those before it, and of the end.

        Words are scored as running text.  A word behind the first :data:`MOST` pieces has 0.

        Returns
        -------
        For each sentence as many numbers as it has words, and one more for the end.
        """
        pieces = [self._splitter.split(words) for words in sentences]
        found: list[list[float]] = [[] for _ in sentences]
        for batch in _batches(pieces):
            batch_pieces = [pieces[number] for number in batch]
            for number, values in zip(batch, self._piece_scores(batch_pieces), strict=True):
                sums = np.bincount(
                    (*pieces[number].words, len(sentences[number])), values, len(sentences[number]) + 1
                )
                found[number] = [float(value) for value in sums]
        return found

    def _piece_scores(self, batch: Sequence[Pieces]) -> list[list[float]]:
        """Return the log probability of each piece and of the end."""
        tree = prefix_tree(self._start, [pieces.numbers for pieces in batch])
        wanted = [
            list(zip((0, *path), (*pieces.numbers, self._end), strict=True))
            for path, pieces in zip(tree.paths, batch, strict=True)
        ]
        pairs = sorted({pair for row in wanted for pair in row})
        values = self._network.log_probabilities(tree, np.array(pairs, np.int64))
        known = dict(zip(pairs, values.tolist(), strict=True))
        return [[known[pair] for pair in row] for row in wanted]


def _batches(pieces: Sequence[Pieces]) -> Iterator[list[int]]:
    """Yield the numbers of the sentences in batches, those that begin alike together."""
    batch: list[int] = []
    size = 0
    for number in sorted(range(len(pieces)), key=lambda number: pieces[number].numbers):
        length = len(pieces[number].numbers)
        if batch and size + length > PIECES_AT_ONCE:
            yield batch
            batch, size = [], 0
        batch.append(number)
        size += length
    if batch:
        yield batch


@lru_cache(maxsize=1)
def shared_language_model(path: Path) -> LanguageModel:
    """Return the model of a file; it stays loaded in the process.

    Raises
    ------
    ModelError
        The file is missing or damaged, or a package is missing.
    """
    use_one_thread()
    return LanguageModel(read_weights(path))
