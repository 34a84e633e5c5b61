"""Finds the scores of games, and numbers that lack a hyphen before what they count."""

import re
from collections.abc import Sequence

from paralattice.english.penn import NOUNS
from paralattice.english.tables import word_class
from paralattice.english.words import ORDINALS, RANKED

DASHES = frozenset({"-", "--", "\u2013", "\u2014"})
_SCORE = re.compile(r"\d{1,3}-\d{1,3}")
_UNHYPHENED = word_class("numbers", "unhyphened")
_SCALES = "|".join(sorted(word_class("numbers", "scale")))
_UNITS = "|".join(sorted(word_class("time", "measure") | word_class("numbers", "measure")))
_COUNT = re.compile(r"[a-z]+|[0-9]{1,3}")
_LARGE = re.compile(rf"(?:{_SCALES})-\w+")
_MEASURES = re.compile(rf"\d+-(?:{_UNITS})")
_SHARES = re.compile(r"\d+-of-\d+|\d+-for-\d+")


def score_length(words: Sequence[str], place: int) -> int:
    """Return the number of tokens of the score that begins at a place: one or three; 0 if none does."""
    three = words[place : place + 3]
    if len(three) == 3 and three[1] in DASHES and three[0].isdigit() and three[2].isdigit():
        return 3
    return int(bool(_SCORE.fullmatch(words[place])))


def joined_compounds(tagged: Sequence[tuple[str, str]]) -> tuple[list[str], list[str]]:
    """Return words and tags, with hyphenated words joined and tagged as adjectives."""
    words: list[str] = []
    tags: list[str] = []
    for place, (word, tag) in enumerate(tagged):
        if words and (word == "-" or words[-1].endswith("-")) and 0 < place < len(tagged) - 1:
            words[-1], tags[-1] = words[-1] + word, "JJ"
        else:
            words.append(word)
            tags.append(tag)
    return words, tags


def counts_loosely(words: Sequence[str], tags: Sequence[str], place: int) -> bool:
    """Return whether a number and its unit, without a hyphen, precede a singular noun."""
    number, after = words[place], words[place + 1]
    if _SHARES.fullmatch(number):
        return tags[place + 1].startswith("NN")
    if tags[place] == "CD" and _LARGE.fullmatch(after):
        return True
    return bool(_MEASURES.fullmatch(number)) or (
        _is_count(words, tags, place)
        and _is_unit(after, tags[place + 1])
        and _noun_after(tags, place + 2) == "NN"
    )


def ranks_loosely(words: Sequence[str], tags: Sequence[str], place: int) -> bool:
    """Return whether an ordinal and what it ranks, without a hyphen, precede a noun."""
    ranked = words[place] in ORDINALS and words[place + 1] in RANKED
    return ranked and _noun_after(tags, place + 2).startswith("NN")


def _is_count(words: Sequence[str], tags: Sequence[str], place: int) -> bool:
    """Return whether a word is a small number above one, and no number, sum or noun precedes it."""
    before = tags[place - 1] if place else ""
    if tags[place] != "CD" or before in ("CD", "$", *NOUNS):
        return False
    return _COUNT.fullmatch(words[place]) is not None and words[place] not in ("one", "1")


def _is_unit(word: str, tag: str) -> bool:
    return tag == "NN" and len(word) > 1 and word.isalpha() and word.islower() and word not in _UNHYPHENED


def _noun_after(tags: Sequence[str], place: int) -> str:
    """Return the tag of the last noun that follows directly or after adjectives; empty if none does."""
    last = ""
    for tag in tags[place:]:
        if tag != "JJ" and not tag.startswith("NN"):
            break
        last = tag
    return last
