"""Options of sentence matching (Nelken & Shieber 2006, section 4)."""

from attrs import frozen

from paralattice.languages.registry import DEFAULT, LANGUAGES
from paralattice.options import CheckedOptions, choice, flag, number, whole

MEASURES = ("tfidf", "overlap", "cosine", "bm25", "ngrams", "mixed")


@frozen
class MatchOptions(CheckedOptions):
    """How sentences of two documents are matched (Nelken & Shieber 2006, section 4).

    Attributes
    ----------
    measure
        Cosine of term vectors: weighted by rarity (``tfidf``), as sets (``overlap``), by counts (``cosine``),
        as in the paper, or weighted as in BM25 (``bm25``). ``ngrams`` is ``tfidf`` over n-grams of 3 to 5
        characters; ``mixed`` is the mean of ``tfidf`` and ``ngrams``.
    context
        Weight of the previous and of the next pair in the similarity of a pair, relative to its own; 0 in
        the paper.
    method
        1 for matching by probability only, 2 for global alignment.
    limit
        Maximum number of matches of a sentence.
    first_with_first
        Whether Method 1 always matches the first sentences with each other.
    floor
        Minimum probability of the pairs on Method 2's path; ``None`` for the model's.
    added, added_above
        Maximum number of pairs off the path that Method 2 adds, the most probable first, and the
        probability that they must exceed.
    all_likely
        Whether Method 2 adds all pairs above that probability. The limit of ``added`` counts pairs of the
        path, too, and most likely pairs are on it.
    most_pairs
        Maximum number of pairs of sentences of two documents.
    language
        Language of the documents, whose stems are compared; a code of ISO 639-1.
    """

    measure: str = choice("tfidf", MEASURES)
    context: float = number(0.0, least=0, most=1)
    method: int = whole(2, least=1, most=2)
    limit: int = whole(2, least=1)
    first_with_first: bool = flag(True)
    floor: float | None = number(None, least=0, most=1)
    added: int = whole(5, least=0)
    added_above: float = number(0.65, least=0, most=1)
    all_likely: bool = flag(False)
    most_pairs: int = whole(25_000_000, least=1, most=10**9)
    language: str = choice(DEFAULT, LANGUAGES)
