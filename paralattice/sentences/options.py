"""Options of sentence matching (Nelken & Shieber 2006, section 4)."""

from __future__ import annotations

from attrs import frozen

from paralattice.options import CheckedOptions, choice, flag, number, whole

MEASURES = ("tfidf", "overlap", "cosine", "bm25", "ngrams", "mixed")


@frozen
class MatchOptions(CheckedOptions):
    """How sentences of two documents are matched (Nelken & Shieber 2006, section 4).

    Attributes
    ----------
    measure
        What is the cosine of what: ``tfidf`` of terms weighted by their rarity,
        ``overlap`` of sets of terms, ``cosine`` of how often terms occur; these are the paper's. ``bm25`` of
        terms weighted as BM25 does, ``ngrams`` of 3 to 5 characters weighted by their rarity;
        ``mixed`` is the mean of ``tfidf`` and ``ngrams``.
    context
        How much the pair before and the pair after count in a similarity, beside 1 for the pair itself; the
        paper has 0.
    method
        1 takes pairs by their probability alone, 2 by global alignment.
    limit
        Matches that a sentence may have.
    first_with_first
        Whether Method 1 always matches the first sentences.
    floor
        The probability below which Method 2 drops pairs of the path; ``None`` for the model's.
    added, added_above
        How many of the most probable pairs Method 2 takes even off the path, and
        the probability that they must exceed.
    most_pairs
        Pairs of sentences that two documents may have.
    """

    measure: str = choice("tfidf", MEASURES)
    context: float = number(0.0, least=0, most=1)
    method: int = whole(2, least=1, most=2)
    limit: int = whole(2, least=1)
    first_with_first: bool = flag(True)
    floor: float | None = number(None, least=0, most=1)
    added: int = whole(5, least=0)
    added_above: float = number(0.65, least=0, most=1)
    most_pairs: int = whole(25_000_000, least=1, most=10**9)
