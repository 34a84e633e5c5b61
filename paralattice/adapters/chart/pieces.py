"""Sentences as rows of word pieces, as long as an encoder can read."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from paralattice.adapters.chart.wordpieces import WordPieces, shape
from paralattice.arrays import Longs

_HEADLINE = 4
"""Number of words from which on a sentence in capitals is a headline, whose capitals say nothing."""

_OVERLAP = 64
"""Number of words that neighbouring rows share if a sentence is too long for the encoder."""


@dataclass(frozen=True, slots=True)
class PieceBatch:
    """A batch of sentences as word pieces, one row after another.

    A sentence has n + 2 entries: its n words, and before and after them its first and its last piece.

    Attributes
    ----------
    numbers, shapes
        Number of each piece, and shape of its word from 1, or 0 if it is of no word.
    starts
        The first piece of each row, and the number of all pieces.
    firsts, lasts
        First and last piece of each entry.
    lengths
        Number of words of each sentence.
    """

    numbers: Longs
    shapes: Longs
    starts: Longs
    firsts: Longs
    lasts: Longs
    lengths: tuple[int, ...]

    def places(self) -> Longs:
        """Return the position of each piece in its row."""
        return np.arange(len(self.numbers)) - np.repeat(self.starts[:-1], np.diff(self.starts))

    def entries(self, first: int, stop: int) -> Longs:
        """Return the entries of all sentences but for the ``first`` first and the ``stop`` last of each."""
        sizes = np.array(self.lengths) + 2
        begins = np.cumsum(sizes) - sizes
        ranges = [
            np.arange(begin + first, begin + size - stop) for begin, size in zip(begins, sizes, strict=True)
        ]
        return np.concatenate(ranges)


def split_into_pieces(wordpieces: WordPieces, sentences: Sequence[Sequence[str]], most: int) -> PieceBatch:
    """Return sentences, given as forms, as rows of at most ``most`` pieces; an empty form is an unknown word.

    A sentence that needs more than one row is seen in stretches that overlap.
    """
    numbers: list[int] = []
    shapes: list[int] = []
    starts, firsts, lasts = [0], list[int](), list[int]()
    for forms in sentences:
        pieces = [wordpieces.split(form) for form in forms]
        kinds = [shape(form) + 1 for form in _without_headline_capitals(forms)]
        firsts.append(len(numbers))
        lasts.append(len(numbers))
        for window in _windows([len(word) for word in pieces], most - 2):
            numbers.append(wordpieces.first)
            shapes.append(0)
            for word in range(window.begin, window.end):
                if window.first <= word < window.stop:
                    firsts.append(len(numbers))
                    lasts.append(len(numbers) + len(pieces[word]) - 1)
                numbers.extend(pieces[word])
                shapes.extend([kinds[word]] * len(pieces[word]))
            numbers.append(wordpieces.last)
            shapes.append(0)
            starts.append(len(numbers))
        firsts.append(len(numbers) - 1)
        lasts.append(len(numbers) - 1)
    ends = np.array(firsts), np.array(lasts)
    return PieceBatch(
        np.array(numbers), np.array(shapes), np.array(starts), *ends, lengths=tuple(map(len, sentences))
    )


def _without_headline_capitals(forms: Sequence[str]) -> Sequence[str]:
    """Return the forms, in small letters if all words of a longer sentence are in capitals."""
    if len(forms) < _HEADLINE or any(map(str.islower, "".join(forms))):
        return forms
    return [form.lower() for form in forms]


class _Window(NamedTuple):
    """Half-open ranges: the words that the encoder reads, and the words whose vectors are used."""

    begin: int
    end: int
    first: int
    stop: int


def _windows(sizes: Sequence[int], most: int) -> list[_Window]:
    """Return windows of at most ``most`` pieces over words of the given numbers of pieces.

    Neighbouring windows share :data:`_OVERLAP` words; each uses half of them, so that each word is used once.
    """
    windows: list[_Window] = []
    begin = first = 0
    while True:
        end, pieces = begin, 0
        while end < len(sizes) and pieces + sizes[end] <= most:
            pieces += sizes[end]
            end += 1
        stop = end if end == len(sizes) else max(first + 1, end - _OVERLAP // 2)
        windows.append(_Window(begin, end, first, stop))
        if end == len(sizes):
            return windows
        first, begin = stop, max(begin + 1, stop - _OVERLAP // 2)


@lru_cache(maxsize=64)
def spans_of(words: int) -> tuple[Longs, Longs]:
    """Return begin and end of each span of a sentence, by begin, then by end; nobody may change them."""
    begins, ends = np.triu_indices(words + 1, 1)
    return begins, ends


def span_places(lengths: Sequence[int]) -> tuple[Longs, Longs]:
    """Return begin and end of each span, as numbers of boundaries: a sentence of n words has n + 1."""
    begins, ends = [], []
    offset = 0
    for words in lengths:
        rows, columns = spans_of(words)
        begins.append(rows + offset)
        ends.append(columns + offset)
        offset += words + 1
    return np.concatenate(begins), np.concatenate(ends)
