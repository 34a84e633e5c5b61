"""Pairs of documents as JSON Lines, with or without their matching sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from paralattice.errors import FormatError
from paralattice.formats.corpora.clusters import decode_lines
from paralattice.formats.json_lines import parse_json, read_values


@dataclass(frozen=True, slots=True)
class DocumentPair:
    """Two documents as lists of sentences.

    Attributes
    ----------
    name
        The field ``id``; the 1-based line if there is none.
    first, second
        Sentences as text; may be empty.
    gold
        Matching sentences (of the first, of the second; 0-based); ``None`` if unknown.
    blocks
        Groups of sentences of the first and of the second (0-based) that correspond as a whole; ``None``
        if unknown.
    """

    name: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    gold: tuple[tuple[int, int], ...] | None = None
    blocks: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] | None = None


def read_document_pairs(data: bytes, file: str = "", *, gold: bool = False) -> list[DocumentPair]:
    """Read lines ``{"sents1": [text, ...], "sents2": [...], "gold": [[i, j], ...], "id": name}``.

    ``id`` and, unless required, ``gold`` are optional; other fields are ignored.  ``blocks``, a list
    of pairs of lists of indices, may replace ``gold``.

    Parameters
    ----------
    data
        The file.
    file
        For messages.
    gold
        Whether every line must have ``gold`` or ``blocks``.

    Raises
    ------
    ProblemsError
        All problems: the file is empty or not UTF-8, or lines are not such objects.
    """
    return read_values(decode_lines(data, file), lambda line, number: _pair(line, number, gold), file)


def _pair(line: str, number: int, gold: bool) -> DocumentPair:
    value = parse_json(line)
    if not isinstance(value, dict):
        raise FormatError("an object with 'sents1' and 'sents2' is expected")
    first, second = (_sentences(value, name) for name in ("sents1", "sents2"))
    known = "gold" in value, "blocks" in value
    if gold and not any(known):
        raise FormatError("the line lacks 'gold', the index pairs of matching sentences")
    return DocumentPair(
        # Names are columns of tables.
        " ".join(str(value.get("id", number)).split()),
        first,
        second,
        _links(value["gold"], len(first), len(second)) if known[0] else None,
        _blocks(value["blocks"], len(first), len(second)) if known[1] else None,
    )


def _sentences(value: dict[str, Any], name: str) -> tuple[str, ...]:
    if name not in value:
        raise FormatError(f"the line lacks {name!r}, a list of sentences")
    sentences = value[name]
    if not isinstance(sentences, list) or not all(isinstance(sentence, str) for sentence in sentences):
        raise FormatError(f"{name!r} must be a list of texts")
    return tuple(sentences)


def _links(value: object, first: int, second: int) -> tuple[tuple[int, int], ...]:
    entries: Iterable[Any] = value if isinstance(value, list) else [None]
    links = []
    for entry in entries:
        if not isinstance(entry, list) or len(entry) != 2 or any(type(i) is not int for i in entry):
            raise FormatError("'gold' must be a list of pairs of 0-based indices")
        i, j = entry
        if not (0 <= i < first and 0 <= j < second):
            raise FormatError(f"'gold' has [{i}, {j}], and there are {first} and {second} sentences")
        links.append((i, j))
    return tuple(dict.fromkeys(links))


def _blocks(value: object, first: int, second: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    blocks = []
    for entry in value if isinstance(value, list) else [None]:
        if not isinstance(entry, list) or len(entry) != 2:
            raise FormatError("'blocks' must be a list of pairs of lists of 0-based indices")
        blocks.append((_places(entry[0], first), _places(entry[1], second)))
    return tuple(blocks)


def _places(value: object, sentences: int) -> tuple[int, ...]:
    if not isinstance(value, list) or any(type(place) is not int for place in value):
        raise FormatError("'blocks' must be a list of pairs of lists of 0-based indices")
    for place in value:
        if not 0 <= place < sentences:
            raise FormatError(f"'blocks' has {place}, and there are {sentences} sentences")
    return tuple(dict.fromkeys(value))
