"""The table of judgements, read back."""

from fractions import Fraction

import pytest

from paralattice.errors import FormatError
from paralattice.formats.tables.paper_tables import csv_text
from paralattice.judging.judgements import Judgement
from paralattice.judging.judgements_csv import item_scores, read_judgements
from paralattice.judging.tables import judgement_table

JUDGEMENTS = [
    Judgement("judge-01", "abc", "ferry, sunk", "V1", 7, {"grammaticality": 4, "fidelity": None}),
    Judgement("judge-02", "abc", "ferry, sunk", "V1", 7, {"grammaticality": 3, "fidelity": 2}),
    Judgement("judge-01", "abd", "ferry, sunk", "V4", 0, {"grammaticality": None, "fidelity": 1}),
]
TABLE = csv_text(judgement_table(JUDGEMENTS, {}))


def test_what_was_written_is_read():
    assert read_judgements(TABLE.encode("utf-8-sig")) == JUDGEMENTS


def test_a_sentence_has_the_mean_of_its_judges_scores():
    assert item_scores(JUDGEMENTS) == {
        ("ferry, sunk", "V1", 7): {"grammaticality": Fraction(7, 2), "fidelity": Fraction(2)},
        ("ferry, sunk", "V4", 0): {"grammaticality": None, "fidelity": Fraction(1)},
    }


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("draw", "drawn", "x:1: the column 'draw' is missing"),
        (",7,4,", ",seven,4,", "x:2: draw 'seven' is no whole number"),
        (",7,3,", ",7,5,", "x:3: grammaticality 5 is not from 1 to 4"),
        ("V4,0,,1", "V4", "x:4: the row has too few cells"),
    ],
)
def test_what_is_damaged_is_named_with_its_line(old, new, message):
    assert old in TABLE
    with pytest.raises(FormatError, match=message):
        read_judgements(TABLE.replace(old, new).encode(), "x")


def test_bytes_that_are_not_utf_8_are_named_with_their_line():
    with pytest.raises(FormatError, match="x:2:10: byte 0xFF is not UTF-8"):
        read_judgements(TABLE.encode().replace(b"abc", b"\xff", 1), "x")
