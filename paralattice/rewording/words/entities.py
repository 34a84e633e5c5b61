"""Replaces named entities by generic tokens and restores them (Quirk et al. 2004, section 3.4).

Regular expressions over lower-cased tokens recognise six classes: URLs, dates, money, percentages, times and
other numbers. If several classes match, the first in this order wins.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from paralattice.errors import RewordError
from paralattice.rewording.decoding.decoder import GenerationEdge

_NUMBER = r"[+-]?\d+(?:[.,]\d+)*(?: (?:hundred|thousand|million|billion|trillion))?"
_MONTH = (
    r"(?:jan(?:uary|\.)?|feb(?:ruary|\.)?|mar(?:ch|\.)?|apr(?:il|\.)?|may|june?|july?|aug(?:ust|\.)?"
    r"|sept?(?:ember|\.)?|oct(?:ober|\.)?|nov(?:ember|\.)?|dec(?:ember|\.)?)"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
#: Generic token of each class to the regular expression of its entities, over lower-cased words.
ENTITY_PATTERNS = {
    "<url>": r"(?:https?://|www\.)\S+",
    "<date>": rf"{_MONTH} {_DAY}(?: ,)? \d{{4}}|{_DAY}(?: of)? {_MONTH}(?: \d{{4}})?|{_MONTH} {_DAY}"
    rf"|{_MONTH} \d{{4}}|\d{{1,2}}[/-]\d{{1,2}}[/-]\d{{2,4}}|\d{{4}}-\d{{2}}-\d{{2}}",
    "<money>": rf"(?:us|a|c|hk)?[$€£¥] ?{_NUMBER}|{_NUMBER} (?:dollars?|euros?|pounds?|cents?|yen)",
    "<percent>": rf"{_NUMBER} ?(?:%|percent|per cent)",
    "<time>": r"\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?|\d{1,2} ?(?:[ap]\.?m\.?|o'clock)",
    "<number>": _NUMBER,
}
#: The generic tokens.
ENTITY_TOKENS = tuple(ENTITY_PATTERNS)


@dataclass(frozen=True, slots=True)
class Masked:
    """A sentence with generic tokens.

    Attributes
    ----------
    words
        Lower-cased words and generic tokens.
    originals
        The original words of each of them.
    tokens
        All generic tokens of the classes.
    """

    words: tuple[str, ...]
    originals: tuple[tuple[str, ...], ...]
    tokens: frozenset[str] = frozenset(ENTITY_TOKENS)


class EntityClasses:
    """Classes of named entities.

    Parameters
    ----------
    patterns
        Generic token to regular expression, which has no capturing group and does not match the empty string.

    Raises
    ------
    RewordError
        An expression is invalid.
    """

    def __init__(self, patterns: Mapping[str, str] = MappingProxyType(ENTITY_PATTERNS)) -> None:
        self.patterns = dict(patterns)
        self._names = tuple(self.patterns)
        self._tokens = frozenset(self._names)
        alternatives = "|".join(f"({pattern})" for pattern in self.patterns.values())
        try:
            self._any = re.compile(rf"(?<!\S)(?:{alternatives})(?!\S)")
        except re.error as error:
            raise RewordError(f"invalid expression of a class of named entities: {error}") from error
        if self._any.groups != len(self._names) or (self._names and self._any.fullmatch("")):
            raise RewordError("a class of named entities has a capturing group or matches nothing")

    def mask(self, words: Sequence[str]) -> Masked:
        """Return a sentence, lower-cased, with a generic token for each named entity.

        A word that looks like a generic token is restored unchanged.
        """
        lowered = [word.lower() for word in words]
        text = " ".join(lowered)
        masked: list[str] = []
        originals: list[tuple[str, ...]] = []
        done = 0
        for found in self._any.finditer(text) if self._names else ():
            begin = text.count(" ", 0, found.start())
            end = begin + found[0].count(" ") + 1
            masked += lowered[done:begin]
            originals += ((word,) for word in words[done:begin])
            masked.append(self._names[(found.lastindex or 1) - 1])
            originals.append(tuple(words[begin:end]))
            done = end
        masked += lowered[done:]
        originals += ((word,) for word in words[done:])
        return Masked(tuple(masked), tuple(originals), self._tokens)


def restore_entities(edges: Iterable[GenerationEdge], masked: Masked) -> tuple[str, ...] | None:
    """Return the words of a paraphrase with the original entities instead of generic tokens.

    Parameters
    ----------
    edges
        Edges of a path through the lattice of ``masked.words``. A generic token takes the first unused entity
        of its class among the words that its edge replaces.
    masked
        The original sentence.

    Returns
    -------
    ``None`` if a token has no unused entity: the paraphrase would add information.
    """
    words: list[str] = []
    for edge in edges:
        values = list(range(edge.start, edge.end))
        for word in edge.words:
            if word not in masked.tokens:
                words.append(word)
                continue
            place = next((value for value in values if masked.words[value] == word), None)
            if place is None:
                return None
            values.remove(place)
            words += masked.originals[place]
    return tuple(words)
