"""Rows become lines of CSV one at a time, and bytes that Excel reads as UTF-8."""

from itertools import count

from paralattice.formats.tables.csv_rows import csv_bytes, rows_as_csv


def test_rows_become_lines_one_at_a_time_and_nothing_is_an_empty_cell():
    assert list(rows_as_csv([("a", None), ('b"', 1)])) == ["a,\n", '"b""",1\n']
    assert next(rows_as_csv(zip(count(), count(5)), "\r\n")) == "0,5\r\n"


def test_the_bytes_begin_as_excel_wants_them_and_half_a_character_is_a_question_mark():
    assert csv_bytes("é\r\n") == b"\xef\xbb\xbf\xc3\xa9\r\n"
    assert csv_bytes("a\ud800") == b"\xef\xbb\xbfa?"
