"""Writes rows as CSV, and CSV as the bytes of a file for spreadsheet programs."""

import csv
from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any

TABLE_ENCODING = "utf-8-sig"
"""Encoding of CSV files for people: the byte order mark makes Excel read them as UTF-8."""


def rows_as_csv(rows: Iterable[Iterable[Any]], end: str = "\n") -> Iterator[str]:
    r"""Yield the lines of a CSV file; ``None`` is an empty cell.

    Parameters
    ----------
    rows
        The rows, the names of the columns first.
    end
        Line end; that of RFC 4180 is ``"\r\n"``.

    Examples
    --------
    >>> list(rows_as_csv([("word", "count"), ("a, b", None)]))
    ['word,count\n', '"a, b",\n']
    """
    # A writer's ``writerow`` returns what the ``write`` of its file returns.
    echo: Any = SimpleNamespace(write=str)
    return map(csv.writer(echo, lineterminator=end).writerow, rows)


def csv_bytes(text: str) -> bytes:
    """Return the bytes of a CSV file for people; lone surrogates become question marks."""
    return text.encode(TABLE_ENCODING, errors="replace")
