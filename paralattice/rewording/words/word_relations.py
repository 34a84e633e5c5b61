"""How two words are related in meaning and form, by WordNet.

Without WordNet only equal words are related, and every form fits every other.
"""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache

from paralattice.english import wordnet_forms
from paralattice.english.tables import word_values
from paralattice.english.wordnet import PARTS_OF_SPEECH, Synset, WordNet

# Number of the most frequent senses of a word in which a synonym counts as one.
_SENSES = 4
# Minimum share of the uses of a word as a part of speech that is usual for it.
_USUAL = 0.2
# Older forms that neither WordNet nor an ending tells.
_OLDER_FORMS = word_values("verb_forms", "older")
# Minimum shares of the uses of a word in which another is its synonym, or in any relation to it.
_SYNONYM_SHARE, _LEAST_SHARE = 0.25, 0.2
# The same for the uses of the new word, which may have more of them.
_SYNONYM_BACK, _LEAST_BACK = 0.03, 0.1


class Relation(IntEnum):
    """The relation of a word to another that may replace it.

    The other word is a synonym in a good share of the word's uses; close, if it is a synonym in fewer, more
    general, or similar; or narrower, so that it would add information.
    """

    OPPOSITE = -1
    NONE = 0
    NARROWER = 1
    CLOSE = 2
    SYNONYM = 3


# WordNet's pointers to words of close meaning (hypernym, similar, verb group), narrower and opposite words.
_OF_POINTERS = dict.fromkeys("@&$", Relation.CLOSE) | {"~": Relation.NARROWER, "!": Relation.OPPOSITE}


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
        self.shares = cache(self._find_shares)
        self._uses = cache(self._count_uses)
        self.usual_parts = cache(self._find_usual_parts)
        self.near = cache(self._find_neighbours)

    @property
    def known(self) -> bool:
        """Whether there is a WordNet."""
        return self._wordnet is not None

    def _analyses(self, word: str) -> frozenset[tuple[str, str, str]]:
        """Return part of speech, base form and kind of form (:mod:`wordnet_forms`) of each reading."""
        if self._wordnet is None:
            return frozenset()
        return frozenset(
            (pos, base, kind)
            for pos in PARTS_OF_SPEECH
            for base in self._wordnet.base_forms(word, pos)
            for kind in wordnet_forms.kinds(pos, word, base)
        )

    def lemmas(self, word: str) -> frozenset[str]:
        """Return the word and its base forms."""
        bases = {base for _, base, _ in self.analyses(word)}
        if word in _OLDER_FORMS:
            bases.add(_OLDER_FORMS[word])
        if word.endswith(("eth", "est")):
            # Older English: "keepeth" and "keepest" are forms of "keep".
            bases |= {word[:-3], word[:-2]}
        return frozenset({word, *bases})

    def fits(self, word: str, other: str) -> bool:
        """Return whether another word can be the same form of the same part of speech, one usual for it."""
        forms = {(pos, kind) for pos, _, kind in self.analyses(word)}
        others = {(pos, kind) for pos, _, kind in self.analyses(other) if pos in self.usual_parts(other)}
        return not (self.known and forms and others) or bool(forms & others)

    def _find_usual_parts(self, word: str) -> frozenset[str]:
        """Return the parts of speech of a word that make up a good share of its uses.

        Uses are as in its base forms in texts that were tagged for WordNet: *bleeding* is mostly a verb,
        and *die* hardly ever a noun.
        """
        uses: dict[str, float] = {}
        for pos, base in {(pos, base) for pos, base, _ in self.analyses(word)}:
            uses[pos] = uses.get(pos, 0.0) + self._uses(pos, base)[0]
        return frozenset(pos for pos, own in uses.items() if own >= _USUAL * sum(uses.values()))

    def _relation(self, word: str, other: str) -> Relation:
        shares = self.shares(word, other)
        if Relation.OPPOSITE in shares:
            return Relation.OPPOSITE
        if not shares or not self._stands_for(word, other):
            return Relation.NONE
        back = self.shares(other, word)
        synonym = shares.get(Relation.SYNONYM, 0.0)
        if synonym >= _SYNONYM_SHARE and back.get(Relation.SYNONYM, 0.0) >= _SYNONYM_BACK:
            return Relation.SYNONYM
        if synonym + shares.get(Relation.CLOSE, 0.0) >= _LEAST_SHARE and sum(back.values()) >= _LEAST_BACK:
            return Relation.CLOSE
        narrower = shares.get(Relation.NARROWER, 0.0) >= _LEAST_SHARE
        return Relation.NARROWER if narrower else Relation.NONE

    def _find_shares(self, word: str, other: str) -> dict[Relation, float]:
        """Return the share of the uses of a word in which another has each relation to it.

        Uses are the senses in texts that were tagged for WordNet; in a use as one form of a part of speech,
        the other word is the same form. Relations that they never have are left out.
        """
        total, found = 0.0, dict[Relation, float]()
        others = self._kinds(other).items()
        for (pos, base), kinds in self._kinds(word).items():
            size, uses = self._uses(pos, base)
            total += size
            same = [two for (pos2, two), found2 in others if pos2 == pos and found2 & kinds]
            for relation, share in _largest(uses.get(two, {}) for two in same).items():
                found[relation] = found.get(relation, 0.0) + share
        return {relation: share / total for relation, share in found.items()}

    def _stands_for(self, word: str, other: str) -> bool:
        """Return whether another word can be the same forms as a word, as one part of speech.

        "Started" is past and participle, so that "began" does not stand for it. Two base forms stand for each
        other even if one, such as "run", is a participle, too.
        """
        others = self._kinds(other).items()
        return any(
            pos2 == pos and (found >= kinds or "" in found & kinds)
            for (pos, _), kinds in self._kinds(word).items()
            for (pos2, _), found in others
        )

    def _kinds(self, word: str) -> dict[tuple[str, str], set[str]]:
        """Return the kinds of form that a word can be, by part of speech and base form."""
        found: dict[tuple[str, str], set[str]] = {}
        for pos, base, kind in self.analyses(word):
            found.setdefault((pos, base), set()).add(kind)
        return found

    def _count_uses(self, pos: str, base: str) -> tuple[float, dict[str, dict[Relation, float]]]:
        """Return the number of uses of a base form, and how many have each relation to each word."""
        total, found = 0.0, dict[str, dict[Relation, float]]()
        for sense, synset in enumerate(self._wordnet.synsets(base, pos) if self._wordnet else (), 1):
            # Senses that no text has still occur, the first ones more often.
            uses = (self._wordnet.count(base, pos, sense) if self._wordnet else 0) + 0.5 / sense
            total += uses
            related: dict[str, Relation] = {}
            self._note_pointers(synset, related)
            related |= dict.fromkeys((word.lower() for word in synset.words), Relation.SYNONYM)
            for word, relation in related.items():
                counts = found.setdefault(word, {})
                counts[relation] = counts.get(relation, 0.0) + uses
        return total, found

    def _find_neighbours(self, pos: str, base: str) -> dict[str, Relation]:
        """Return the relation of a base form to each that is related in any sense."""
        if self._wordnet is None:
            return {}
        found: dict[str, Relation] = {}
        for sense, synset in enumerate(self._wordnet.synsets(base, pos)):
            relation = Relation.SYNONYM if sense < _SENSES else Relation.CLOSE
            for word in synset.words:
                found[word.lower()] = max(relation, found.get(word.lower(), relation))
            self._note_pointers(synset, found)
        return found

    def _note_pointers(self, synset: Synset, found: dict[str, Relation]) -> None:
        """Add the words that a sense points to; of several relations to a word, opposite counts first."""
        for symbol, pos, offset in synset.pointers:
            relation = _OF_POINTERS.get(symbol)
            if pos == synset.pos and relation is not None and self._wordnet:
                for word in self._wordnet.synset(pos, offset).words:
                    known = found.get(word.lower(), relation)
                    worst = Relation.OPPOSITE in (known, relation)
                    found[word.lower()] = Relation.OPPOSITE if worst else max(known, relation)


def _largest(counts: Iterable[dict[Relation, float]]) -> dict[Relation, float]:
    """Return the largest number of uses with each relation, over several base forms."""
    found: dict[Relation, float] = {}
    for one in counts:
        for relation, uses in one.items():
            found[relation] = max(uses, found.get(relation, 0.0))
    return found
