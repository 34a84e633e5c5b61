"""Manual word alignments of sentence pairs as JSON Lines."""

from dataclasses import dataclass
from typing import Annotated

import msgspec

from paralattice.formats.corpora.clusters import decode_lines
from paralattice.formats.corpora.document_pairs import require_links
from paralattice.formats.json_lines import name_of, parse_record, read_values
from paralattice.formats.pharaoh import Link

Words = Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


@dataclass(frozen=True, slots=True)
class GoldPair:
    """A sentence pair with a manual word alignment.

    Attributes
    ----------
    name
        The field ``id``; the 1-based line without one.
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
    ProblemsError, EncodingError
        All problems: the file is empty or not UTF-8, or lines are not such objects.
    """
    return read_values(decode_lines(data, file), _pair, file)


class _Line(msgspec.Struct):
    source: Words
    target: Words
    sure: tuple[Link, ...]
    possible: tuple[Link, ...] = ()
    id: object = None


def _pair(line: str, number: int) -> GoldPair:
    read = parse_record(line, _Line)
    lengths = len(read.source), len(read.target)
    sure = require_links("sure", read.sure, lengths, "words")
    possible = require_links("possible", read.possible, lengths, "words")
    return GoldPair(name_of(read.id, number), read.source, read.target, sure, possible)
