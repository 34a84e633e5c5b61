"""Judgements of pairs: allowed cells, and Table 1."""

from fractions import Fraction

import pytest

from paralattice.judging.judgements import Judgement, combine_sheets
from paralattice.judging.phrase_tables import AVERAGE, pair_table
from paralattice.judging.sheet_reader import parse_score, read_sheet
from paralattice.judging.sheets.assignment import Assignment
from paralattice.judging.sheets.forms import PHRASE_FORM
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.sheets.sheet_tables import read_key, write_key, write_sheet

ITEMS = (
    StudyItem("bcd", "ferry", "pang", 0, ("departed", "left", "the ferry ___ the island")),
    StudyItem("fgh", "ferry", "V1", 0, ("=ferry", "boat", "the ___ left")),
)


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("correct", 3),
        ("Correct", 3),
        ("c", 3),
        ("partial", 2),
        ("Partially correct", 2),
        ("p", 2),
        ("incorrect", 1),
        ("INC", 1),
        ("3", 3),
        ("2.0", 2),
        ("1", 1),
        ("", None),
    ],
)
def test_judgements_are_words_their_beginnings_or_numbers(text, score):
    assert parse_score(text, PHRASE_FORM) == (score, "")


@pytest.mark.parametrize(
    ("text", "fault"), [("4", "out of range"), ("0", "out of range"), ("wrong", "not a score")]
)
def test_anything_else_is_no_judgement(text, fault):
    assert parse_score(text, PHRASE_FORM) == (None, fault)


def test_sentences_are_scored_by_numbers_alone():
    assert parse_score("perfect") == (None, "not a score")
    assert parse_score("4") == (4, "")


def test_the_key_gives_back_the_pairs():
    assert read_key(write_key(ITEMS, PHRASE_FORM).encode(), "key.csv", PHRASE_FORM) == ITEMS


def test_a_sheet_that_comes_back_is_read_by_the_words_in_it():
    dealt = Assignment.of(ITEMS, {"judge-01": ITEMS}, PHRASE_FORM)
    text = write_sheet(ITEMS, PHRASE_FORM).replace("the island,", "the island,Partial")
    returned = combine_sheets([read_sheet(text.encode(), "back.csv", dealt)], dealt)
    assert returned.judgements == (Judgement("judge-01", "bcd", "ferry", "pang", 0, {"judgement": 2}),)
    assert [problem.kind for problem in returned.problems] == ["missing"]
    (count,) = returned.judges
    assert (count.dealt, count.scored, count.partly, count.missing) == (2, 1, 0, 1)


def test_a_judgement_beside_another_pair_is_refused():
    dealt = Assignment.of(ITEMS, {"judge-01": ITEMS}, PHRASE_FORM)
    text = write_sheet(ITEMS, PHRASE_FORM).replace("boat,the ___ left,", "tram,the ___ left,correct")
    returned = combine_sheets([read_sheet(text.encode(), "back.csv", dealt)], dealt)
    assert returned.judgements == ()
    assert "item fgh has another pair than in this run" in [str(p.message) for p in returned.problems]


def test_table_1_has_a_row_a_judge_and_version_and_means_over_judges():
    def judged(judge, version, *scores):
        return [
            Judgement(judge, f"{judge}{n}", "c", version, n, {"judgement": s}) for n, s in enumerate(scores)
        ]

    judgements = [
        *judged("judge-02", "pang", 3, 1),
        *judged("judge-01", "pang", 3, 3, 3, 2),
        *judged("judge-01", "V1", 1),
    ]
    table = pair_table(judgements, ["V1", "pang"])
    names = [column.name for column in table.columns]
    rows = [dict(zip(names, row, strict=True)) for row in table.rows]
    shares = {
        (row["judge"], row["version"]): [
            row[f"{word}_percent"] for word in ("correct", "partial", "incorrect")
        ]
        for row in rows
    }
    assert shares == {
        ("judge-01", "V1"): [0, 0, 100],
        ("judge-01", "pang"): [75, 25, 0],
        ("judge-02", "pang"): [50, 0, 50],
        (AVERAGE, "V1"): [0, 0, 100],
        (AVERAGE, "pang"): [Fraction(125, 2), Fraction(25, 2), 25],
    }
    assert [row["pairs"] for row in rows] == [1, 4, 2, 1, 6]
    assert [row["paper_correct_percent"] for row in rows] == [None, None, None, None, 81]
    assert table.ruled == 2
