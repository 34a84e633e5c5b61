"""How similar the sentences of two documents are (Nelken & Shieber 2006, section 4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paraphrase.errors import MatchError
from paraphrase.options import MatchOptions
from paraphrase.sentences.terms import terms

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class TermDocument:
    """In which sentences of a document each term is; T terms, P places.

    Attributes
    ----------
    sentences
        How many sentences there are.
    terms
        (T,) Numbers of the distinct terms, increasing.
    starts
        (T + 1,) Where the places of each term begin.
    places
        (P,) Sentences that have the term, increasing within a term; 0-based.
    counts
        (P,) How often.
    """

    sentences: int
    terms: Ints
    starts: Ints
    places: Ints
    counts: Floats


def index_documents(documents: Sequence[Sequence[str]]) -> list[TermDocument]:
    """Return the documents as terms, numbered in common so that any two can be compared.

    Parameters
    ----------
    documents
        Sentences in order, as text; a document may have none.
    """
    counted = [[Counter(terms(sentence)) for sentence in document] for document in documents]
    vocabulary = sorted({term for document in counted for sentence in document for term in sentence})
    # In alphabetical order a pair's sums do not depend on the documents beside it.
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

    The collection over which document frequencies are taken is the sentences of
    the two documents, each a document of its own.  A sentence without a term
    that has weight has similarity 0 to all.

    Parameters
    ----------
    first, second
        Documents of n and m sentences, of one call of :func:`index_documents`.
    options
        ``measure`` says what a term weighs; ``most_pairs`` bounds n x m.

    Returns
    -------
    Floats
        (n, m) Values from 0 to 1.

    Raises
    ------
    MatchError
        There are more pairs of sentences than ``most_pairs``.
    """
    from paraphrase.sentences.kernels.cosines import cosines

    pairs = first.sentences * second.sentences
    if pairs > options.most_pairs:
        raise MatchError(
            f"{first.sentences:,} x {second.sentences:,} sentences are {pairs:,} pairs, and at most "
            f"{options.most_pairs:,} are compared: split the documents, or raise most_pairs (18 bytes a pair)"
        )
    return cosines(
        (first.sentences, second.sentences),
        (first.terms, first.starts, first.places, _values(first, options)),
        (second.terms, second.starts, second.places, _values(second, options)),
        options.measure == "tfidf",
    )


def _values(document: TermDocument, options: MatchOptions) -> Floats:
    return document.counts if options.measure == "cosine" else np.ones_like(document.counts)
