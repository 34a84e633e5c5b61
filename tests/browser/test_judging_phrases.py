"""Judging paraphrase pairs in a real browser."""

from paralattice.corpus import Cluster, Sentence
from paralattice.judging.judgements import combine_sheets
from paralattice.judging.sheet_reader import read_sheet
from paralattice.judging.sheets.assignment import Assignment
from paralattice.judging.sheets.forms import PHRASE_FORM
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.sheets.page import write_sheet_page
from paralattice.judging.sheets.sheet_tables import write_sheet
from support.waiting import eventually

ITEMS = (
    StudyItem("bcd", "ferry", "pang", 0, ("departed", "left", "the ferry ___ the island")),
    StudyItem("fgh", "lake", "V1", 0, ("<b>rain</b>", "=rainfall", "heavy ___ has raised")),
    StudyItem("jkl", "lake", "pang", 1, ("has raised", "lifted", "rain ___ the lake, at last")),
)
ORIGINALS = [
    Cluster(name, (Sentence.from_words(["The", name]), Sentence.from_words([name])))
    for name in ("ferry", "lake")
]


def opened(page):
    path = page.folder / "sheet.html"
    path.write_text(write_sheet_page(page.run, "judge-01", ITEMS, ORIGINALS, PHRASE_FORM), encoding="utf-8")
    return page.open(path)


def test_a_page_of_pairs_without_judgements_exports_the_very_bytes_of_the_sheet(page):
    assert opened(page).export() == write_sheet(ITEMS, PHRASE_FORM).encode("utf-8-sig")


def test_pairs_are_judged_with_three_keys_cluster_after_cluster_and_exported_in_words(page):
    opened(page)
    assert "Read the originals (2) first. Then come 1 pair to judge" in page["panel-text"].text
    page.begin()
    assert page["where"].text == "Pair 1 of 1 in ferry"
    assert (page["sentence"].text, page["context"].text) == ("departed ↔ left", "the ferry ___ the island")
    # Nothing stands between the clusters, and 4 is no judgement.
    page.press("3", "4", "1", "2")
    assert page["count"].text == "3 of 3 judged"
    assert "All 3 pairs are judged" in page["panel-text"].text
    rows = page.rows()
    assert [row["judgement"] for row in rows] == ["correct", "incorrect", "partial"]
    dealt = Assignment.of(ITEMS, {"judge-01": ITEMS}, PHRASE_FORM)
    returned = combine_sheets([read_sheet(page.export(), "back.csv", dealt)], dealt)
    assert [one.scores["judgement"] for one in returned.judgements] == [3, 1, 2]
    assert returned.problems == ()


def test_judgements_are_kept_and_can_be_imported_as_words_and_numbers(page):
    opened(page).begin()
    page.press("3")
    page.reload()
    assert eventually(lambda: page["count"].text == "1 of 3 judged")
    sheet = write_sheet(ITEMS, PHRASE_FORM)
    text = sheet.replace("raised,", "raised,Partial").replace('at last",', 'at last",1')
    assert "2 scores" in page.give_file("back.csv", text.encode("utf-8-sig"))
    assert page.scores() == {"bcd": [3], "fgh": [2], "jkl": [1]}
    wrong = write_sheet(ITEMS, PHRASE_FORM).replace("island,", "island,4")
    assert "is no score from 1 to 3" in page.give_file("wrong.csv", wrong.encode())


def test_the_help_is_about_pairs(page):
    opened(page)["help"].click()
    text = page["about"].text
    assert "Say of each pair whether one phrase can stand in for the other" in text
    assert "correct: in this context both mean the same" in text
    assert "next pair that is not judged" in text
