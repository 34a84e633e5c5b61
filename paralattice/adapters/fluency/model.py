"""Log probabilities of the words of sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock

import numpy as np

from paralattice.adapters.chart.products import use_one_thread
from paralattice.adapters.fluency.network import LlamaNetwork
from paralattice.adapters.fluency.pieces import MOST, PieceSplitter
from paralattice.adapters.fluency.prefix_tree import PrefixTree
from paralattice.adapters.fluency.storage import LlamaWeights, read_llama_weights

NODES = 3000
"""Maximum number of different beginnings of sentences that are computed together and remembered."""


class NeuralLanguageModel:
    """A loaded language model of the Llama architecture.

    Its scores of a sentence depend on the sentence alone, to the last bit.  It caches beginnings of recent
    sentences, so that further sentences with equal beginnings take less time.

    Raises
    ------
    ModelError
        A package is missing, or the model has dimensions that cannot be used.
    """

    def __init__(self, weights: LlamaWeights, nodes: int = NODES) -> None:
        self._splitter = PieceSplitter(weights.vocabulary)
        self._network = LlamaNetwork(weights, MOST)
        self._start, self._end = weights.vocabulary.start, weights.vocabulary.end
        self._most = max(nodes, MOST + 1)
        self._tree = PrefixTree(self._start)
        self._memory = self._network.memory(self._most)
        self._lock = Lock()

    def score(self, sentences: Sequence[Sequence[str]]) -> list[list[float]]:
        """Return the natural log probability of each word after those before it, and of the end.

        Words are scored as running text.  A word behind the first :data:`MOST` pieces has 0.

        Returns
        -------
        For each sentence as many numbers as it has words, and one more for the end.
        """
        return self._scores(sentences, (self._end,))

    def score_words(self, sentences: Sequence[Sequence[str]]) -> list[list[float]]:
        """Return what :meth:`score` does without the ends, which takes less time."""
        return [values[:-1] for values in self._scores(sentences, ())]

    def _scores(self, sentences: Sequence[Sequence[str]], ending: tuple[int, ...]) -> list[list[float]]:
        pieces = [self._splitter.split(words) for words in sentences]
        followed = [(*own.numbers, *ending) for own in pieces]
        found: list[list[float]] = [[] for _ in sentences]
        with self._lock:
            for batch in self._batches(followed):
                for number, values in zip(
                    batch, self._piece_scores([followed[n] for n in batch]), strict=True
                ):
                    length = len(sentences[number])
                    words = (*pieces[number].words, length)[: len(values)]
                    found[number] = np.bincount(words, values, length + 1).tolist()
        return found

    def _piece_scores(self, batch: Sequence[Sequence[int]]) -> list[list[float]]:
        """Return the log probability of each piece after those before it."""
        rows = [list(zip((0, *self._tree.add(row[:-1])), row, strict=True)) if row else [] for row in batch]
        pairs = sorted({pair for row in rows for pair in row})
        if not pairs:
            return [[] for _ in batch]
        values = self._network.log_probabilities(self._tree, np.array(pairs, np.int64), self._memory)
        known = dict(zip(pairs, values.tolist(), strict=True))
        return [[known[pair] for pair in row] for row in rows]

    def _batches(self, rows: Sequence[tuple[int, ...]]) -> Iterator[list[int]]:
        """Yield the numbers of sentences, those that begin alike together, in batches that fit the memory."""
        batch: list[int] = []
        room = self._most - len(self._tree)
        if sum(map(self._tree.missing, rows)) > room:
            room = self._forget()
        for number in sorted(range(len(rows)), key=lambda number: rows[number]):
            new = self._tree.missing(rows[number])
            if batch and new > room:
                yield batch
                batch, room = [], self._forget()
                new = len(rows[number])
            batch.append(number)
            room -= new
        if batch:
            yield batch

    def _forget(self) -> int:
        """Begin a new tree; return for how many nodes there is room."""
        self._tree = PrefixTree(self._start)
        self._memory.forget()
        return self._most - len(self._tree)


@lru_cache(maxsize=1)
def shared_language_model(path: Path) -> NeuralLanguageModel:
    """Return the model of a file; it stays loaded in the process.

    Raises
    ------
    ModelError
        The file is missing or damaged, or a package is missing.
    """
    use_one_thread()
    return NeuralLanguageModel(read_llama_weights(path))
