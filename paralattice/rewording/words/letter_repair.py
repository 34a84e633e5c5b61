"""Repairs text extracted from typeset pages: ligatures, and the letters of ligatures that were lost.

A document of thousands of letters that never has "fi" has lost its ligatures. Words of other, intact
documents tell what the damaged ones were: "rst" was "first", "dif cult" was "difficult".
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

_LIGATURES = ("fi", "fl", "ff", "ffi", "ffl")
_CHARACTERS = str.maketrans(
    {
        "\N{LATIN SMALL LIGATURE FF}": "ff",
        "\N{LATIN SMALL LIGATURE FI}": "fi",
        "\N{LATIN SMALL LIGATURE FL}": "fl",
        "\N{LATIN SMALL LIGATURE FFI}": "ffi",
        "\N{LATIN SMALL LIGATURE FFL}": "ffl",
    }
)
_WORD = re.compile(r"[^\W\d_]+")
_TWO_WORDS = re.compile(r"\b([^\W\d_]+) (?=([^\W\d_]+)\b)")
# In English "fi" is one in 350 pairs of letters, so that its absence in so many letters is no chance.
_ENOUGH = 2500
# How many times more frequent than the damaged word the repaired one must be in intact documents.
_RATIO = 3


@dataclass(frozen=True, slots=True)
class Repaired:
    """A repaired text.

    Attributes
    ----------
    text
        The text.
    ligatures, words
        Numbers of ligatures that became letters, and of words that got lost letters back.
    """

    text: str
    ligatures: int
    words: int


def lost_ligatures(text: str) -> bool:
    """Return whether a text is long and has neither "fi" nor its ligature."""
    plain = text.translate(_CHARACTERS).lower()
    return "fi" not in plain and sum(map(str.isalpha, plain)) >= _ENOUGH


class LetterRepair:
    """Repairs texts by the words of the intact ones among them.

    Parameters
    ----------
    texts
        All texts, damaged and intact ones.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._known: Counter[str] = Counter()
        for text in texts:
            if not lost_ligatures(text):
                self._known.update(_WORD.findall(text.translate(_CHARACTERS).lower()))

    def repair(self, text: str) -> Repaired:
        """Return a text with letters instead of ligatures and, if it has lost them, with the lost letters."""
        ligatures = sum(text.count(chr(character)) for character in _CHARACTERS)
        plain = text.translate(_CHARACTERS)
        if not lost_ligatures(text):
            return Repaired(plain, ligatures, 0)
        joined = _TWO_WORDS.sub(self._joined, plain)
        before = _WORD.findall(joined)
        repaired = _WORD.sub(lambda found: self._whole(found[0]), joined)
        words = sum(one != other for one, other in zip(before, _WORD.findall(repaired), strict=True))
        return Repaired(repaired, ligatures, words + plain.count(" ") - joined.count(" "))

    def _joined(self, found: re.Match[str]) -> str:
        """Return a word and the letters that join it to the next, if both are parts of a known word."""
        first, second = found[1], found[2]
        if min(self._known[first.lower()], self._known[second.lower()]):
            return found[0]
        letters = max(_LIGATURES, key=lambda letters: self._count(first + letters + second))
        return first + letters if self._count(first + letters + second) else found[0]

    def _whole(self, word: str) -> str:
        """Return a word with the letters that make it a much more frequent word, or as it is."""
        places = range(len(word) + 1)
        wholes = [word[:at] + letters + word[at:] for letters in _LIGATURES for at in places]
        best = max(wholes, key=self._count)
        return best if self._count(best) > _RATIO * self._count(word) else word

    def _count(self, word: str) -> int:
        return self._known[word.lower()]
