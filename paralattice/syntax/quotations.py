"""Words within quotation marks."""

from collections.abc import Sequence

from paralattice.english.words import is_saying


def quoted(words: Sequence[str]) -> list[bool]:
    """Return for each word whether it is between quotation marks, marks included.

    A mark may be a part of the first or the last word.
    """
    inside, found = False, []
    for word in words:
        opens = word in ("``", "“") or (not inside and (word == "''" or word.startswith('"')))
        closes = (len(word) > 1 and word.endswith('"')) or (inside and word in ("''", "”", '"'))
        inside |= opens
        found.append(inside)
        inside &= not closes
    return found


def is_mark(word: str) -> bool:
    """Return whether a word is or contains a double quotation mark."""
    return word in ("``", "''", "“", "”") or '"' in word


def is_quotation(words: Sequence[str]) -> bool:
    """Return whether a quotation mark is at the beginning or end of a sentence or of reported speech."""
    last = len(words) - 1
    return any(
        place == 0
        or place >= last - 1
        or "," in (words[place - 1], words[place + 1])
        or words[place - 1] in ("that", ":")
        or is_saying(words[place - 1])
        for place, word in enumerate(words)
        if is_mark(word)
    )
