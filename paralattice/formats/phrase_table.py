"""Phrase tables in the format of Moses.

::

    the ferry ||| the boat ||| 0.25 0.125 ||| 0-0 1-1 ||| 3 4 2 |||  ||| {{Tags NN NNS}}

A line has two phrases, scores, and, if known, links between their words, counts, and, after a field for
sparse features, properties. The property ``Tags`` is ours; other properties are ignored.
As in Moses, ``|`` in a word is written ``&#124;`` and ``&`` ``&amp;``; the other entities of Moses
(``&lt;``, ``&gt;``, ``&apos;``, ``&quot;``, ``&#91;``, ``&#93;``) are also read.
"""

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from paralattice.errors import FormatError
from paralattice.formats.pharaoh import Link, parse_links

_NO_WORD = re.compile("[\0\t\n\r ]")
_NAMES = {
    "&amp;": "&",
    "&#124;": "|",
    "&lt;": "<",
    "&gt;": ">",
    "&apos;": "'",
    "&quot;": '"',
    "&#91;": "[",
    "&#93;": "]",
}
_NAME = re.compile("|".join(_NAMES))
_TAGS = re.compile(r"\{\{Tags ([^{}]*)\}\}")


@dataclass(frozen=True, slots=True)
class PhraseEntry:
    """A line of a phrase table.

    Attributes
    ----------
    source, target
        The phrase and its replacement, as words.
    scores
        Probabilities; in our tables, the first is P(source | target).
    links
        0-based positions of words in source and target; empty if unknown.
    counts
        Empty if unknown.
    tags
        Penn tags of the word that changes under which the replacement may be made; empty for all.
    """

    source: tuple[str, ...]
    target: tuple[str, ...]
    scores: tuple[float, ...]
    links: tuple[Link, ...] = ()
    counts: tuple[float, ...] = ()
    tags: tuple[str, ...] = ()


def write_phrase_table(entries: Iterable[PhraseEntry]) -> Iterator[str]:
    """Yield a line for each entry, with its end.

    Raises
    ------
    FormatError
        A phrase has no words, or a word is empty or contains white space.
    """
    for number, entry in enumerate(entries, 1):
        phrases = [_spell(words, number) for words in (entry.source, entry.target)]
        fields = [*phrases, " ".join(_number(score) for score in entry.scores)]
        fields.append(" ".join(f"{i}-{j}" for i, j in entry.links))
        fields.append(" ".join(_number(count) for count in entry.counts))
        fields += ["", "{{Tags " + " ".join(entry.tags) + "}}"] if entry.tags else []
        while len(fields) > 3 and not fields[-1]:
            fields.pop()
        yield " ||| ".join(fields) + "\n"


def _spell(words: tuple[str, ...], number: int) -> str:
    for word in words:
        if not word or _NO_WORD.search(word):
            raise FormatError(f"the word {word!r} cannot be written in a phrase table", "", number)
    if not words:
        raise FormatError("a phrase without words cannot be written in a phrase table", "", number)
    return " ".join(word.replace("&", "&amp;").replace("|", "&#124;") for word in words)


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(float(value))


def read_phrase_table(lines: Iterable[str], file: str = "") -> Iterator[PhraseEntry]:
    """Yield the entries of a phrase table; blank lines are skipped.

    Parameters
    ----------
    lines
        With or without their ends.
    file
        Name of the source, for messages.

    Raises
    ------
    FormatError
        With the line: fewer than three fields, a phrase without words, an invalid number or link, or a
        link to a word that the phrase does not have.
    """
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _entry(line.rstrip("\r\n"), file, number)


def split_fields(line: str) -> list[str]:
    """Return the fields of a line without surrounding blanks."""
    return [field.strip(" \t") for field in line.split("|||")]


def _entry(line: str, file: str, number: int) -> PhraseEntry:
    fields = split_fields(line)
    if len(fields) < 3:
        raise FormatError("two phrases and scores are expected, with ||| between them", file, number)
    source, target = (_words(field) for field in fields[:2])
    if not source or not target:
        raise FormatError("a phrase has no words", file, number)
    links = parse_links(fields[3] if len(fields) > 3 else "", file, number)
    if any(i >= len(source) or j >= len(target) for i, j in links):
        raise FormatError("a link goes to a word that the phrase does not have", file, number)
    counts = _numbers(fields[4] if len(fields) > 4 else "", file, number)
    tags = _TAGS.search(fields[6]) if len(fields) > 6 else None
    scores = _numbers(fields[2], file, number)
    return PhraseEntry(source, target, scores, links, counts, tuple(tags[1].split()) if tags else ())


def _words(field: str) -> tuple[str, ...]:
    words = [word for word in field.replace("\t", " ").split(" ") if word]
    if "&" not in field:
        return tuple(words)
    return tuple(_NAME.sub(lambda found: _NAMES[found[0]], word) for word in words)


def _numbers(field: str, file: str, number: int) -> tuple[float, ...]:
    try:
        values = tuple(float(text) for text in field.split())
    except ValueError:
        raise FormatError(f"{field!r} should be numbers", file, number) from None
    if not all(math.isfinite(value) for value in values):
        raise FormatError(f"{field!r} should be finite numbers", file, number)
    return values
