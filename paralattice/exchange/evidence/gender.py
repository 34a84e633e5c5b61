"""Genders of persons, by nouns, titles and pronouns."""

from collections import defaultdict
from collections.abc import Hashable, Sequence

from paralattice.english.tables import word_values
from paralattice.exchange.evidence.mentions import Mention, is_person
from paralattice.syntax.sentence import ParsedSentence

_SIGNS = {"he": 1, "she": -1}
_PRONOUNS = word_values("function_words", "person")
_NOUNS = word_values("nouns", "gender")
_AGREED = 2 / 3
"""Share of the signs for and against a gender that must remain."""


def genders(
    sentences: Sequence[ParsedSentence], mentions: Sequence[Mention], names: Sequence[Hashable]
) -> list[int]:
    """Return for each mention 1 if it is male, -1 if it is female, and 0 if nothing tells it or signs differ.

    *A woman* is female.  A noun or a title before a name tells its gender; and a pronoun tells that of the
    only person before it in its sentence, be it a name or another noun.

    Parameters
    ----------
    names
        The name of each mention; empty for a noun.
    """
    keys = [name or mention.place for mention, name in zip(mentions, names, strict=True)]
    signs: dict[Hashable, list[int]] = defaultdict(list)
    persons: dict[int, list[tuple[int, Hashable]]] = defaultdict(list)
    for mention, one in zip(mentions, keys, strict=True):
        told = mention.words if mention.named else [mention.base]
        signs[one] += [_SIGNS[_NOUNS[word]] for word in told if word in _NOUNS]
        if not mention.plural and (mention.named or is_person(mention)):
            persons[mention.sentence].append((mention.head, one))
    for sentence in sentences:
        for place, word in enumerate(sentence.words):
            sign = _SIGNS.get(_PRONOUNS.get(word.lower(), ""), 0)
            before = {one for head, one in persons[sentence.number] if head < place} if sign else set()
            if len(before) == 1:
                signs[before.pop()].append(sign)
    return [
        _SIGNS[_NOUNS[mention.base]] if mention.base in _NOUNS and not mention.named else _agreed(signs[one])
        for mention, one in zip(mentions, keys, strict=True)
    ]


def _agreed(signs: Sequence[int]) -> int:
    total = sum(signs)
    return (total > 0) - (total < 0) if abs(total) >= _AGREED * len(signs) else 0
