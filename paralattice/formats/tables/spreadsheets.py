"""Reads tables of spreadsheet programs: CSV of any dialect, and workbooks.

A table has a header and rows of texts.  The reader accepts the changes that such
programs make: semicolons, tabs, byte order marks, UTF-16 or Windows-1252, numbers
with a decimal part, numbers shown as dates, and reordered columns.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paralattice.errors import FormatError
from paralattice.formats.tables.workbooks import SheetRows, workbook_grids

_DELIMITERS = (",", ";", "\t", "|")
_BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
# A zip archive (XLSX, XLSB, ODS) and a compound file (XLS).
_WORKBOOK_MARKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
# A title or Excel's "sep=;" may precede the header.
_HEADER_DEPTH = 10


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of a table.

    Attributes
    ----------
    line
        1-based line of the text, or row of the worksheet, where it begins.
    cells
        Stripped texts by lower-cased column name.
    """

    line: int
    cells: dict[str, str]


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table with a header.

    Attributes
    ----------
    columns
        The lower-cased names in the header, in order.
    rows
        The rows below the header that are not blank.
    """

    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]


def read_table(data: bytes, column: str, sheet: str = "", file: str = "") -> SheetTable:
    """Return the table in a file's bytes.

    The kind of file is detected from its content, not from its name.  The header is
    the first of the upper ten lines with the column ``column``.

    Parameters
    ----------
    data
        The file: CSV (comma, semicolon, tab or bar; UTF-8, UTF-16 with a byte
        order mark, else Windows-1252), XLSX, XLSB, XLS or ODS.
    column
        The lower-cased name of a column, by which the header is found.
    sheet
        The worksheet to search first; the others follow in order if it is missing
        or has no header.
    file
        The file's name, for errors.

    Raises
    ------
    FormatError
        The file is neither a workbook nor text, has no such header, or names a
        column twice.
    """
    workbook = data.startswith(_WORKBOOK_MARKS)
    for grid in workbook_grids(data, sheet, file) if workbook else _csv_grids(data, file):
        for position, (line, cells) in enumerate(grid[:_HEADER_DEPTH]):
            names = tuple(cell.lower() for cell in cells)
            if column in names:
                for name in names:
                    if name and names.count(name) > 1:
                        raise FormatError(f"has the column {name!r} twice", file, line)
                rows = (
                    SheetRow(number, _named(names, row)) for number, row in grid[position + 1 :] if any(row)
                )
                return SheetTable(tuple(filter(None, names)), tuple(rows))
    raise FormatError(f"is no sheet: it has no column {column!r}", file)


def _named(names: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    return {name: cell for name, cell in zip(names, cells, strict=False) if name}


def _csv_grids(data: bytes, file: str) -> Iterator[SheetRows]:
    text = _decode(data)
    if text.lstrip()[:1] == "<":
        raise FormatError("is a page, not a table: open it in a browser and export the scores", file)
    for delimiter in _DELIMITERS:
        yield _csv_grid(text, delimiter, file)


def _csv_grid(text: str, delimiter: str, file: str) -> SheetRows:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    grid: SheetRows = []
    line = 1
    try:
        for cells in reader:
            grid.append((line, [cell.strip() for cell in cells]))
            line = reader.line_num + 1
    except csv.Error as error:
        raise FormatError(f"is not CSV: {error}", file, line) from error
    return grid


def _decode(data: bytes) -> str:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        # Any single-byte encoding suffices, because identifiers and scores are ASCII.
        return data.decode("cp1252", errors="replace")
