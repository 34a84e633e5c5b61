"""Options of sentence matching (Nelken & Shieber 2006, section 4)."""

from __future__ import annotations

from dataclasses import dataclass

from paralattice.options import require

MEASURES = ("tfidf", "overlap", "cosine", "bm25", "ngrams", "mixed")


@dataclass(frozen=True, slots=True)
class MatchOptions:
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

    measure: str = "tfidf"
    context: float = 0.0
    method: int = 2
    limit: int = 2
    first_with_first: bool = True
    floor: float | None = None
    added: int = 5
    added_above: float = 0.65
    most_pairs: int = 25_000_000

    def __post_init__(self) -> None:
        """Validate."""
        require(self.measure in MEASURES, "measure", self.measure, f"one of {', '.join(MEASURES)}")
        require(self.method in (1, 2), "method", self.method, "1 or 2")
        require(self.limit >= 1, "limit", self.limit, "at least 1")
        require(self.added >= 0, "added", self.added, "0 or more")
        for name in ("context", "floor", "added_above"):
            value = getattr(self, name)
            require(value is None or 0 <= value <= 1, name, value, "from 0 to 1")
        require(1 <= self.most_pairs <= 10**9, "most_pairs", self.most_pairs, "from 1 to 1000000000")
