"""The workbook that a judge gets."""

import io
import re
import zipfile

import pytest
from openpyxl import load_workbook

from paralattice.corpus import Cluster, Sentence
from paralattice.formats.tables.paper_tables import unescape_cell
from paralattice.judging.sheets.forms import SENTENCE_FORM
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.sheets.sheet_tables import ORIGINALS_COLUMNS
from paralattice.judging.sheets.workbook import write_workbook

FORMULAS = ["=1+1", "+1", "-- said", "@SUM(A1)", "\tx", "\uff1d1", "'=1"]


def book_of(*texts, cluster="ferry"):
    items = [StudyItem(f"item{number}", cluster, "V1", number, (text,)) for number, text in enumerate(texts)]
    originals = [
        Cluster(name, (Sentence.from_words(["It", "sank"]), Sentence.from_words(["=So"])))
        for name in ("other", cluster)
    ]
    return write_workbook(items, originals)


def read(data):
    return load_workbook(io.BytesIO(data))


def rows_of(table):
    return [list(row) for row in table.iter_rows(values_only=True)]


def test_a_workbook_has_the_sheet_the_originals_and_the_instructions():
    book = read(book_of("a", "b"))
    assert book.sheetnames == ["sheet", "originals", "instructions"]
    assert book.active.title == "sheet"
    assert rows_of(book["sheet"]) == [
        list(SENTENCE_FORM.columns),
        ["item0", "ferry", 1, "a", None, None],
        ["item1", "ferry", 2, "b", None, None],
    ]
    assert rows_of(book["originals"])[0] == list(ORIGINALS_COLUMNS)
    assert rows_of(book["originals"])[1:3] == [["other", 1, "It sank"], ["other", 2, "'=So"]]


def test_scores_are_chosen_from_drop_downs_and_the_header_stays_in_view():
    sheet = read(book_of(*"abc"))["sheet"]
    (choice,) = sheet.data_validations.dataValidation
    assert (choice.type, choice.formula1) == ("list", '"1,2,3,4"')
    assert str(choice.sqref) == "E2:E4 F2:F4"
    assert choice.showErrorMessage
    assert sheet.freeze_panes == "A2"


def test_a_clusters_name_leads_to_its_originals():
    sheet = read(book_of("a"))["sheet"]
    assert sheet["B2"].hyperlink.location == "originals!A4"


def test_the_instructions_name_every_score_of_both_scales():
    text = "\n".join(str(row[0]) for row in rows_of(read(book_of("a"))["instructions"]))
    for scale in SENTENCE_FORM.scales:
        assert scale.question in text
        assert all(f"{grade.score}  {grade.word}: {grade.meaning}" in text for grade in scale.grades)


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_is_a_formula_and_each_has_an_apostrophe_that_can_be_taken_away(text):
    sheet = read(book_of(text, cluster=text))["sheet"]
    for cell in (sheet["B2"], sheet["D2"]):
        assert cell.data_type == "s"
        assert cell.value == "'" + text
        assert unescape_cell(cell.value) == text


def test_what_looks_like_a_number_or_an_error_stays_text():
    sheet = read(book_of("12", "#REF!", "1e5", "TRUE"))["sheet"]
    assert [sheet.cell(row, 4).value for row in range(2, 6)] == ["12", "#REF!", "1e5", "TRUE"]
    assert {sheet.cell(row, 4).data_type for row in range(2, 6)} == {"s"}


def test_signs_that_the_format_cannot_hold_are_replaced_and_those_that_it_would_read_are_escaped():
    data = book_of("bell \x07 end", "_x0041_", "<b> & \U0001f6a2 حريق")
    sheet = read(data)["sheet"]
    assert sheet["D2"].value == "bell \ufffd end"
    assert sheet["D4"].value == "<b> & \U0001f6a2 حريق"
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert b">_x005F_x0041_<" in archive.read("xl/worksheets/sheet1.xml")


def test_equal_sheets_are_equal_bytes_that_hold_no_time_of_their_making():
    data = book_of("a", "b")
    assert book_of("a", "b") == data
    assert book_of("a", "c") != data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        properties = archive.read("docProps/core.xml").decode()
    assert re.findall(r"\d{4}-\d\d-\d\dT[\d:]+", properties) == ["1980-01-01T00:00:00"] * 2
