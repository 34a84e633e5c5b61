"""Similarities of the sentences of two documents (Nelken & Shieber 2006, section 4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from paralattice.arrays import Floats, Ints
from paralattice.errors import MatchError
from paralattice.languages.registry import DEFAULT
from paralattice.sentences.options import MatchOptions
from paralattice.sentences.terms import grams, terms

# Usual BM25 parameters, as in Robertson's papers.
_K1, _B = 1.2, 0.75


@dataclass(frozen=True, slots=True)
class TermDocument:
    """Inverted index of a document: the sentences that contain each term; T terms, P places.

    Attributes
    ----------
    sentences
        Number of sentences.
    terms
        (T,) Numbers of the distinct terms, increasing.
    starts
        (T + 1,) Index of the first place of each term.
    places
        (P,) Sentences that contain the term, increasing within a term; 0-based.
    counts
        (P,) Number of occurrences.
    grams
        The same index over n-grams of characters; ``None`` if the measure does not need it.
    """

    sentences: int
    terms: Ints
    starts: Ints
    places: Ints
    counts: Floats
    grams: TermDocument | None = None


def index_documents(
    documents: Sequence[Sequence[str]], measure: str = "tfidf", language: str = DEFAULT
) -> list[TermDocument]:
    """Return the index of each document, with term numbers in common so that any two can be compared.

    Parameters
    ----------
    documents
        Sentences in order, as text; a document may have none.
    measure
        The measure of :class:`MatchOptions` that will compare them.
    language
        Language of the documents, a code of ISO 639-1.
    """
    indexed = _indexed(documents, partial(terms, language=language))
    if measure not in ("ngrams", "mixed"):
        return indexed
    spelt = _indexed(documents, grams)
    return [replace(document, grams=other) for document, other in zip(indexed, spelt, strict=True)]


def _indexed(documents: Sequence[Sequence[str]], pieces: Callable[[str], list[str]]) -> list[TermDocument]:
    counted = [[Counter(pieces(sentence)) for sentence in document] for document in documents]
    vocabulary = sorted({term for document in counted for sentence in document for term in sentence})
    # Alphabetical numbers, so that the sums of two documents do not depend on the other documents.
    numbers = {term: number for number, term in enumerate(vocabulary)}
    return [_index(document, numbers) for document in counted]


def _index(document: Iterable[Counter[str]], numbers: dict[str, int]) -> TermDocument:
    bags = list(document)
    entries = [(numbers[term], place, bag[term]) for place, bag in enumerate(bags) for term in bag]
    table = np.array(sorted(entries), dtype=np.int32).reshape(-1, 3)
    distinct, starts = np.unique(table[:, 0], return_index=True)
    return TermDocument(
        len(bags),
        distinct,
        np.append(starts, len(table)).astype(np.int32),
        np.ascontiguousarray(table[:, 1]),
        table[:, 2].astype(np.float64),
    )


def similarities(first: TermDocument, second: TermDocument, options: MatchOptions) -> Floats:
    """Return the cosine of every sentence of one document with every sentence of the other.

    Document frequencies count the sentences of both documents. A sentence without weighted terms has
    similarity 0 to all.

    Parameters
    ----------
    first, second
        Documents of n and m sentences, from one call of :func:`index_documents` with the same measure.
    options
        ``measure`` selects terms and weights, ``context`` the weight of neighbours; ``most_pairs`` bounds
        n x m.

    Returns
    -------
    Floats
        (n, m) Values from 0 to 1.

    Raises
    ------
    MatchError
        There are more pairs of sentences than ``most_pairs``.
    """
    pairs = first.sentences * second.sentences
    if pairs > options.most_pairs:
        raise MatchError(
            f"{first.sentences:,} x {second.sentences:,} sentences are {pairs:,} pairs, more than "
            f"{options.most_pairs:,}: split the documents, or raise most_pairs (18 bytes per pair)"
        )
    values = _measured(first, second, options.measure)
    return _in_context(values, options.context) if options.context else values


def _measured(first: TermDocument, second: TermDocument, measure: str) -> Floats:
    if measure not in ("ngrams", "mixed"):
        return _cosines(first, second, measure)
    if first.grams is None or second.grams is None:
        raise MatchError(f"the documents were not indexed for measure {measure!r}")
    values = _cosines(first.grams, second.grams, "tfidf")
    if measure == "mixed":
        values += _cosines(first, second, "tfidf")
        values /= 2
    return values


def _cosines(first: TermDocument, second: TermDocument, measure: str) -> Floats:
    from paralattice.sentences.kernels.cosines import BM25, PLAIN, RARITY, cosines

    documents = (first, second)
    if measure == "bm25":
        values = _saturated(documents)
    else:
        values = [each.counts if measure == "cosine" else np.ones_like(each.counts) for each in documents]
    one, other = (
        (document.terms, document.starts, document.places, value)
        for document, value in zip(documents, values, strict=True)
    )
    weighting = {"tfidf": RARITY, "bm25": BM25}.get(measure, PLAIN)
    return cosines((first.sentences, second.sentences), one, other, weighting)


def _saturated(documents: Sequence[TermDocument]) -> list[Floats]:
    """Return the saturated counts of BM25 for each term in each sentence."""
    lengths = [np.bincount(document.places, document.counts, document.sentences) for document in documents]
    mean = sum(map(np.sum, lengths)) / max(1, sum(map(len, lengths)))
    values = []
    for document, length in zip(documents, lengths, strict=True):
        norm = _K1 * (1 - _B + _B * length[document.places] / max(mean, 1e-9))
        values.append(document.counts * (_K1 + 1) / (document.counts + norm))
    return values


def _in_context(values: Floats, weight: float) -> Floats:
    """Return the weighted mean of each similarity and those of the previous and the next pair."""
    result = values.copy()
    result[1:, 1:] += weight * values[:-1, :-1]
    result[:-1, :-1] += weight * values[1:, 1:]
    result /= 1 + 2 * weight
    return result
