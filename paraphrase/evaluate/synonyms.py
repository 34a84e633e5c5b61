"""Recall of synonyms: which of those that a group's sentences hold were found (Pang et al. 2003, 4.1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from paraphrase.formats.wordnet import Sense, WordNet

WordPair = tuple[str, str]
"""Two different words, the first before the second in code point order."""


def synonym_pairs(sentences: Iterable[Sequence[str]], wordnet: WordNet) -> set[WordPair]:
    """Return the pairs of words that are synonyms and stand in two sentences, one in each.

    Words are compared lower-cased.  That two words share any meaning is enough,
    whether or not it is the one that they have here.
    """
    places: dict[str, set[int]] = {}
    for number, words in enumerate(sentences):
        for word in words:
            places.setdefault(word.lower(), set()).add(number)
    sharing: dict[Sense, list[str]] = {}
    for word in sorted(places):
        for sense in wordnet.senses(word):
            sharing.setdefault(sense, []).append(word)
    candidates = {pair for words in sharing.values() for pair in combinations(words, 2)}
    return {
        (one, other)
        for one, other in candidates
        if len(places[one] | places[other]) > 1 and wordnet.are_synonyms(one, other)
    }
