"""Sentence pairs as numbers: what word alignment is trained on, in shards that can be counted apart."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Words = NDArray[np.int32]
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
        self.numbers = {word: number for number, word in enumerate(dict.fromkeys(words), 1)}

    @classmethod
    def of_pairs(cls, pairs: Iterable[WordPair]) -> Vocabulary:
        """Return the words of both sides, in the order in which they come."""
        return cls(chain.from_iterable(chain.from_iterable(pairs)))

    def __len__(self) -> int:
        """Return how many numbers there are, that of the empty word included."""
        return len(self.numbers) + 1

    @property
    def words(self) -> tuple[str, ...]:
        """The words from number 1 on."""
        return tuple(self.numbers)

    def encode(self, words: Iterable[str]) -> Iterator[int]:
        """Yield the numbers of words; the first after the last for words that have none."""
        return map(self.numbers.get, words, repeat(len(self)))

    def identity_lexicon(self) -> list[WordPair]:
        """Return every word as a pair with itself (Quirk et al. 2004, footnote 5)."""
        return [((word,), (word,)) for word in self.numbers]


@dataclass(frozen=True, eq=False)
class Bitext:
    """Sentence pairs in one direction: words given, and words that they produce.

    Attributes
    ----------
    given
        (N,) The given words of all pairs by their numbers, one pair after the other; the empty
        word before each sentence.
    made
        (M,) The produced words of all pairs.
    givens, produced
        (P,) I and J: lengths of both sides of each pair, in words.
    base
        V + 1: more than the number of any word; the key of a pair of words is
        ``given * base + produced``.
    """

    given: Words
    made: Words
    givens: Numbers
    produced: Numbers
    base: int
    _cells: list[tuple[Numbers, Words]] = field(default_factory=list, init=False, repr=False)

    @classmethod
    def of_pairs(cls, pairs: Iterable[WordPair], vocabulary: Vocabulary) -> Bitext:
        """Return the bitext that is to be aligned: the first sentence of each pair is given."""
        given, made = array("i"), array("i")
        givens, produced = array("q"), array("q")
        for one, other in pairs:
            given.append(EMPTY)
            given.extend(vocabulary.encode(one))
            made.extend(vocabulary.encode(other))
            givens.append(len(one))
            produced.append(len(other))
        return cls(
            np.array(given, np.int32),
            np.array(made, np.int32),
            np.array(givens, np.int64),
            np.array(produced, np.int64),
            len(vocabulary) + 1,
        )

    @property
    def keys(self) -> Numbers:
        """The pairs of words that stand together, each once, sorted."""
        from paralattice.rewording.kernels.cells import collect_keys

        corpus = self._corpus()
        keys = np.empty(collect_keys(corpus, self.base, np.empty(0, np.int64)), np.int64)
        collect_keys(corpus, self.base, keys)
        keys.sort()
        return keys

    def cells(self, entries: Numbers) -> Words:
        """Return the number, among sorted entries, of each produced word with each word given; -1 for none.

        Pairs of sentences come one after the other, in them produced words, in them given ones, the empty
        word first. What was returned for the last entries is kept: it is the same array if they are.
        """
        if not self._cells or self._cells[0][0] is not entries:
            self._cells[:] = [(entries, self._number(entries))]
        return self._cells[0][1]

    def _number(self, entries: Numbers) -> Words:
        from paralattice.rewording.kernels.cells import fill_cells

        starts = _starts((self.givens + 1) * self.produced)
        cells = np.empty(starts[-1], np.int32)
        rows = np.searchsorted(entries, np.arange(self.base + 1) * self.base)
        fill_cells(self._corpus(), entries, rows, starts, cells)
        return cells

    def _corpus(self) -> tuple[Words, Words, Words, Numbers, Numbers]:
        widths = self.givens + 1
        pairs = np.repeat(np.arange(len(widths), dtype=np.int32), widths)
        return self.given, self.made, pairs, _starts(widths), _starts(self.produced)


def _starts(lengths: Numbers) -> Numbers:
    return np.concatenate([[0], np.cumsum(lengths)])


def join_entries(parts: Iterable[Numbers]) -> Numbers:
    """Return the entries of a table: all keys, sorted, each once."""
    keys = np.concatenate([np.empty(0, np.int64), *parts])
    # Faster, and with less memory, than numpy.unique, which builds a hash table.
    keys.sort()
    return keys[np.diff(keys, prepend=-1) > 0]
