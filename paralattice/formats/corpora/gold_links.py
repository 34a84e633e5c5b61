"""Manual word alignments of sentence pairs as JSON Lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paralattice.errors import FormatError
from paralattice.formats.corpora.clusters import decode_lines
from paralattice.formats.json_lines import parse_json, read_values

Link = tuple[int, int]


@dataclass(frozen=True, slots=True)
class GoldPair:
    """A sentence pair with a manual word alignment.

    Attributes
    ----------
    name
        The field ``id``; the 1-based line if there is none.
    first, second
        The words of both sentences.
    sure, possible
        Links (0-based word of the first, of the second). Sure links are always possible, even if
        ``possible`` lacks them.
    """

    name: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    sure: tuple[Link, ...]
    possible: tuple[Link, ...]


def read_gold_links(data: bytes, file: str = "") -> list[GoldPair]:
    """Read lines ``{"source": [word, …], "target": […], "sure": [[i, j], …], "possible": […], "id": name}``.

    ``possible`` and ``id`` are optional; other fields are ignored.

    Raises
    ------
    ProblemsError
        All problems: the file is empty or not UTF-8, or lines are not such objects.
    """
    return read_values(decode_lines(data, file), _pair, file)


def _pair(line: str, number: int) -> GoldPair:
    value = parse_json(line)
    if not isinstance(value, dict):
        raise FormatError("an object with 'source', 'target' and 'sure' is expected")
    first, second = (_words(value, name) for name in ("source", "target"))
    sure, possible = (_links(value, name, (len(first), len(second))) for name in ("sure", "possible"))
    return GoldPair(" ".join(str(value.get("id", number)).split()), first, second, sure, possible)


def _words(value: dict[str, Any], name: str) -> tuple[str, ...]:
    words = value.get(name)
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        raise FormatError(f"{name!r} must be a list of words")
    return tuple(words)


def _links(value: dict[str, Any], name: str, lengths: tuple[int, int]) -> tuple[Link, ...]:
    if name not in value and name == "possible":
        return ()
    entries = value.get(name)
    links: list[Link] = []
    for entry in entries if isinstance(entries, list) else [None]:
        if not isinstance(entry, list) or len(entry) != 2 or any(type(place) is not int for place in entry):
            raise FormatError(f"{name!r} must be a list of pairs of 0-based places")
        if not all(0 <= place < length for place, length in zip(entry, lengths, strict=True)):
            raise FormatError(
                f"{name!r} has {entry}, and the sentences have {lengths[0]} and {lengths[1]} words"
            )
        links.append((entry[0], entry[1]))
    return tuple(dict.fromkeys(links))
