"""Estimates the width of words in a picture whose font is unknown."""

import math
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

FONT_SIZE = 13
LINE_HEIGHT = 16

# Lines narrower than this, in pixels, are never broken.
_NARROWEST_LINE = 150

# Width of a box of several lines, as a multiple of its height: wide boxes are easier to read, high
# boxes make the picture narrower.
_ASPECT = 5

# Tokens that may overhang a line, and by how many pixels.
_CLOSING = frozenset([",", ".", ";", ":", "!", "?", ")", "''"])
_OVERHANG = 16


class _Widths(dict[str, float]):
    """Estimated widths of characters in pixels at :data:`FONT_SIZE`.

    They come from the wider sans-serif fonts, so that words stay within their
    boxes with any common font.
    """

    def __missing__(self, character: str) -> float:
        if unicodedata.east_asian_width(character) in "WF":
            width = 1.0
        elif unicodedata.combining(character):
            width = 0.0
        else:
            width = 0.68 if character.isupper() else 0.6
        # Cached, because words repeat few characters.
        self[character] = width * FONT_SIZE
        return self[character]


_WIDTHS = _Widths(
    {
        character: ems * FONT_SIZE
        for characters, ems in (("ijl.,:;'|!I`", 0.31), ('frt()[]-"/ ', 0.38), ("mwMW@%&", 0.86))
        for character in characters
    }
)


# The versions of a cluster share their words.
@lru_cache(maxsize=4096)
def text_width(text: str) -> float:
    """Return the estimated width of a line of text in pixels."""
    return sum(map(_WIDTHS.__getitem__, text))


def wrap(words: Sequence[str]) -> tuple[list[str], float]:
    """Return words as lines of text, and the width of the widest in pixels.

    Few words form one line, many a block of several lines that is wider than high.
    A word is never broken.
    """
    widths = list(map(text_width, words))
    space = text_width(" ")
    limit = max(_NARROWEST_LINE, math.sqrt((sum(widths) + space * len(words)) * LINE_HEIGHT * _ASPECT))
    lines: list[str] = []
    begin, used, widest = 0, 0.0, 0.0
    for place, width in enumerate(widths):
        # A line that begins with a comma is harder to read than one that is a little longer.
        if place > begin and used + width > limit + (_OVERHANG if words[place] in _CLOSING else 0):
            lines.append(" ".join(words[begin:place]))
            widest = max(widest, used - space)
            begin, used = place, 0.0
        used += width + space
    if words:
        lines.append(" ".join(words[begin:]))
    return lines, max(widest, used - space)
