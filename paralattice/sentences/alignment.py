"""Matches sentences of two documents by the two methods of Nelken & Shieber 2006, sections 4.3 and 4.4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from paralattice.arrays import Floats, Longs
from paralattice.sentences.matching import MatchModel
from paralattice.sentences.options import MatchOptions
from paralattice.sentences.similarity import index_documents, similarities


@dataclass(frozen=True, slots=True)
class Matches:
    """Matched sentences of two documents.

    Attributes
    ----------
    pairs
        (k, 2) Indices of a sentence of the first and one of the second document, 0-based, sorted.
    probabilities
        (k,) Probability that each pair matches, before the choice of pairs.
    """

    pairs: Longs
    probabilities: Floats

    def to_rows(self) -> list[tuple[int, int, float]]:
        """Return (sentence, sentence, probability) of each pair."""
        return [(i, j, p) for (i, j), p in zip(self.pairs.tolist(), self.probabilities.tolist(), strict=True)]

    @classmethod
    def from_rows(cls, rows: Sequence[Sequence[float]]) -> Matches:
        """Return the matches from the rows of :meth:`to_rows`."""
        table = np.array(rows, dtype=np.float64).reshape(-1, 3)
        return cls(table[:, :2].astype(np.int64), table[:, 2])


def match_documents(
    first: Sequence[str], second: Sequence[str], model: MatchModel, options: MatchOptions = MatchOptions()
) -> Matches:
    """Match the sentences of two documents.

    Parameters
    ----------
    first, second
        Sentences in order, as text; a document may have none.
    model
        Converts similarity to probability; trained with the same ``measure``.
    options
        Options; the paper's by default.

    Raises
    ------
    MatchError
        There are more pairs of sentences than ``most_pairs``.
    """
    one, other = index_documents([first, second], options.measure, options.language)
    return match_similarities(similarities(one, other, options), model, options)


def match_pairs(
    documents: Sequence[Sequence[str]],
    pairs: Iterable[tuple[int, int]],
    model: MatchModel,
    options: MatchOptions = MatchOptions(),
) -> Iterator[Matches]:
    """Yield the matches of each pair of documents, which depend on these two documents only.

    Parameters
    ----------
    documents
        Sentences of each document, as text.
    pairs
        Indices of two documents each, 0-based.

    Raises
    ------
    MatchError
        Two documents have more pairs of sentences than ``most_pairs``.
    """
    indexed = index_documents(documents, options.measure, options.language)
    for i, j in pairs:
        yield match_similarities(similarities(indexed[i], indexed[j], options), model, options)


def match_similarities(values: Floats, model: MatchModel, options: MatchOptions) -> Matches:
    """Match the sentences of two documents by given similarities.

    Parameters
    ----------
    values
        (n, m) Similarities.
    """
    if not values.size:
        return Matches(np.empty((0, 2), np.int64), np.empty(0))
    values = model.adjusted(values)
    if options.method == 1:
        return _by_threshold(values, model, options)
    floor = model.floor if options.floor is None else options.floor
    return _by_alignment(model.probability(values), floor, options)


def _by_threshold(values: Floats, model: MatchModel, options: MatchOptions) -> Matches:
    """Return Method 1's matches: the best of each sentence above the threshold, and the first pair."""
    # The threshold is compared as a similarity, so that few probabilities are computed.
    chosen = np.argwhere(values > max(0.0, model.similarity(model.threshold)))
    chosen = _best_of_each(chosen, values, options)
    if options.first_with_first:
        chosen = np.vstack([np.zeros((1, 2), np.int64), chosen])
    return _matches(chosen, model.probability(values[tuple(chosen.T)]))


def _by_alignment(probabilities: Floats, floor: float, options: MatchOptions) -> Matches:
    """Return Method 2's matches: the pruned best path, and the most probable pairs anywhere."""
    from paralattice.sentences.kernels.paths import best_path

    path = _best_of_each(best_path(probabilities), probabilities, options)
    path = path[probabilities[tuple(path.T)] >= floor]
    likely = _best_first(np.argwhere(probabilities > options.added_above), probabilities)
    chosen = np.vstack([path, likely if options.all_likely else likely[: options.added]])
    return _matches(chosen, probabilities[tuple(chosen.T)])


def _best_first(pairs: Longs, values: Floats) -> Longs:
    """Sort pairs by falling value, then by their sentences."""
    order = np.lexsort((pairs[:, 1], pairs[:, 0], -values[tuple(pairs.T)]))
    ordered: Longs = pairs[order]
    return ordered


def _best_of_each(pairs: Longs, values: Floats, options: MatchOptions) -> Longs:
    from paralattice.sentences.kernels.paths import within_limit

    ordered = _best_first(pairs, values)
    kept: Longs = ordered[within_limit(ordered, values.shape, options.limit)]
    return kept


def _matches(pairs: Longs, probabilities: Floats) -> Matches:
    distinct, places = np.unique(pairs, axis=0, return_index=True)
    return Matches(distinct, probabilities[places])
