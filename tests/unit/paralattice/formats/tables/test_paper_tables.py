"""Tables as CSV, Markdown and LaTeX."""

import csv
import io
from fractions import Fraction

import pytest

from paralattice.errors import FormatError
from paralattice.formats.tables.paper_tables import (
    Column,
    Table,
    csv_text,
    decimal_text,
    latex_escape,
    latex_text,
    markdown_text,
    read_markdown,
    shown_cell,
    table_files,
)

TABLE = Table(
    "table9",
    "50 % of a & b_c.",
    (Column("cluster", "Cluster"), Column("V1"), Column("p", "p", 4, (0,)), Column("n", detail=True)),
    (
        ("a_b|c", Fraction(107, 40), 0.00001, 40),
        ("$x$ -- y", Fraction(-1, 3), None, 30),
        ("Overall", None, 0.5, 70),
    ),
    ruled=1,
)


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(107, 40), 2, "2.68"),
        (Fraction(1, 3), 2, "0.33"),
        (Fraction(-107, 40), 2, "-2.68"),
        (Fraction(-1, 1000), 2, "0.00"),
        (2.675, 2, "2.68"),
        (3, 1, "3.0"),
        (1e-9, 4, "0.0000"),
        (1e20, 1, "100000000000000000000.0"),
    ],
)
def test_numbers_are_rounded_as_people_do(value, digits, text):
    assert decimal_text(value, digits) == text


@pytest.mark.parametrize(
    ("value", "ends", "text"),
    [
        (0.00001, (0,), "<0.0001"),
        (0.0, (0,), "0.0000"),
        (0.0001, (0,), "0.0001"),
        (99.999999, (100,), ">99.9999"),
        (100.0, (100,), "100.0000"),
        (0.00001, (), "0.0000"),
    ],
)
def test_a_rounded_number_never_pretends_to_be_an_end_of_its_range(value, ends, text):
    assert shown_cell(Column("p", digits=4, ends=ends), value) == text


def test_csv_has_every_digit_and_the_columns_of_detail():
    rows = list(csv.reader(io.StringIO(csv_text(TABLE), newline="")))
    assert rows[0] == ["cluster", "V1", "p", "n"]
    assert rows[1] == ["a_b|c", "2.675", "1e-05", "40"]
    assert rows[2] == ["$x$ -- y", "-0.3333333333333333", "", "30"]
    assert rows[3] == ["Overall", "", "0.5", "70"]


def test_files_of_tables_are_named_like_them_and_csv_has_the_mark_that_excel_needs():
    files = table_files([TABLE])
    assert files == {
        f"{TABLE.name}.csv": csv_text(TABLE).encode("utf-8-sig"),
        f"{TABLE.name}.md": markdown_text(TABLE).encode(),
        f"{TABLE.name}.tex": latex_text(TABLE).encode(),
    }
    assert table_files([TABLE], ["csv"]) == {f"{TABLE.name}.csv": files[f"{TABLE.name}.csv"]}


def test_half_a_character_is_a_question_mark_in_every_form():
    broken = Table("t", "T.", (Column("a"),), (("x\ud800",),))
    assert all(b"x?" in data for data in table_files([broken]).values())


def test_markdown_has_aligned_columns_and_escaped_names():
    assert markdown_text(TABLE).splitlines() == [
        r"**50 % of a \& b\_c.**",
        "",
        "| Cluster | V1 | p |",
        "| --- | ---: | ---: |",
        r"| a\_b\|c | 2.68 | \<0.0001 |",
        r"| \$x\$ -- y | -0.33 | – |",  # noqa: RUF001 - a dash: there is no value
        "| Overall | – | 0.5000 |",  # noqa: RUF001
    ]


def test_latex_has_rules_and_escaped_names():
    assert latex_text(TABLE).splitlines() == [
        r"\begin{table}",
        r"\centering",
        r"\caption{50 \% of a \& b\_c.}",
        r"\label{tab:table9}",
        r"\begin{tabular}{lrr}",
        r"\toprule",
        r"Cluster & V1 & p \\",
        r"\midrule",
        r"a\_b\textbar{}c & 2.68 & $<$0.0001 \\",
        r"\$x\$ -{}- y & $-$0.33 & -- \\",
        r"\midrule",
        r"Overall & -- & 0.5000 \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


def test_every_character_that_latex_takes_for_a_command_is_escaped():
    assert latex_escape(r"\{}$&#_%") == r"\textbackslash{}\{\}\$\&\#\_\%"
    assert latex_escape('~^<>|"') == (
        r"\textasciitilde{}\textasciicircum{}\textless{}\textgreater{}\textbar{}\textquotedbl{}"
    )
    assert latex_escape("né 東京") == "né 東京"


def test_a_table_without_rows_has_its_header():
    empty = Table("t", "None.", (Column("a"), Column("b")), ())
    assert markdown_text(empty).splitlines()[2] == "| a | b |"
    assert r"a & b \\" in latex_text(empty)
    assert csv_text(empty) == "a,b\r\n"


def test_a_markdown_table_is_read_as_it_was_printed():
    caption, heads, rows, right = read_markdown(markdown_text(TABLE))
    assert caption == "50 % of a & b_c."
    assert heads == ("Cluster", "V1", "p")
    assert right == (False, True, True)
    assert rows == (
        ("a_b|c", "2.68", "<0.0001"),
        ("$x$ -- y", "-0.33", "–"),  # noqa: RUF001
        ("Overall", "–", "0.5000"),  # noqa: RUF001
    )


@pytest.mark.parametrize("text", ["", "words", "**Caption.**\n\n| a | b |\n", "x\n| a | b |\n| --- |\n"])
def test_a_text_without_a_markdown_table_is_an_error(text):
    with pytest.raises(FormatError, match="no Markdown table"):
        read_markdown(text)
