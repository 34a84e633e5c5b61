"""Counts the words by which two sentences differ."""

from collections.abc import Sequence


def word_distance(words: Sequence[str], others: Sequence[str]) -> int:
    """Return the number of insertions and deletions of words between two sentences, ignoring case.

    Examples
    --------
    >>> word_distance(["The", "ship", "sank"], ["the", "boat", "sank", "."])
    3
    """
    from rapidfuzz.distance import Indel

    return int(Indel.distance([word.lower() for word in words], [word.lower() for word in others]))
