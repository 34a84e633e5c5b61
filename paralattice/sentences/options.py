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
        The cosine of vectors of terms: weighted by their rarity (``tfidf``), as sets (``overlap``) or
        by their counts (``cosine``), which are the paper's; or weighted as in BM25 (``bm25``).
        ``ngrams`` is that of 3 to 5 characters weighted by their rarity, ``mixed`` the mean of ``tfidf``
        and ``ngrams``.
    context
        Weight of the pairs before and after a pair in its similarity, where its own weight is 1; the
        paper has 0.
    method
        1 for matching by probability only, 2 for global alignment.
    limit
        Most matches of a sentence.
    first_with_first
        Whether Method 1 always matches the first sentences with each other.
    floor
        Least probability of the pairs that Method 2 keeps of its path; ``None`` for the model's.
    added, added_above
        Number of the most probable pairs that Method 2 adds although they are off its path, and
        the probability that they must exceed.
    most_pairs
        Most pairs of sentences of two documents.
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
