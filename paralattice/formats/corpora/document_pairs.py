"""Pairs of documents as JSON Lines, with or without their matching sentences."""

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from paralattice.errors import FormatError
from paralattice.formats.corpora.clusters import decode_lines
from paralattice.formats.json_lines import name_of, parse_record, read_values
from paralattice.formats.pharaoh import Link


@dataclass(frozen=True, slots=True)
class DocumentPair:
    """Two documents as lists of sentences.

    Attributes
    ----------
    name
        The field ``id``; the 1-based line without one.
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
    ProblemsError, EncodingError
        All problems: the file is empty or not UTF-8, or lines are not such objects.
    """
    return read_values(decode_lines(data, file), lambda line, number: _pair(line, number, gold), file)


class _Line(msgspec.Struct):
    sents1: tuple[str, ...]
    sents2: tuple[str, ...]
    gold: tuple[Link, ...] | None = None
    blocks: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] | None = None
    id: object = None


def _pair(line: str, number: int, gold: bool) -> DocumentPair:
    read = parse_record(line, _Line)
    if gold and read.gold is None and read.blocks is None:
        raise FormatError("the line lacks 'gold', the index pairs of matching sentences")
    lengths = len(read.sents1), len(read.sents2)
    links = None if read.gold is None else require_links("gold", read.gold, lengths, "sentences")
    blocks = None
    if read.blocks is not None:
        blocks = tuple((_places(one, lengths[0]), _places(other, lengths[1])) for one, other in read.blocks)
    return DocumentPair(name_of(read.id, number), read.sents1, read.sents2, links, blocks)


def require_links(name: str, links: Iterable[Link], lengths: tuple[int, int], what: str) -> tuple[Link, ...]:
    """Return links of a field, each once.

    Raises
    ------
    FormatError
        A link goes beyond the lengths.
    """
    first, second = lengths
    for i, j in links:
        if not (0 <= i < first and 0 <= j < second):
            raise FormatError(f"{name!r} has [{i}, {j}], and there are {first} and {second} {what}")
    return tuple(dict.fromkeys(links))


def _places(places: Iterable[int], sentences: int) -> tuple[int, ...]:
    for place in places:
        if not 0 <= place < sentences:
            raise FormatError(f"'blocks' has {place}, and there are {sentences} sentences")
    return tuple(dict.fromkeys(places))
