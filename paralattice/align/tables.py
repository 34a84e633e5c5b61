"""Alignment tables as text, CSV and HTML: a row per witness."""

from collections.abc import Iterator, Sequence
from html import escape

from paralattice.formats.tables.csv_rows import rows_as_csv
from paralattice.formats.tables.paper_tables import escape_cell

Cells = Sequence[Sequence[str | None]]
"""The text of each witness in each column, or ``None``."""

_VARIANT = ' style="background:#f3e9d2;color:#24292f"'


def table_text(sigla: Sequence[str], rows: Cells) -> str:
    """Return a table in columns of even width; a gap is a hyphen."""
    shown = [[name, *(cell or "-" for cell in row)] for name, row in zip(sigla, rows, strict=True)]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in shown
    )


def table_csv(sigla: Sequence[str], rows: Cells) -> str:
    """Return a table as CSV; a gap is an empty cell, and no cell is a formula for spreadsheet programs."""
    named = ([name, *(cell or "" for cell in row)] for name, row in zip(sigla, rows, strict=True))
    return "".join(rows_as_csv(map(escape_cell, row) for row in named))


def table_html(sigla: Sequence[str], rows: Cells) -> str:
    """Return a table as an HTML element; the columns in which witnesses differ are shaded."""
    differ = [len({*column}) > 1 for column in zip(*rows, strict=True)]

    def cells(row: Sequence[str | None]) -> Iterator[str]:
        for cell, variant in zip(row, differ, strict=True):
            yield f"<td{_VARIANT if variant else ''}>{escape(cell or '-')}</td>"

    lines = [
        f'<tr><th scope="row">{escape(name)}</th>{"".join(cells(row))}</tr>'
        for name, row in zip(sigla, rows, strict=True)
    ]
    return "<table>\n" + "\n".join(lines) + "\n</table>"
