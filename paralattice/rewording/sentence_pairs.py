"""Extracts sentence pairs of documents on one event by edit distance (Quirk et al. 2004, section 3.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace

import numpy as np
from numpy.typing import NDArray

from paralattice.arrays import Flags, Longs
from paralattice.rewording.options import SentencePairOptions

# Sentences per block on one side; bounds the memory.
_ROWS = 512


@dataclass(frozen=True, slots=True)
class SentencePair:
    """Two sentences extracted as paraphrases.

    Attributes
    ----------
    first, second
        Lower-cased words of both sentences.
    distance
        Number of insertions and deletions of words that turn one into the other.
    places
        Indices of their first occurrences in the cluster; 0-based, ascending.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    distance: int
    places: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Number of sentence pairs by the first filter that rejects them.

    Attributes
    ----------
    compared
        All pairs of sentences of one cluster.
    identical
        Pairs that are identical or differ only in punctuation.
    lengths
        Pairs whose lengths differ too much.
    distances
        Pairs with too large a distance.
    duplicates
        Repetitions of a kept pair, in any cluster and order.
    kept
        Pairs that pass all filters.
    """

    compared: int = 0
    identical: int = 0
    lengths: int = 0
    distances: int = 0
    duplicates: int = 0
    kept: int = 0

    def __add__(self, other: PairCounts) -> PairCounts:
        """Return the sums."""
        return PairCounts(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True, slots=True)
class ExtractedPairs:
    """Extracted pairs sorted by places, and the counts of all pairs."""

    pairs: tuple[SentencePair, ...]
    counts: PairCounts


def extract_sentence_pairs(
    sentences: Sequence[Sequence[str]], options: SentencePairOptions = SentencePairOptions()
) -> ExtractedPairs:
    """Return the pairs of a cluster's sentences that pass all filters.

    Bit-parallel distances are computed only between sentences of allowed lengths.

    Parameters
    ----------
    sentences
        The words of all sentences of one cluster of documents, in order.
    options
        The filters.
    """
    texts = _Texts(sentences)
    found: list[tuple[int, int, int]] = []
    close, alike = 0, 0
    for first, second, distances, same in _compare(texts, options):
        weights = texts.weights[first][:, None] * texts.weights[second][None, :]
        allowed = _allowed_lengths(texts.lengths[first][:, None], texts.lengths[second][None, :], options)
        # Texts are sorted by length; the row of each pair is the shorter text.
        allowed &= first[:, None] < second[None, :]
        allowed &= ~same
        alike += int(weights[allowed].sum())
        limit = np.full(allowed.shape, float(options.distance))
        if options.relative_distance:
            shorter = np.minimum(texts.lengths[first][:, None], texts.lengths[second][None, :])
            limit = np.minimum(limit, options.relative_distance * shorter)
        kept = allowed & (distances <= limit)
        close += int(weights[kept].sum())
        rows, columns = np.nonzero(kept)
        found += zip(first[rows].tolist(), second[columns].tolist(), distances[kept].tolist(), strict=True)
    pairs = sorted((texts.pair(*entry) for entry in found), key=lambda pair: pair.places)
    return ExtractedPairs(tuple(pairs), texts.counts(alike, close, len(pairs)))


def take_given_pairs(pairs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> ExtractedPairs:
    """Return the given pairs without identical and repeated ones.

    Parameters
    ----------
    pairs
        Words of both sentences; pair n has the places 2 n and 2 n + 1. A pair with an empty side counts in
        ``lengths``.
    """
    from rapidfuzz.distance import Indel

    found: list[SentencePair] = []
    identical, empty = 0, 0
    for place, (first, second) in enumerate(pairs):
        one, other = (tuple(word.lower() for word in words) for words in (first, second))
        if not one or not other:
            empty += 1
        elif _bare(one) == _bare(other):
            identical += 1
        else:
            found.append(SentencePair(one, other, Indel.distance(one, other), (2 * place, 2 * place + 1)))
    counts = PairCounts(len(pairs), identical, empty, 0, 0, len(found))
    return join_extractions([ExtractedPairs(tuple(found), counts)])


def join_extractions(extractions: Iterable[ExtractedPairs]) -> ExtractedPairs:
    """Return the distinct pairs of several clusters."""
    counts = PairCounts()
    pairs: list[SentencePair] = []
    seen: set[tuple[tuple[str, ...], ...]] = set()
    for extraction in extractions:
        counts += extraction.counts
        for pair in extraction.pairs:
            key = tuple(sorted((pair.first, pair.second)))
            if key not in seen:
                seen.add(key)
                pairs.append(pair)
    duplicates = counts.duplicates + counts.kept - len(pairs)
    return ExtractedPairs(tuple(pairs), replace(counts, duplicates=duplicates, kept=len(pairs)))


class _Texts:
    """The distinct sentences of a cluster, sorted by length and weighted by frequency."""

    def __init__(self, sentences: Sequence[Sequence[str]]) -> None:
        places: dict[tuple[str, ...], list[int]] = {}
        for place, words in enumerate(sentences):
            places.setdefault(tuple(word.lower() for word in words), []).append(place)
        self.words = sorted(places, key=len)
        self.places = [places[words][0] for words in self.words]
        self.lengths = np.array([len(words) for words in self.words], np.int64)
        self.weights = np.array([len(places[words]) for words in self.words], np.int64)
        self.total = len(sentences)
        bare: dict[tuple[str, ...], int] = {}
        self.groups = np.array([bare.setdefault(_bare(words), len(bare)) for words in self.words], np.int64)
        # Each word becomes a character, because distances of strings are fast.
        numbers: dict[str, int] = {}
        self.coded = [
            "".join(chr(numbers.setdefault(word, len(numbers))) for word in words) for words in self.words
        ]

    def pair(self, one: int, other: int, distance: int) -> SentencePair:
        """Return the pair of two texts, by number."""
        if self.places[one] > self.places[other]:
            one, other = other, one
        places = (self.places[one], self.places[other])
        return SentencePair(self.words[one], self.words[other], distance, places)

    def counts(self, alike: int, close: int, kept: int) -> PairCounts:
        """Return the counts, given the numbers of pairs that pass the length and the distance filter."""
        compared = self.total * (self.total - 1) // 2
        sizes: Counter[int] = Counter()
        for group, weight in zip(self.groups.tolist(), self.weights.tolist(), strict=True):
            sizes[group] += weight
        identical = sum(size * (size - 1) // 2 for size in sizes.values())
        return PairCounts(
            compared, identical, compared - identical - alike, alike - close, close - kept, kept
        )


def _bare(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words without their punctuation."""
    letters = ("".join(character for character in word if character.isalnum()) for word in words)
    return tuple(word for word in letters if word)


def _allowed_lengths(one: Longs, other: Longs, options: SentencePairOptions) -> Flags:
    # The tolerance absorbs rounding errors of the ratio.
    return np.minimum(one, other) + 1e-9 >= options.length_ratio * np.maximum(one, other)


def _compare(
    texts: _Texts, options: SentencePairOptions
) -> Iterator[tuple[Longs, Longs, NDArray[np.uint8], Flags]]:
    """Yield blocks of texts: row and column indices, distances, and whether only punctuation differs.

    A distance above the limit is the limit plus 1.
    """
    from rapidfuzz.distance import Indel
    from rapidfuzz.process import cdist

    for low in range(0, len(texts.words), _ROWS):
        high = min(low + _ROWS, len(texts.words))
        longest = int(texts.lengths[high - 1])
        last = len(texts.words)
        if options.length_ratio:
            longest = int((longest + 1e-9) / options.length_ratio)
            last = int(np.searchsorted(texts.lengths, longest, side="right"))
        for begin in range(low, last, 8 * _ROWS):
            end = min(begin + 8 * _ROWS, last)
            distances = cdist(
                texts.coded[low:high],
                texts.coded[begin:end],
                scorer=Indel.distance,
                score_cutoff=options.distance,
                dtype=np.uint8,
            )
            same = texts.groups[low:high, None] == texts.groups[None, begin:end]
            yield np.arange(low, high), np.arange(begin, end), distances, same
