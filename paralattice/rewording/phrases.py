"""Phrasal replacements of aligned sentence pairs, and their scores (Quirk et al. 2004, section 3.3)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from paralattice.arrays import Floats
from paralattice.formats.pharaoh import Link
from paralattice.formats.phrase_table import PhraseEntry
from paralattice.rewording.alignment.bitext import Bitext, WordPair
from paralattice.rewording.alignment.word_alignment import AlignmentModel
from paralattice.rewording.decoding.decoder import Phrase
from paralattice.rewording.options import PhraseOptions

SpanPair = tuple[int, int, int, int]
"""Start and end of a phrase in the first and in the second sentence; 0-based, half-open."""


def cepts_of(links: Iterable[Link], first: int, second: int) -> tuple[list[int], list[int]]:
    """Return the cept of each word; words that are linked, directly or indirectly, share a cept.

    Parameters
    ----------
    links
        The alignment of two sentences.
    first, second
        Lengths of the sentences.

    Returns
    -------
    Cept numbers of the words of both sentences. A word without a link has its own cept.
    """
    heads = list(range(first + second))

    def head(place: int) -> int:
        while heads[place] != place:
            heads[place] = place = heads[heads[place]]
        return place

    for i, j in links:
        heads[head(first + j)] = head(i)
    found = [head(place) for place in range(first + second)]
    return found[:first], found[first:]


class _Cepts:
    """The cepts of a sentence pair, prepared for the extraction of phrases."""

    def __init__(self, links: Sequence[Link], first: int, second: int) -> None:
        self.first, self.second = cepts_of(links, first, second)
        self.sources: dict[int, tuple[int, int]] = _ranges(self.first)
        self.targets: dict[int, tuple[int, int]] = _ranges(self.second)

    def linked(self, place: int) -> bool:
        """Return whether a word of the second sentence has a link."""
        return self.second[place] in self.sources

    def gaps(self, low: int, high: int, chosen: set[int], most: int) -> int:
        """Return the number of words without a link from ``low`` to ``high``.

        The result exceeds ``most`` if the number does, or if a word belongs to another cept than the chosen.
        """
        gaps = 0
        for place in range(low, high):
            if self.second[place] not in chosen:
                gaps += most + 1 if self.linked(place) else 1
                if gaps > most:
                    break
        return gaps


def _ranges(cepts: Sequence[int]) -> dict[int, tuple[int, int]]:
    ranges: dict[int, tuple[int, int]] = {}
    for place, cept in enumerate(cepts):
        low, _ = ranges.get(cept, (place, place))
        ranges[cept] = (low, place + 1)
    return ranges


def phrase_spans(
    links: Sequence[Link], first: int, second: int, most: int = 5, unlinked: bool = True
) -> Iterator[SpanPair]:
    """Yield the phrase pairs of an alignment: sets of cepts whose words are contiguous in both sentences.

    Each pair has at least one link.

    Parameters
    ----------
    links
        The alignment of two sentences.
    first, second
        Lengths of the sentences.
    most
        Maximum number of cepts, including words without a link.
    unlinked
        Whether phrases may contain words without a link.
    """
    cepts = _Cepts(links, first, second)
    for begin in range(first):
        chosen: set[int] = set()
        last, low, high = begin, second, 0
        for end in range(begin + 1, first + 1):
            cept = cepts.first[end - 1]
            chosen.add(cept)
            if (
                len(chosen) > most
                or cepts.sources[cept][0] < begin
                or not (unlinked or cept in cepts.targets)
            ):
                break
            last = max(last, cepts.sources[cept][1])
            if cept in cepts.targets:
                low, high = min(low, cepts.targets[cept][0]), max(high, cepts.targets[cept][1])
            if last <= end and low < high:
                yield from _widen(cepts, (begin, end, low, high), chosen, most if unlinked else len(chosen))


def _widen(cepts: _Cepts, spans: SpanPair, chosen: set[int], most: int) -> Iterator[SpanPair]:
    """Yield the phrase pair, also extended by unlinked words at the edges of the second phrase."""
    begin, end, low, high = spans
    spare = most - len(chosen)
    spare -= cepts.gaps(low, high, chosen, spare)
    while spare >= 0:
        right, left_over = high, spare
        while True:
            yield begin, end, low, right
            if not left_over or right == len(cepts.second) or cepts.linked(right):
                break
            right, left_over = right + 1, left_over - 1
        low, spare = low - 1, spare - 1
        if low < 0 or cepts.linked(low):
            break


def count_phrases(
    pairs: Iterable[WordPair], alignments: Iterable[Sequence[Link]], options: PhraseOptions = PhraseOptions()
) -> Counter[tuple[Phrase, Phrase]]:
    """Return the number of occurrences of each phrase pair; counts of shards can be added.

    Pairs of equal phrases are counted too; the decoder ignores them.
    """
    return Counter(pair for _, pair in _found_phrases(pairs, alignments, options))


def phrase_occurrences(
    pairs: Iterable[WordPair], alignments: Iterable[Sequence[Link]], options: PhraseOptions
) -> dict[tuple[Phrase, Phrase], list[int]]:
    """Return the numbers of the sentence pairs in which each phrase pair occurs, increasing, 0-based.

    Pairs of equal phrases are included: they say how often a phrase stays as it is.
    """
    found: dict[tuple[Phrase, Phrase], list[int]] = {}
    for number, pair in _found_phrases(pairs, alignments, options):
        found.setdefault(pair, []).append(number)
    return {pair: sorted(set(numbers)) for pair, numbers in found.items()}


def _found_phrases(
    pairs: Iterable[WordPair], alignments: Iterable[Sequence[Link]], options: PhraseOptions
) -> Iterator[tuple[int, tuple[Phrase, Phrase]]]:
    """Yield the number of the sentence pair and the phrases of each occurrence of a phrase pair."""
    for number, ((first, second), links) in enumerate(zip(pairs, alignments, strict=True)):
        spans = phrase_spans(links, len(first), len(second), options.cepts, options.unlinked)
        for begin, end, low, high in spans:
            one, other = tuple(first[begin:end]), tuple(second[low:high])
            yield number, (one, other)
            if options.both_ways:
                yield number, (other, one)


def model1_scores(model: AlignmentModel, phrases: Iterable[WordPair]) -> Floats:
    """Return log10 of P(S|T) under Model 1, ``prod over s of sum over t of P(s|t) / (|T| + 1)``.

    Parameters
    ----------
    model
        A trained Model 1 with the words of T given.
    phrases
        Pairs (S, T) of non-empty phrases. The words t include the empty word.

    Returns
    -------
    (pairs,) array; minus infinity if a word has probability 0.
    """
    bitext = Bitext.of_pairs(((target, source) for source, target in phrases), model.vocabulary)
    if not len(bitext.givens):
        return np.zeros(len(bitext.givens))
    cells = bitext.cells(model.entries)
    chances = np.where(cells >= 0, model.table[cells], 0.0)
    widths = np.repeat(bitext.givens + 1, bitext.produced)
    sums = np.add.reduceat(chances, np.cumsum(widths) - widths) / widths
    logs = np.log10(sums, out=np.full(len(sums), -np.inf), where=sums > 0)
    return np.add.reduceat(logs, np.cumsum(bitext.produced) - bitext.produced)


def score_phrases(counts: Mapping[tuple[Phrase, Phrase], int], model: AlignmentModel) -> list[PhraseEntry]:
    """Return each phrase pair (S, T) with P(S|T) and its count, except those with probability 0.

    Sorted by S, then by falling probability.
    """
    pairs = sorted(counts)
    logs = model1_scores(model, pairs).tolist()
    entries = [
        PhraseEntry(source, target, (10.0**log,), counts=(counts[source, target],))
        for (source, target), log in zip(pairs, logs, strict=True)
        if 10.0**log > 0
    ]
    return sorted(entries, key=lambda entry: (entry.source, -entry.scores[0], entry.target))
