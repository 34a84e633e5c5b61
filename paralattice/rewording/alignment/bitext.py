"""Sentence pairs as arrays of word numbers, for training word alignment."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat

import numpy as np

from paralattice.arrays import Ints, Longs

WordPair = tuple[Sequence[str], Sequence[str]]

#: The number of the empty word.
EMPTY = 0


class Vocabulary:
    """Word numbers from 1 on; 0 is the empty word.

    Parameters
    ----------
    words
        Words in the order of their numbers; repeated words count once.
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.numbers = {word: number for number, word in enumerate(dict.fromkeys(words), 1)}

    @classmethod
    def of_pairs(cls, pairs: Iterable[WordPair]) -> Vocabulary:
        """Return the vocabulary of both sides, in order of occurrence."""
        return cls(chain.from_iterable(chain.from_iterable(pairs)))

    def __len__(self) -> int:
        """Return the number of words, including the empty word."""
        return len(self.numbers) + 1

    @property
    def words(self) -> tuple[str, ...]:
        """The words from number 1 on."""
        return tuple(self.numbers)

    def encode(self, words: Iterable[str]) -> Iterator[int]:
        """Yield the numbers of words; unknown words have the length of the vocabulary as number."""
        return map(self.numbers.get, words, repeat(len(self)))

    def identity_lexicon(self) -> list[WordPair]:
        """Return every word as a pair with itself (Quirk et al. 2004, footnote 5)."""
        return [((word,), (word,)) for word in self.numbers]


@dataclass(frozen=True, eq=False)
class Bitext:
    """Sentence pairs in one direction: given words, and the words that they produce.

    Attributes
    ----------
    given
        (N,) Numbers of the given words of all pairs, one pair after the other; the empty word precedes each
        sentence.
    made
        (M,) Numbers of the produced words of all pairs.
    givens, produced
        (P,) I and J: lengths of both sides of each pair, in words.
    base
        V + 1, greater than any word number; the key of a pair of words is ``given * base + produced``.
    """

    given: Ints
    made: Ints
    givens: Longs
    produced: Longs
    base: int
    _cells: list[tuple[Longs, Ints]] = field(default_factory=list, init=False, repr=False)

    @classmethod
    def of_pairs(cls, pairs: Iterable[WordPair], vocabulary: Vocabulary) -> Bitext:
        """Return the bitext of pairs; the first sentence of each is given."""
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
    def keys(self) -> Longs:
        """Keys of the distinct pairs of words that occur together, sorted."""
        from paralattice.rewording.kernels.cells import collect_keys

        corpus = self._corpus()
        keys = np.empty(collect_keys(corpus, self.base, np.empty(0, np.int64)), np.int64)
        collect_keys(corpus, self.base, keys)
        keys.sort()
        return keys

    def cells(self, entries: Longs) -> Ints:
        """Return the index in sorted entries of each produced word with each given word; -1 if absent.

        The order is by sentence pair, then by produced word, then by given word, the empty word first.
        The result for the last entries is cached.
        """
        if not self._cells or self._cells[0][0] is not entries:
            self._cells[:] = [(entries, self._number(entries))]
        return self._cells[0][1]

    def _number(self, entries: Longs) -> Ints:
        from paralattice.rewording.kernels.cells import fill_cells

        starts = _starts((self.givens + 1) * self.produced)
        cells = np.empty(starts[-1], np.int32)
        rows = np.searchsorted(entries, np.arange(self.base + 1) * self.base)
        fill_cells(self._corpus(), entries, rows, starts, cells)
        return cells

    def _corpus(self) -> tuple[Ints, Ints, Ints, Longs, Longs]:
        widths = self.givens + 1
        pairs = np.repeat(np.arange(len(widths), dtype=np.int32), widths)
        return self.given, self.made, pairs, _starts(widths), _starts(self.produced)


def _starts(lengths: Longs) -> Longs:
    return np.concatenate([[0], np.cumsum(lengths)])


def join_entries(parts: Iterable[Longs]) -> Longs:
    """Return the distinct keys of all parts, sorted."""
    keys = np.concatenate([np.empty(0, np.int64), *parts])
    # Faster and smaller than numpy.unique, which builds a hash table.
    keys.sort()
    return keys[np.diff(keys, prepend=-1) > 0]
