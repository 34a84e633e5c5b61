"""Sentence pairs as numbers: what word alignment is trained on, in shards that can be counted apart."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
WordPair = tuple[Sequence[str], Sequence[str]]

#: The number of the empty word.
EMPTY = 0


class Vocabulary:
    """Numbers of words, from 1 on; 0 is the empty word.

    Parameters
    ----------
    words
        In the order of their numbers; a repeated one counts once.
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.numbers: dict[str, int] = {}
        for word in words:
            self.numbers.setdefault(word, len(self.numbers) + 1)

    @classmethod
    def of_pairs(cls, pairs: Iterable[WordPair]) -> Vocabulary:
        """Return the words of both sides, in the order in which they come."""
        return cls(word for pair in pairs for words in pair for word in words)

    def __len__(self) -> int:
        """Return how many numbers there are, that of the empty word included."""
        return len(self.numbers) + 1

    @property
    def words(self) -> tuple[str, ...]:
        """The words from number 1 on."""
        return tuple(self.numbers)

    def encode(self, words: Iterable[str]) -> list[int]:
        """Return the numbers of words; the first after the last for words that have none."""
        return [self.numbers.get(word, len(self)) for word in words]

    def identity_lexicon(self) -> list[WordPair]:
        """Return every word as a pair with itself (Quirk et al. 2004, footnote 5)."""
        return [((word,), (word,)) for word in self.numbers]


@dataclass(frozen=True, eq=False)
class Bitext:
    """Sentence pairs in one direction: words given, and words that they produce.

    Attributes
    ----------
    keys
        (C,) Each produced word with each word that may have produced it, the empty word first:
        ``given * (V + 1) + produced``. Pairs of sentences come one after the other, in them
        produced words, in them given ones.
    givens, produced
        (P,) Lengths of both sides of each pair.
    """

    keys: Numbers
    givens: Numbers
    produced: Numbers

    @classmethod
    def of_pairs(cls, pairs: Iterable[WordPair], vocabulary: Vocabulary) -> Bitext:
        """Return the bitext that is to be aligned: the first sentence of each pair is given."""
        keys = array("q")
        givens, produced = array("q"), array("q")
        base = len(vocabulary) + 1
        for one, other in pairs:
            given = [number * base for number in (EMPTY, *vocabulary.encode(one))]
            made = vocabulary.encode(other)
            for number in made:
                keys.extend([key + number for key in given])
            givens.append(len(one))
            produced.append(len(made))
        return cls(*(np.array(values, np.int64) for values in (keys, givens, produced)))

    def cells(self, entries: Numbers) -> Numbers:
        """Return the number of each key among sorted entries; -1 where it is not there."""
        if not len(entries):
            return np.full(len(self.keys), -1, np.int64)
        places = np.minimum(np.searchsorted(entries, self.keys), len(entries) - 1)
        return np.where(entries[places] == self.keys, places, -1)


def join_entries(parts: Iterable[Numbers]) -> Numbers:
    """Return the entries of a table: all keys, sorted, each once."""
    return np.unique(np.concatenate([np.empty(0, np.int64), *(np.unique(part) for part in parts)]))
