"""Tables as spreadsheet programs write them."""

import datetime
import io
import zipfile

import openpyxl
import pytest

from paralattice.errors import FormatError
from paralattice.formats.tables.spreadsheets import read_table
from paralattice.formats.tables.workbooks import cell_text

TEXT = "item,number,sentence,fidelity\r\nbcd,1,Café élan,3\r\nfgh,2,A naïve boat,4\r\n"


def workbook(rows, title="scores", formats=()):
    book = openpyxl.Workbook()
    book.remove(book.active)
    sheet = book.create_sheet(title)
    for row in rows:
        sheet.append(row)
    for place, form in formats:
        sheet[place].number_format = form
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def cells(data, **arguments):
    return [row.cells for row in read_table(data, "item", **arguments).rows]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_text_of_any_usual_encoding_reads_the_same(encoding):
    assert cells(TEXT.encode(encoding)) == cells(TEXT.encode("utf-8"))


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_the_delimiter_is_told_by_the_header(delimiter):
    assert cells(TEXT.replace(",", delimiter).encode()) == cells(TEXT.encode())


@pytest.mark.parametrize("above", ["sep=;\r\n", "Scores of the ferry\r\n\r\n", ";;;\r\n"])
def test_lines_above_the_header_are_passed_over_and_counted(above):
    text = above + TEXT.replace(",", ";")
    table = read_table(text.encode(), "item")
    assert table.rows[0].line == above.count("\n") + 2
    assert table.columns == ("item", "number", "sentence", "fidelity")


def test_columns_are_known_by_name_whatever_their_order_and_case():
    assert cells(b"Fidelity , ITEM\n3,bcd\n") == [{"fidelity": "3", "item": "bcd"}]


def test_blank_rows_are_left_out_and_lines_stay_those_of_the_file():
    table = read_table(b"item,fidelity\n,\nbcd,3\n\n,,,\n  ,\nfgh,4\n,\n", "item")
    assert [(row.line, row.cells["item"]) for row in table.rows] == [(3, "bcd"), (7, "fgh")]


def test_a_cell_with_line_breaks_moves_the_lines_below_it():
    table = read_table(b'item,sentence\nbcd,"a\nb"\nfgh,c\n', "item")
    assert [row.line for row in table.rows] == [2, 4]


def test_short_rows_lack_cells_and_long_ones_have_no_more_than_the_header():
    assert cells(b"item,fidelity\nbcd\nfgh,3,x\n") == [{"item": "bcd"}, {"item": "fgh", "fidelity": "3"}]


def test_a_workbook_gives_whole_numbers_without_decimals_and_its_rows_as_lines():
    data = workbook([["item", "fidelity"], ["bcd", 3], [None, None], ["fgh", 3.0], ["jkl", "3"]])
    table = read_table(data, "item")
    assert [(row.line, row.cells["fidelity"]) for row in table.rows] == [(2, "3"), (4, "3"), (5, "3")]


def test_a_number_in_a_cell_formatted_as_a_date_is_that_number():
    data = workbook(
        [["item", "fidelity"], ["bcd", 3], ["fgh", 1]], formats=[("B2", "dd-mmm"), ("B3", "m/d/yy")]
    )
    assert [row["fidelity"] for row in cells(data)] == ["3", "1"]


def test_a_real_date_stays_a_date():
    data = workbook([["item", "fidelity"], ["bcd", datetime.datetime(2026, 4, 3)]])
    assert cells(data)[0]["fidelity"] == "2026-04-03"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2.5, "2.5"),
        (True, "True"),
        (datetime.time(3, 0), "time 03:00:00"),
        (datetime.timedelta(hours=3), "time 3:00:00"),
        (datetime.datetime(1900, 1, 2, 12, 0), "1900-01-02T12:00:00"),
        (datetime.date(1899, 12, 31), "1899-12-31"),
        (datetime.date(1900, 3, 1), "1900-03-01"),
        (" x\xa0", "x"),
    ],
)
def test_other_cells_become_texts(value, text):
    assert cell_text(value) == text


def open_document(*cells):
    """Return a workbook as LibreOffice keeps it, of one column."""
    names = {"office": "office", "table": "table", "text": "text"}
    spaces = " ".join(
        f'xmlns:{key}="urn:oasis:names:tc:opendocument:xmlns:{value}:1.0"' for key, value in names.items()
    )
    rows = "".join(f"<table:table-row>{cell}</table:table-row>" for cell in cells)
    body = f'<office:spreadsheet><table:table table:name="Tabelle1">{rows}</table:table></office:spreadsheet>'
    content = f"<office:document-content {spaces}><office:body>{body}</office:body></office:document-content>"
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest_space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    entry = f'<m:file-entry m:full-path="/" m:media-type="{kind}"/>'
    manifest = f'<m:manifest xmlns:m="{manifest_space}">{entry}</m:manifest>'
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("mimetype", kind)
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", manifest)
    return buffer.getvalue()


def test_an_open_document_is_read_and_its_dates_stay_dates_for_they_count_from_another_day():
    data = open_document(
        '<table:table-cell office:value-type="string"><text:p>item</text:p></table:table-cell>',
        '<table:table-cell office:value-type="float" office:value="3"><text:p>3</text:p></table:table-cell>',
        '<table:table-cell office:value-type="date" office:date-value="1900-01-02"/>',
    )
    table = read_table(data, "item")
    assert [(row.line, row.cells["item"][:10]) for row in table.rows] == [(2, "3"), (3, "1900-01-02")]


def test_the_named_worksheet_is_read_before_the_others():
    book = openpyxl.Workbook()
    book.active.title = "notes"
    for title, item in (("notes", "old"), ("Sheet", "new")):
        sheet = book[title] if title in book.sheetnames else book.create_sheet(title)
        sheet.append(["item"])
        sheet.append([item])
    buffer = io.BytesIO()
    book.save(buffer)
    assert cells(buffer.getvalue(), sheet="sheet") == [{"item": "new"}]
    assert cells(buffer.getvalue()) == [{"item": "old"}]


def test_a_worksheet_of_another_name_serves_where_the_named_one_has_no_header():
    assert cells(workbook([["item"], ["bcd"]], title="Tabelle1"), sheet="sheet") == [{"item": "bcd"}]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no column 'item'"),
        (b"name,score\nx,3\n", "no column 'item'"),
        (b"item,fidelity,Fidelity\n", "the column 'fidelity' twice"),
        (b"PK\x03\x04 cut off", "damaged workbook"),
        (b"\xd0\xcf\x11\xe0 cut off", "damaged workbook"),
        (b"<!DOCTYPE html><title>sheet</title>", "export the scores"),
        (b'item\n"' + b"x" * 200_000, "not CSV"),
    ],
)
def test_what_is_no_table_is_refused_with_the_reason_and_the_file(data, message):
    with pytest.raises(FormatError, match=message) as caught:
        read_table(data, "item", file="back.csv")
    assert caught.value.file == "back.csv"


def test_a_workbook_without_the_column_is_refused():
    with pytest.raises(FormatError, match="no column 'item'"):
        read_table(workbook([["name"], ["x"]]), "item")
