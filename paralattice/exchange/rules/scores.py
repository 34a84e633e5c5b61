"""Finds the scores of games."""

import re
from collections.abc import Sequence

from paralattice.english.words import DASHES

_SCORE = re.compile(r"\d{1,3}-\d{1,3}")


def score_length(words: Sequence[str], place: int) -> int:
    """Return the number of tokens of the score that begins at a place: one or three; 0 if none does."""
    three = words[place : place + 3]
    if len(three) == 3 and three[1] in DASHES and three[0].isdigit() and three[2].isdigit():
        return 3
    return int(bool(_SCORE.fullmatch(words[place])))
