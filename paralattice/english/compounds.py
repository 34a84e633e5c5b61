"""Finds words that a hyphen joins with the word before them: *an eight-round fight*, *27-year-old*."""

from collections.abc import Iterator, Sequence

from paralattice.english.calendar import TIMELY
from paralattice.english.penn import NOUNS
from paralattice.english.tables import word_class
from paralattice.english.words import ORDINALS, RANKED

_UNHYPHENED = word_class("numbers", "unhyphened")
_MEASURES = word_class("time", "measure") | word_class("numbers", "measure")
_BEFORE = frozenset({"CD", "$", ":", *NOUNS})
"""Tags before a number of a date, a sum, a time or a street."""


def hyphened(words: Sequence[str], tags: Sequence[str]) -> Iterator[int]:
    """Yield the 0-based places of the words that a hyphen should join with the word before them.

    Examples
    --------
    >>> list(hyphened(["an", "eight", "round", "fight"], ["DT", "CD", "NN", "NN"]))
    [2]
    """
    for place in range(1, len(words) - 1):
        number, word, after = words[place - 1 : place + 2]
        ranked = number in ORDINALS and word in RANKED
        counted = tags[place - 1] == "CD"
        if counted and [*words[place : place + 3]] == ["year", "-", "old"]:
            yield place
        if not (ranked or counted) or any(map(_is_joined, (words[max(0, place - 2)], number, after))):
            continue
        if counted and (word == "year-old" or (word, after) == ("year", "old")):
            yield from (place, place + 1) if word == "year" else (place,)
        elif ranked or _counts(words, tags, place - 1):
            last = _noun_after(words, tags, place + 1)
            if last == "NN" or (ranked and last == "NNS"):
                yield place


def _is_joined(word: str) -> bool:
    """Return whether a word is a hyphen or colon, or one of a compound that was cut."""
    return word[:1] in ("-", ":") or word[-1:] == "-"


def _counts(words: Sequence[str], tags: Sequence[str], place: int) -> bool:
    """Return whether a small number above one, no date or sum, precedes what may be its unit."""
    number, unit, before = words[place], words[place + 1], tags[place - 1] if place else ""
    if before in _BEFORE or number in ("one", "1") or tags[place + 1] != "NN" or unit in _UNHYPHENED:
        return False
    # *A total of 31 fire apparatus* has no unit.
    small = before != "IN" and (number.isalpha() or (number.isdigit() and len(number) < 4))
    return f"{unit}s" in _MEASURES or (small and len(unit) > 2 and unit.isalpha() and unit.islower())


def _noun_after(words: Sequence[str], tags: Sequence[str], place: int) -> str:
    """Return the tag of the last noun that follows directly or after adjectives; empty without one.

    A plural or a time ends the search: *two prison guards today*.
    """
    last = ""
    for word, tag in zip(words[place:], tags[place:], strict=True):
        if last == "NNS" or word.lower() in TIMELY or (tag != "JJ" and not tag.startswith("NN")):
            break
        last = tag
    return last
