"""Tables for papers as CSV, Markdown and LaTeX (booktabs).

CSV has full precision and additional columns; the other two are rounded for print.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from itertools import chain

from paralattice.errors import FormatError
from paralattice.formats.tables.csv_rows import csv_bytes, rows_as_csv

Cell = str | int | float | Fraction | None

# Spreadsheets also accept full-width operators in East Asian locales.
_FORMULA = re.compile("'*[=+\\-@\t\r\n\uff0b\uff0d\uff1d\uff20]")

_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
} | {character: "\\" + character for character in "{}$&#_%"}
# Two dashes in a row would become one long dash.
_LATEX_DASHES = re.compile("-(?=-)")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>|#~&$])")
_MARKDOWN_ESCAPE = re.compile(r"\\(.)")
# A bar within a cell has a backslash before it; a bar that ends a cell has a space.
_MARKDOWN_BAR = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    name
        Name of the column in the CSV file.
    title
        Heading in print; by default the name.
    digits
        Number of decimals in print, for numbers that are not whole.
    ends
        Values that are printed only if they are exact: a probability of 0.00001 is
        printed as ``<0.0001``, not as 0.
    detail
        Whether the column is only in the CSV file.
    """

    name: str
    title: str = ""
    digits: int = 2
    ends: tuple[int, ...] = ()
    detail: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes
    ----------
    name
        The name of the table's files, without ending, and its label.
    caption
        A sentence above the table.
    columns
        The columns.
    rows
        One cell per column; ``None`` if there is no value.
    ruled
        Number of final rows below a rule, such as a row of totals.
    """

    name: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    ruled: int = 0

    def records(self) -> list[dict[str, Cell]]:
        """Return the rows as values by the names of their columns."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.rows]


def decimal_text(value: int | float | Fraction, digits: int) -> str:
    """Return a number with that many decimals, exact halves rounded away from zero.

    Fractions are rounded exactly: 107/40 is 2.68, although the nearest floating-point
    number is below 2.675.  A floating-point number is rounded from its shortest decimal
    representation.
    """
    with localcontext() as context:
        context.prec = 60
        if isinstance(value, Fraction):
            exact = Decimal(value.numerator) / Decimal(value.denominator)
        else:
            exact = Decimal(repr(value))
        return str(exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP) + 0)


def csv_text(table: Table) -> str:
    """Return the whole table as CSV (RFC 4180), fractions as the nearest floating-point numbers."""
    names = [column.name for column in table.columns]
    return "".join(rows_as_csv(chain([names], (map(_csv_cell, row) for row in table.rows)), "\r\n"))


def _csv_cell(cell: Cell) -> str | int | float:
    if cell is None:
        return ""
    return float(cell) if isinstance(cell, Fraction) else cell


def escape_cell(text: str) -> str:
    """Return a cell that no spreadsheet program reads as a formula.

    A text that begins with ``=``, ``+``, ``-``, ``@``, their full-width forms, a
    tab or a line end, with or without apostrophes before it, gets another
    apostrophe. :func:`unescape_cell` removes it.
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unescape_cell(cell: str) -> str:
    """Return the original text of an escaped cell."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def markdown_text(table: Table) -> str:
    """Return the table as GitHub Markdown, with its caption above it in bold."""
    heads, numeric, rows = printed(table)
    lines = [[_markdown(head) for head in heads], ["---:" if right else "---" for right in numeric]]
    lines += [[_markdown(text, "–") for text in row] for row in rows]  # noqa: RUF001 - a dash for a missing value
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"**{_markdown(table.caption)}**\n\n{body}\n"


def _markdown(text: str, absent: str = "") -> str:
    return _MARKDOWN.sub(r"\\\1", text) or absent


def read_markdown(text: str) -> tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...], tuple[bool, ...]]:
    """Return caption, titles, rows and numeric columns (flags) of a table by :func:`markdown_text`.

    Lines with another number of cells than the titles are skipped.

    Raises
    ------
    FormatError
        There is no table.
    """
    first, *rest = text.splitlines() or [""]
    lines = [_markdown_cells(line) for line in rest if line.startswith("|")]
    heads, rules = (*lines[:2], (), ())[:2]
    if not heads or len(heads) != len(rules):
        raise FormatError("there is no Markdown table")
    rows = tuple(line for line in lines[2:] if len(line) == len(heads))
    right = tuple(rule.endswith(":") for rule in rules)
    return _MARKDOWN_ESCAPE.sub(r"\1", first.removeprefix("**").removesuffix("**")), heads, rows, right


def _markdown_cells(line: str) -> tuple[str, ...]:
    cells = _MARKDOWN_BAR.split(line.strip().removeprefix("|").removesuffix("|"))
    return tuple(_MARKDOWN_ESCAPE.sub(r"\1", cell.strip()) for cell in cells)


def latex_text(table: Table) -> str:
    r"""Return the table as a LaTeX float; it needs ``\usepackage{booktabs}``."""
    heads, numeric, texts = printed(table)
    lines = [_latex_row(heads), r"\midrule"]
    rows = [_latex_row(row) for row in texts]
    if table.ruled:
        rows.insert(len(rows) - table.ruled, r"\midrule")
    layout = "".join("r" if right else "l" for right in numeric)
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{latex_escape(table.caption)}}}",
            rf"\label{{tab:{table.name}}}",
            rf"\begin{{tabular}}{{{layout}}}",
            r"\toprule",
            *lines,
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def latex_escape(text: str) -> str:
    """Return a text with LaTeX's special characters escaped; other characters are unchanged."""
    return _LATEX_DASHES.sub("-{}", "".join(_LATEX.get(character, character) for character in text))


FORMATS: dict[str, Callable[[Table], str]] = {"csv": csv_text, "md": markdown_text, "tex": latex_text}
"""The formats of tables by the endings of their files."""


def table_files(tables: Iterable[Table], forms: Collection[str] = tuple(FORMATS)) -> dict[str, bytes]:
    """Return the files of tables by their names; lone surrogates become question marks.

    Parameters
    ----------
    tables
        The tables; a file is named like its table.
    forms
        File endings of the wanted forms, keys of :data:`FORMATS`.
    """
    texts = {f"{table.name}.{form}": FORMATS[form](table) for table in tables for form in forms}
    return {
        name: csv_bytes(text) if name.endswith(".csv") else text.encode(errors="replace")
        for name, text in texts.items()
    }


def _latex_row(texts: Sequence[str]) -> str:
    return " & ".join(_latex_cell(text) for text in texts) + r" \\"


def _latex_cell(text: str) -> str:
    if not text:
        return "--"
    if re.fullmatch(r"[<>]?-?[0-9.]+", text):
        return re.sub("([<>-])", r"$\1$", text)
    return latex_escape(text)


def printed(table: Table) -> tuple[list[str], list[bool], list[list[str]]]:
    """Return the heads of the printed columns, which of them have numbers, and the rows as texts."""
    kept = [(place, column) for place, column in enumerate(table.columns) if not column.detail]
    heads = [column.title or column.name for _, column in kept]
    numeric = [not any(isinstance(row[place], str) for row in table.rows) for place, _ in kept]
    return heads, numeric, [[shown_cell(column, row[place]) for place, column in kept] for row in table.rows]


def shown_cell(column: Column, cell: Cell) -> str:
    """Return a cell as it is printed; empty if there is no value."""
    if cell is None or isinstance(cell, str | int):
        return "" if cell is None else str(cell)
    text = decimal_text(cell, column.digits)
    for end in column.ends:
        if cell != end and Fraction(text) == end:
            step = Fraction(1, 10**column.digits)
            nearest = decimal_text(end + step if cell > end else end - step, column.digits)
            return f"{'<' if cell > end else '>'}{nearest}"
    return text
