"""A judge's sheet as a workbook (XLSX): drop-downs for scores, the originals, the instructions."""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from paralattice.corpus import Cluster
from paralattice.formats.tables.paper_tables import escape_cell
from paralattice.judging.sheets.form import Form
from paralattice.judging.sheets.forms import SENTENCE_FORM
from paralattice.judging.sheets.instructions import TABLE_NOTES
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.sheets.sheet_tables import ORIGINALS_COLUMNS, originals_rows, sheet_rows

_WIDTHS = {"item": 19, "number": 9, "sentence": 90, "first": 36, "second": 36, "context": 60}
_WIDTH = 16
_TOP = Alignment(vertical="top", wrap_text=True)
_CENTRE = Alignment(vertical="top", horizontal="center")
_BOLD = Font(bold=True)
_HEAD = PatternFill("solid", fgColor="FFDDE5F0")
_FILL_IN = PatternFill("solid", fgColor="FFFFF8DC")
# XML 1.0 cannot hold these characters.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
# ECMA-376, part 1, 22.4.2.4: this group encodes a character unless its first underscore is escaped.
_GROUP = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
# Replaces the current time, so that equal sheets give equal bytes; the earliest time of a ZIP archive.
_TIME = (1980, 1, 1, 0, 0, 0)
_STAMP = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")


def write_workbook(
    items: Sequence[StudyItem], clusters: Iterable[Cluster], form: Form = SENTENCE_FORM
) -> bytes:
    """Return a judge's sheet as the bytes of an XLSX file; equal sheets give equal bytes.

    The worksheet ``sheet`` has the columns of ``sheet.csv`` under a frozen header, with
    drop-downs for the scores; ``originals`` has the originals; ``instructions``
    has the scales.  Cells are escaped as in the CSV tables, and none is a formula.  A
    character that XML cannot hold becomes U+FFFD.

    Parameters
    ----------
    items
        The items of the sheet in their order.
    clusters
        The originals of the items' clusters, at least.
    form
        The form of the sheet.
    """
    book = Workbook()
    book.remove(book.worksheets[0])
    sheet = _add_table(book, "sheet", form.columns, sheet_rows(items, form))
    originals = _add_table(book, "originals", ORIGINALS_COLUMNS, originals_rows(clusters))
    _offer_scores(sheet, form)
    _link_clusters(sheet, originals)
    _add_instructions(book, form)
    file = io.BytesIO()
    book.save(file)
    return _without_times(file.getvalue())


def _add_table(
    book: Workbook, title: str, columns: Sequence[str], rows: Iterable[Sequence[str | int]]
) -> Worksheet:
    table: Worksheet = book.create_sheet(title)
    for number, row in enumerate(chain([columns], rows), 1):
        for column, value in enumerate(row, 1):
            if value != "":
                _put(table.cell(number, column), value)
    for number, name in enumerate(columns, 1):
        head = table.cell(1, number)
        head.font, head.fill = _BOLD, _HEAD
        table.column_dimensions[get_column_letter(number)].width = _WIDTHS.get(name, _WIDTH)
    table.freeze_panes = "A2"
    table.print_title_rows = "1:1"
    table.page_setup.orientation = "landscape"
    return table


def _put(cell: Any, value: str | int) -> None:
    cell.alignment = _TOP
    if isinstance(value, int):
        cell.value = value
        return
    cell.value = _GROUP.sub("_x005F_", _UNWRITABLE.sub("\ufffd", escape_cell(value)))
    # Otherwise the library reads some texts as formulas, numbers or errors.
    cell.data_type = "s"


def _offer_scores(sheet: Worksheet, form: Form) -> None:
    """Give the cells for scores a drop-down that refuses all other input."""
    choices = form.choices
    listed = f'"{",".join(choices)}"'
    choice = DataValidation(type="list", formula1=listed, allow_blank=True, showErrorMessage=True)
    known = f"{', '.join(choices[:-1])} or {choices[-1]}"
    choice.errorTitle, choice.error = "Not a score", f"A score is {known}; leave the cell empty to skip."
    sheet.add_data_validation(choice)
    for name in form.criteria:
        letter = get_column_letter(form.columns.index(name) + 1)
        choice.add(f"{letter}2:{letter}{max(2, sheet.max_row)}")
        for number in range(2, sheet.max_row + 1):
            cell = sheet[f"{letter}{number}"]
            cell.alignment, cell.fill = _CENTRE, _FILL_IN


def _link_clusters(sheet: Worksheet, originals: Worksheet) -> None:
    """Link each cluster's name in the sheet to the cluster's originals."""
    first: dict[Any, int] = {}
    for number in range(2, originals.max_row + 1):
        first.setdefault(originals.cell(number, 1).value, number)
    for number in range(2, sheet.max_row + 1):
        cell = sheet.cell(number, 2)
        if cell.value in first:
            place = f"originals!A{first[cell.value]}"
            cell.hyperlink = Hyperlink(ref=cell.coordinate, location=place, tooltip="to the originals")


def _add_instructions(book: Workbook, form: Form) -> None:
    page: Worksheet = book.create_sheet("instructions")
    for number, (text, font) in enumerate(_instruction_lines(form), 1):
        cell = page.cell(number, 1)
        _put(cell, text)
        if font is not None:
            cell.font = font
    page.column_dimensions["A"].width = 110


def _instruction_lines(form: Form) -> Iterator[tuple[str, Font | None]]:
    yield "How to judge", Font(bold=True, size=14)
    scores = "one of the answers offered to each question" if form.in_words else "two scores from 1 to 4"
    yield f"In the worksheet “sheet”, give each {form.noun} {scores}, and save the file as XLSX.", None
    yield "The worksheet “originals” has the sentences of each cluster; a cluster's name leads there.", None
    for scale in form.scales:
        yield "", None
        yield f"{scale.column}: {scale.question}", _BOLD
        yield scale.advice, None
        for grade in scale.grades:
            yield f"{'' if form.in_words else f'{grade.score}  '}{grade.word}: {grade.meaning}", None
    yield "", None
    yield "Some things to know", _BOLD
    for note in (*form.notes, *TABLE_NOTES):
        yield note.replace("`", ""), None


def _without_times(data: bytes) -> bytes:
    """Return the archive with one fixed time for all entries and in the document's properties."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "docProps/core.xml":
                content = _STAMP.sub(rb"\g<1>1980-01-01T00:00:00Z", content)
            new.writestr(zipfile.ZipInfo(name, _TIME), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()
