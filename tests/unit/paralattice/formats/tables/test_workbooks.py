"""Workbooks that unpack to more than anybody can hold."""

import io
import zipfile

import openpyxl
import pytest

from paralattice.errors import FormatError
from paralattice.formats.tables import workbooks
from paralattice.formats.tables.workbooks import workbook_grids

WORKSHEET = "xl/worksheets/sheet1.xml"


def workbook(**cells):
    """Return a workbook with a header, a row, and further cells."""
    book = openpyxl.Workbook()
    for row in (["item", "fidelity"], ["bcd", 3]):
        book.active.append(row)
    for place, value in cells.items():
        book.active[place] = value
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def inflated(data, size):
    """Return a workbook with a worksheet that ends in a text of so many equal letters."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            with old.open(name) as content, new.open(name, "w", force_zip64=True) as target:
                text = content.read()
                if name == WORKSHEET:
                    head, tail = text.split(b"</sheetData>")
                    target.write(head + b'<row><c t="inlineStr"><is><t>')
                    for _ in range(size // 1_000_000):
                        target.write(b"x" * 1_000_000)
                    text = b"</t></is></c></row></sheetData>" + tail
                target.write(text)
    return packed.getvalue()


def test_the_rows_of_a_worksheet_have_their_numbers():
    (grid,) = workbook_grids(workbook(), "", "sheet.xlsx")
    assert grid == [(1, ["item", "fidelity"]), (2, ["bcd", "3"])]


def test_a_cell_at_the_end_of_the_largest_worksheet_is_no_reason_to_fill_the_memory():
    with pytest.raises(
        FormatError, match=r"sheet\.xlsx: is no workbook of scores: reading it takes more than"
    ):
        list(workbook_grids(workbook(XFD1048576="x"), "", "sheet.xlsx"))


def test_a_workbook_that_unpacks_to_more_than_the_limit_is_refused(monkeypatch):
    monkeypatch.setattr(workbooks, "MEMORY_BYTES", 400 << 20)
    bomb = inflated(workbook(), 200_000_000)
    assert len(bomb) < 300_000
    with pytest.raises(FormatError, match="takes more than 400 MiB of memory"):
        list(workbook_grids(bomb, "", "sheet.xlsx"))


def test_a_damaged_workbook_is_told_from_one_that_is_too_large():
    with pytest.raises(FormatError, match="is a damaged workbook"):
        list(workbook_grids(workbook()[:-300], "", "sheet.xlsx"))
