"""Judges of rewordings in a real browser."""

import pytest

from paralattice.corpus import Cluster, Sentence
from paralattice.judging.judgements import combine_sheets
from paralattice.judging.sheet_reader import read_sheet
from paralattice.judging.sheets.assignment import Assignment
from paralattice.judging.sheets.forms import ACCEPTABILITY, QUALITIES
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.sheets.page import write_sheet_page
from paralattice.judging.sheets.sheet_tables import write_sheet

ITEMS = (
    StudyItem("bcd", "s0001", "pr", 0, ("A", "ship", "sank.")),
    StudyItem("fgh", "s0001", "wn", 0, ("=A", "<b>gravy</b>", "boat", "sank.")),
    StudyItem("jkl", "s0002", "pr", 0, ("He", "went.")),
)
ORIGINALS = [
    Cluster("s0001", (Sentence.from_words(["A", "boat", "sank."]),)),
    Cluster("s0002", (Sentence.from_words(["He", "left."]),)),
]


def opened(page, form):
    path = page.folder / "sheet.html"
    path.write_text(write_sheet_page(page.run, "judge-01", ITEMS, ORIGINALS, form), encoding="utf-8")
    return page.open(path)


def answers(page, form):
    dealt = Assignment.of(ITEMS, {"judge-01": ITEMS}, form)
    found = read_sheet(page.export(), "back.csv", dealt)
    assert found.problems == ()
    judgements = combine_sheets([found], dealt).judgements
    return {
        (one.item, question): answer
        for one in judgements
        for question, answer in one.scores.items()
        if answer is not None
    }


@pytest.mark.parametrize("form", [ACCEPTABILITY, QUALITIES], ids=["acceptability", "qualities"])
def test_a_page_without_answers_exports_the_very_bytes_of_the_sheet(page, form):
    assert opened(page, form).export() == write_sheet(ITEMS, form).encode("utf-8-sig")


def test_rewordings_are_accepted_and_rejected_with_two_keys_and_exported_in_words(page):
    opened(page, ACCEPTABILITY)
    assert "decide whether each one is a paraphrase" in page["panel-text"].text
    page.begin()
    assert page["sentence"].text == "A ship sank."
    # 3 is no answer.
    page.press("2", "3", "1", "2")
    assert page["count"].text == "3 of 3 judged"
    assert [row["acceptable"] for row in page.rows()] == ["yes", "no", "yes"]
    assert answers(page, ACCEPTABILITY) == {
        ("bcd", "acceptable"): 2,
        ("fgh", "acceptable"): 1,
        ("jkl", "acceptable"): 2,
    }


def test_four_questions_are_asked_one_after_the_other(page):
    opened(page, QUALITIES).begin()
    page.press("1", "2", "1", "2", "1", "1", "1", "1")
    assert page["count"].text == "2 of 3 judged"
    rows = page.rows()
    assert [rows[0][name] for name in QUALITIES.criteria] == ["no", "yes", "no", "yes"]
    assert answers(page, QUALITIES)["bcd", "info_lost"] == 2
