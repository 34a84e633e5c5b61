"""How two words are related in meaning and form, by WordNet.

Without WordNet only equal words are related, and every form fits every other.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache, cached_property

from paralattice.formats.wordnet import PARTS_OF_SPEECH, WordNet
from paralattice.rewording.inflection import Inflection

# WordNet's pointers to words of close meaning (hypernym, similar, verb group), narrower and opposite words.
_CLOSE, _NARROWER, _OPPOSITE = frozenset("@&$"), "~", "!"
# Number of the most frequent senses of a word in which a synonym counts as one.
_SENSES = 4


class Relation(IntEnum):
    """The closest relation of a word to another that may replace it, over all their senses.

    The other word is a synonym in a frequent sense of the word; close, if it is a synonym in a rare sense,
    more general, or similar; or narrower, so that it would add information.
    """

    OPPOSITE = -1
    NONE = 0
    NARROWER = 1
    CLOSE = 2
    SYNONYM = 3


class WordRelations:
    """Relations of lower-cased words.

    Parameters
    ----------
    wordnet
        The database, or ``None``.
    """

    def __init__(self, wordnet: WordNet | None = None) -> None:
        self._wordnet = wordnet
        self.analyses = cache(self._analyses)
        self.relation = cache(self._relation)
        self.near = cache(self._find_neighbours)

    @property
    def known(self) -> bool:
        """Whether there is a WordNet."""
        return self._wordnet is not None

    @cached_property
    def _inflection(self) -> Inflection | None:
        return Inflection(self._wordnet) if self._wordnet else None

    def _analyses(self, word: str) -> frozenset[tuple[str, str, str]]:
        """Return part of speech, base form and kind of form of each reading; see :class:`Inflection`."""
        if self._wordnet is None or self._inflection is None:
            return frozenset()
        return frozenset(
            (pos, base, kind)
            for pos in PARTS_OF_SPEECH
            for base in self._wordnet.base_forms(word, pos)
            for kind in self._inflection.kinds(pos, word, base)
        )

    def lemmas(self, word: str) -> frozenset[str]:
        """Return the word and its base forms."""
        bases = {base for _, base, _ in self.analyses(word)}
        if word.endswith(("eth", "est")):
            # Older English: "keepeth" and "keepest" are forms of "keep".
            bases |= {word[:-3], word[:-2]}
        return frozenset({word, *bases})

    def fits(self, word: str, other: str) -> bool:
        """Return whether two words can be the same form of the same part of speech."""
        forms = {(pos, kind) for pos, _, kind in self.analyses(word)}
        others = {(pos, kind) for pos, _, kind in self.analyses(other)}
        return not (self.known and forms and others) or bool(forms & others)

    def _relation(self, word: str, other: str) -> Relation:
        found = [
            self.near(pos, base).get(base2, Relation.NONE)
            for pos, base, _ in self.analyses(word)
            for pos2, base2, _ in self.analyses(other)
            if pos == pos2
        ]
        return Relation.OPPOSITE if Relation.OPPOSITE in found else max(found, default=Relation.NONE)

    def _find_neighbours(self, pos: str, base: str) -> dict[str, Relation]:
        """Return the relation of a base form to each that is related in any sense."""
        if self._wordnet is None:
            return {}
        found: dict[str, Relation] = {}
        for sense, synset in enumerate(self._wordnet.synsets(base, pos)):
            relation = Relation.SYNONYM if sense < _SENSES else Relation.CLOSE
            for word in synset.words:
                found[word.lower()] = max(relation, found.get(word.lower(), relation))
            for symbol, pos2, offset in synset.pointers:
                relation = _relation_of_pointer(symbol)
                if pos2 != pos or relation is Relation.NONE:
                    continue
                for word in self._wordnet.synset(pos2, offset).words:
                    known = found.get(word.lower(), relation)
                    worst = Relation.OPPOSITE in (known, relation)
                    found[word.lower()] = Relation.OPPOSITE if worst else max(known, relation)
        return found


def _relation_of_pointer(symbol: str) -> Relation:
    if symbol == _OPPOSITE:
        return Relation.OPPOSITE
    if symbol == _NARROWER:
        return Relation.NARROWER
    return Relation.CLOSE if symbol in _CLOSE else Relation.NONE
