"""Writes a rewording as text, with the white space of the sentence, and by rule around new words."""

import re
from collections.abc import Sequence

from paralattice.rewording.decoding.phrasal_rewording import RewordingEdit

# English has no blank before closing and after opening signs.
_CLOSING = re.compile(
    "[.,;:!?%)\\]}\u2019\u201d»]+$|['\u2019](?:s|re|ve|ll|d|m|t)?$|''$|n['\u2019]t$|-$", re.IGNORECASE
)
_OPENING = re.compile("[([{$£€¥\u201c«\u2018]+$|``$|-$")


def spaces_before(text: str, words: Sequence[str]) -> list[bool]:
    """Return whether white space precedes each word of a text; true for the first word.

    Parameters
    ----------
    text
        A sentence.
    words
        Its words in order. If they do not make up the text, white space is assumed before all of them.
    """
    places: list[bool] = []
    at = 0
    for word in words:
        rest = text[at:].lstrip()
        if not rest.startswith(word):
            return [True] * len(words)
        start = len(text) - len(rest)
        places.append(start > at or at == 0)
        at = start + len(word)
    return places


def spelled(
    source: Sequence[str], spaces: Sequence[bool], words: Sequence[str], edits: Sequence[RewordingEdit]
) -> str:
    """Return a rewording as text.

    Parameters
    ----------
    source, spaces
        The words of the sentence, and the result of :func:`spaces_before`.
    words
        The words of the rewording.
    edits
        The replacements.
    """
    blanks: list[bool] = []
    at = 0
    for edit in edits:
        blanks += spaces[at : edit.start]
        for place, word in enumerate(edit.words):
            before = edit.words[place - 1] if place else ""
            # The first word inherits the blank of the word that it replaces, unless it is a clitic like 's.
            given = not place and not _CLOSING.match(source[edit.start])
            apart = spaces[edit.start] if given else not _OPENING.search(before)
            blanks.append(apart and not _CLOSING.match(word))
        at = edit.end
    blanks += spaces[at:]
    pieces = (f" {word}" if blank else word for word, blank in zip(words, blanks, strict=True))
    return "".join(pieces).lstrip(" ")
