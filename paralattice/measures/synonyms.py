"""Synonyms in WordNet, among words and among sentences (Pang et al. 2003, section 4.1.2)."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from paralattice.english.wordnet import PARTS_OF_SPEECH, WordNet

SynonymPair = tuple[str, str]
"""Two different words, the first before the second in code point order."""

_Base = tuple[str, str]
_Sense = tuple[str, int]


class Synonymy:
    """Base forms and senses of words in WordNet, cached by word.

    Parameters
    ----------
    wordnet
        The database.
    """

    def __init__(self, wordnet: WordNet) -> None:
        self._wordnet = wordnet
        self._known: dict[str, tuple[frozenset[_Base], frozenset[_Sense]]] = {}

    def bases(self, word: str) -> frozenset[_Base]:
        """Return the possible base forms of a word, each with its part of speech."""
        return self._entry(word)[0]

    def senses(self, word: str) -> frozenset[_Sense]:
        """Return the synsets of all base forms of a word."""
        return self._entry(word)[1]

    def are_synonyms(self, one: str, other: str) -> bool:
        """Return whether two words share a synset and no base form.

        Forms of the same word, such as *kill* and *killed*, are not synonyms. Any shared sense is enough,
        whatever the context.
        """
        return self.bases(one).isdisjoint(self.bases(other)) and not self.senses(one).isdisjoint(
            self.senses(other)
        )

    def pairs(self, sentences: Iterable[Sequence[str]]) -> set[SynonymPair]:
        """Return the pairs of synonyms that occur in two different sentences; words are lower-cased."""
        places: dict[str, set[int]] = {}
        for number, words in enumerate(sentences):
            for word in words:
                places.setdefault(word.lower(), set()).add(number)
        sharing: dict[_Sense, list[str]] = {}
        for word in sorted(places):
            for sense in self.senses(word):
                sharing.setdefault(sense, []).append(word)
        candidates = {pair for words in sharing.values() for pair in combinations(words, 2)}
        return {
            (one, other)
            for one, other in candidates
            if len(places[one] | places[other]) > 1 and self.are_synonyms(one, other)
        }

    def _entry(self, word: str) -> tuple[frozenset[_Base], frozenset[_Sense]]:
        if word not in self._known:
            bases = frozenset(
                (pos, base) for pos in PARTS_OF_SPEECH for base in self._wordnet.base_forms(word, pos)
            )
            senses = (
                (found.pos, found.offset) for pos, base in bases for found in self._wordnet.synsets(base, pos)
            )
            self._known[word] = bases, frozenset(senses)
        return self._known[word]
