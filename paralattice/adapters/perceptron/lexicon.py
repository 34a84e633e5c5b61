"""Classes of words: clusters of word vectors, and sets of tags in other corpora."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paralattice.adapters.interface import Tagged

GRANULARITIES = (64, 256, 1024)
_CLUSTERED = 60_000
_RARE = 0.02
_FEW = 5

WordTable = tuple[NDArray[np.uint32], NDArray[np.uint16]]
"""Sorted hashes of words, and for each word a row of class numbers, counted from 1."""


class Lexicon:
    """Classes of words.

    Parameters
    ----------
    clusters
        A table with one column per granularity.
    classes
        For each other corpus, a table with one column.
    """

    def __init__(self, clusters: WordTable, classes: Sequence[WordTable]) -> None:
        self._tables = [clusters, *classes]

    def clusters(self, word: str) -> list[int]:
        """Return the cluster of a lower-case word at each granularity; 0 if the word has no vector."""
        return _find(self._tables[0], word)

    def classes(self, word: str) -> list[int]:
        """Return the class of a lower-case word with digits as 0 in each other corpus; 0 if unknown."""
        return [number for table in self._tables[1:] for number in _find(table, word)]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the tables as named arrays, for a file."""
        arrays: dict[str, NDArray[Any]] = {}
        for number, (words, numbers) in enumerate(self._tables):
            arrays |= {f"words{number}": words, f"numbers{number}": numbers}
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]], corpora: int) -> Lexicon:
        """Return the lexicon of arrays that :meth:`arrays` returned."""
        tables = [(arrays[f"words{number}"], arrays[f"numbers{number}"]) for number in range(corpora + 1)]
        return cls(tables[0], tables[1:])


def _find(table: WordTable, word: str) -> list[int]:
    words, numbers = table
    wanted = word_hash(word)
    place = int(np.searchsorted(words, wanted))
    if place < len(words) and words[place] == wanted:
        return [int(number) for number in numbers[place]]
    return [0] * numbers.shape[1]


def word_hash(word: str) -> int:
    """Return a 32-bit hash of a word, the same on every machine."""
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=4).digest(), "big")


def _table(rows: Mapping[str, Sequence[int]], columns: int) -> WordTable:
    # Of two words with the same hash, keep the first, which is more frequent.
    hashed: dict[int, Sequence[int]] = {}
    for word, row in rows.items():
        hashed.setdefault(word_hash(word), row)
    order = sorted(hashed)
    numbers = np.array([hashed[key] for key in order], np.uint16).reshape(len(order), columns)
    return np.array(order, np.uint32), numbers


def cluster_words(words: Sequence[str], vectors: NDArray[np.float32], seed: int) -> WordTable:
    """Return clusters of the most frequent words by k-means over their normalised vectors.

    Parameters
    ----------
    words
        The words, most frequent first.
    vectors
        One row per word.
    seed
        Random seed of the initial centres.
    """
    from sklearn.cluster import MiniBatchKMeans

    chosen = words[:_CLUSTERED]
    unit = vectors[: len(chosen)] / np.maximum(
        np.linalg.norm(vectors[: len(chosen)], axis=1, keepdims=True), 1e-9
    )
    columns = [
        MiniBatchKMeans(min(count, len(chosen)), random_state=seed, n_init=1, batch_size=4096, max_iter=30)
        .fit(unit)
        .labels_
        for count in GRANULARITIES
    ]
    return _table(
        {word: [int(column[row]) + 1 for column in columns] for row, word in enumerate(chosen)}, len(columns)
    )


def tag_classes(sentences: Iterable[Tagged], normal: Callable[[str], str]) -> WordTable:
    """Return the class of each word; words with the same set of tags share a class.

    Tags of less than 2 % of a word's tokens are ignored; words that occur fewer than 5 times
    have separate classes.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        for word, tag in sentence:
            counts[normal(word.lower())][tag] += 1
    numbers: dict[tuple[object, ...], int] = {}
    rows = {}
    for word, tags in counts.items():
        total = tags.total()
        kept = tuple(sorted(tag for tag, count in tags.items() if count >= _RARE * total))
        rows[word] = [numbers.setdefault((kept, total >= _FEW), len(numbers) + 1)]
    return _table(rows, 1)
