"""Reader of the table of all judgements of sentences, ``judgements.csv``."""

import csv
import io
from collections.abc import Iterable, Mapping
from fractions import Fraction

from paralattice.errors import FormatError
from paralattice.formats.encodings import decode_utf8
from paralattice.judging.judgements import CRITERIA, HIGHEST, LOWEST, Judgement

_COLUMNS = ("judge", "item", "cluster", "version", "draw", *CRITERIA)

ItemOrigin = tuple[str, str, int]
"""The origin of a sentence: cluster, version, and the 0-based number of the draw."""


def read_judgements(data: bytes, file: str = "") -> list[Judgement]:
    """Return the judgements that :func:`~paralattice.judging.tables.judgement_table` wrote as CSV.

    Raises
    ------
    FormatError
        The table is not UTF-8, has no such column, or has a value that is no number or out of range.
    """
    rows = csv.DictReader(io.StringIO(decode_utf8(data, file), newline=""))
    missing = [name for name in _COLUMNS if name not in (rows.fieldnames or ())]
    if missing:
        raise FormatError(f"the column {missing[0]!r} is missing", file, 1)
    try:
        return [_judgement(row, file, rows.line_num) for row in rows]
    except csv.Error as error:
        raise FormatError(f"no CSV: {error}", file, rows.line_num) from error


def item_scores(judgements: Iterable[Judgement]) -> dict[ItemOrigin, dict[str, Fraction | None]]:
    """Return each judged sentence's mean scores by criterion, over its judges; ``None`` without a score."""
    marks: dict[ItemOrigin, dict[str, list[int]]] = {}
    for one in judgements:
        found = marks.setdefault((one.cluster, one.version, one.draw), {name: [] for name in CRITERIA})
        for name, score in one.scores.items():
            if score is not None:
                found[name].append(score)
    return {
        draw: {name: Fraction(sum(scores), len(scores)) if scores else None for name, scores in found.items()}
        for draw, found in marks.items()
    }


def _judgement(row: Mapping[str, str | None], file: str, line: int) -> Judgement:
    if any(row[name] is None for name in _COLUMNS):
        raise FormatError("the row has too few cells", file, line)
    draw = _whole(row["draw"] or "", "draw", file, line)
    scores = {name: _score(row[name] or "", name, file, line) for name in CRITERIA}
    judge, item, cluster, version = (row[name] or "" for name in ("judge", "item", "cluster", "version"))
    return Judgement(judge, item, cluster, version, draw, scores)


def _score(cell: str, name: str, file: str, line: int) -> int | None:
    if not cell:
        return None
    value = _whole(cell, name, file, line)
    if not LOWEST <= value <= HIGHEST:
        raise FormatError(f"{name} {value} is not from {LOWEST} to {HIGHEST}", file, line)
    return value


def _whole(cell: str, name: str, file: str, line: int) -> int:
    if not (cell.isascii() and cell.isdigit() and len(cell) < 19):
        raise FormatError(f"{name} {cell!r} is no whole number", file, line)
    return int(cell)
