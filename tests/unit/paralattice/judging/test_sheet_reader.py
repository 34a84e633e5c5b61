"""A returned sheet: its judge, its scores and its problems."""

import csv
import io

import pytest

from paralattice.errors import FormatError
from paralattice.judging.sheet_reader import judge_in_path, parse_score, read_sheet
from paralattice.judging.sheets.assignment import Assignment
from paralattice.judging.sheets.forms import SENTENCE_FORM
from paralattice.judging.sheets.items import StudyItem, item_id, shuffle_clusters, shuffle_items
from paralattice.judging.sheets.sheet_tables import read_key, write_key, write_sheet

JUDGES = ("judge-01", "judge-02", "judge-03")
ITEMS = [
    StudyItem(
        item_id(5, cluster, version, draw), cluster, version, draw, (cluster, version.lower(), f"w{draw}")
    )
    for cluster in ("ferry", "mayor")
    for version in ("V1", "V4")
    for draw in range(3)
]
LOADS = {"judge-01": ["ferry", "mayor"], "judge-02": ["ferry", "mayor"], "judge-03": ["mayor"]}
DEALT = Assignment.of(ITEMS, shuffle_clusters(ITEMS, LOADS, seed=5))


def sheet_rows(judge, score="3"):
    """Return the rows of a judge's sheet, all scores filled in."""
    items = [item for item in ITEMS if item.cluster in LOADS[judge]]
    text = write_sheet(shuffle_items(items, judge, 5))
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    return [row | {"grammaticality": score, "fidelity": score} for row in rows]


def as_csv(rows, columns=SENTENCE_FORM.columns):
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, columns, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue().encode()


def read(rows, file="back.csv", columns=SENTENCE_FORM.columns):
    return read_sheet(as_csv(rows, columns), file, DEALT)


def kinds(sheet):
    return [(problem.kind, problem.line) for problem in sheet.problems]


def test_the_key_gives_back_the_items_that_it_was_written_from():
    items = [*ITEMS, StudyItem("zzz", "=ferry", "V4", 7, ("-", "he", "said"))]
    assert read_key(write_key(items).encode("utf-8-sig")) == tuple(items)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("item,cluster\n", "no column 'version'"),
        ("item,cluster,version,draw,sentence\nb,c,V1,x,s\n", "names no item"),
        ("item,cluster,version,draw,sentence\nb,c,V1,0,s\nb,c,V1,1,s\n", "the item b twice"),
    ],
)
def test_a_damaged_key_is_refused(text, message):
    with pytest.raises(FormatError, match=message):
        read_key(text.encode(), "key.csv")


def test_what_was_dealt_has_the_order_of_each_judges_sheet():
    for judge in JUDGES:
        assert DEALT.sheets[judge] == tuple(row["item"] for row in sheet_rows(judge))


@pytest.mark.parametrize("judge", JUDGES)
def test_the_judge_is_told_by_the_order_of_the_items_whatever_the_files_name(judge):
    sheet = read(sheet_rows(judge), "x/y.csv")
    assert sheet.judge == judge
    assert sheet.problems == ()
    assert len(sheet.marks) == 2 * len(DEALT.sheets[judge])
    assert {mark.score for mark in sheet.marks} == {3}


def test_sorted_rows_still_tell_the_judge_by_their_numbers():
    rows = sorted(sheet_rows("judge-02"), key=lambda row: row["sentence"])
    assert read(rows).judge == "judge-02"


def test_half_a_sheet_still_tells_the_judge():
    assert read(sheet_rows("judge-02")[:6]).judge == "judge-02"


def test_numbers_that_a_spreadsheet_wrote_with_decimals_still_tell_the_judge():
    rows = [row | {"number": row["number"] + ",0"} for row in sheet_rows("judge-02")]
    assert read(rows).judge == "judge-02"


def test_without_numbers_the_files_or_folders_name_tells_the_judge():
    columns = [name for name in SENTENCE_FORM.columns if name != "number"]
    for file in ("back/judge-02.csv", "back/judge-02/sheet.csv", "back/My Judge_2 final.csv"):
        sheet = read(sheet_rows("judge-02"), file, columns)
        assert (sheet.judge, kinds(sheet)) == ("judge-02", [])


def test_without_numbers_and_without_a_name_the_judge_is_unknown_and_nothing_counts():
    columns = [name for name in SENTENCE_FORM.columns if name != "number"]
    sheet = read(sheet_rows("judge-02"), "back.csv", columns)
    assert (sheet.judge, sheet.marks, kinds(sheet)) == ("", (), [("unknown judge", 0)])


def test_a_judge_to_whom_nothing_was_dealt_is_unknown():
    columns = [name for name in SENTENCE_FORM.columns if name != "number"]
    sheet = read(sheet_rows("judge-02"), "judge-17.csv", columns)
    assert sheet.judge == ""
    assert "judge-17 was dealt no sheet" in str(sheet.problems[0])


def test_rows_that_fit_several_judges_are_nobodys_unless_the_name_decides():
    sheets = shuffle_clusters(ITEMS, {"judge-01": ["ferry"], "judge-02": ["ferry"]}, seed=5)
    twins = Assignment.of(ITEMS, sheets)
    same = next(
        (row, number)
        for number, row in enumerate(twins.sheets["judge-01"], 1)
        if twins.sheets["judge-02"][number - 1] == row
    )
    row = {"item": same[0], "number": same[1], "grammaticality": 3, "fidelity": 3}
    data = as_csv([row], ("item", "number", "grammaticality", "fidelity"))
    sheet = read_sheet(data, "back.csv", twins)
    assert "may be the sheet of judge-01 or judge-02" in sheet.problems[0].message
    assert read_sheet(data, "judge-02.csv", twins).judge == "judge-02"


def test_a_sheet_under_another_judges_name_counts_for_whom_it_was_dealt_to_and_is_reported():
    sheet = read(sheet_rows("judge-02"), "judge-01.csv")
    assert (sheet.judge, kinds(sheet)) == ("judge-02", [("other judge", 0)])


@pytest.mark.parametrize(
    ("file", "judge"),
    [
        ("judge-02.csv", "judge-02"),
        ("a/Judge 2.xlsx", "judge-02"),
        ("a\\judge-02\\sheet.csv", "judge-02"),
        ("judge-01/judge-02.csv", "judge-02"),
        ("judge-9.csv", "judge-9"),
        ("prejudge-02.csv", ""),
        ("sheet.csv", ""),
    ],
)
def test_a_path_names_a_judge_in_several_ways(file, judge):
    assert judge_in_path(file, JUDGES) == judge


@pytest.mark.parametrize("text", ["3", "3.0", "3,0", "3.", "'3", "+3", "03", "３"])  # noqa: RUF001 - full width
def test_a_whole_number_is_a_score_however_it_is_written(text):
    assert parse_score(text) == (3, "")


@pytest.mark.parametrize("text", ["0", "5", "2.5", "2,5", "-3", "33", "999999999"])
def test_a_number_that_is_none_of_the_four_is_out_of_range(text):
    assert parse_score(text) == (None, "out of range")


@pytest.mark.parametrize(
    "text", ["good", "3/4", "2026-04-03", "03.04.2026", "3 4", "1e0", "nan", "#N/A", "?"]
)
def test_what_is_no_number_is_no_score(text):
    assert parse_score(text) == (None, "not a score")


def test_an_empty_cell_is_no_problem_of_its_own():
    assert parse_score("") == (None, "")


def test_scores_that_are_not_allowed_are_reported_with_their_line_and_the_others_count():
    rows = sheet_rows("judge-01")
    rows[0]["fidelity"] = "5"
    rows[4]["grammaticality"] = "fine"
    sheet = read(rows)
    assert kinds(sheet) == [("out of range", 2), ("not a score", 6)]
    assert "back.csv:2: fidelity '5' is no whole number from 1 to 4" in str(sheet.problems[0])
    assert sum(mark.score == 3 for mark in sheet.marks) == 2 * len(rows) - 2


def test_a_sheet_of_which_no_item_is_known_is_from_another_run():
    rows = [row | {"item": row["item"][::-1]} for row in sheet_rows("judge-01")]
    sheet = read(rows)
    assert kinds(sheet) == [("other run", 0)]
    assert "none of its 12 items" in sheet.problems[0].message


def test_a_sheet_with_other_sentences_under_the_same_names_is_from_another_run():
    rows = [row | {"sentence": row["sentence"] + " indeed"} for row in sheet_rows("judge-01")]
    sheet = read(rows)
    assert (kinds(sheet), sheet.marks) == ([("other run", 0)], ())
    assert "12 of its 12 sentences are not those of this run" in sheet.problems[0].message


def test_a_column_that_was_sorted_alone_is_not_taken_for_judgements():
    rows = sheet_rows("judge-01")
    names = sorted(row["item"] for row in rows)
    shuffled = [row | {"item": name} for row, name in zip(rows, names, strict=True)]
    assert read(shuffled).marks == ()


def test_single_strange_rows_are_reported_and_the_others_count():
    rows = sheet_rows("judge-01")
    rows[1]["item"] = "unknown"
    rows[2]["sentence"] = "Something else ."
    sheet = read(rows)
    assert kinds(sheet) == [("other run", 3), ("other run", 4)]
    assert len(sheet.marks) == 2 * (len(rows) - 2)


@pytest.mark.parametrize(
    "change",
    [str.upper, lambda text: text.replace(" ", "\xa0"), lambda text: text + "…", lambda text: "'" + text],
)
def test_changes_that_programs_make_to_a_sentence_do_not_matter(change):
    rows = [row | {"sentence": change(row["sentence"])} for row in sheet_rows("judge-01")]
    assert kinds(read(rows)) == []


def test_a_sheet_without_its_sentences_is_read_by_its_items():
    columns = ("item", "number", "grammaticality", "fidelity")
    assert kinds(read(sheet_rows("judge-01"), columns=columns)) == []


def test_items_that_were_dealt_to_others_are_reported_and_do_not_count():
    ferry = next(item for item in ITEMS if item.cluster == "ferry")
    rows = [
        *sheet_rows("judge-03"),
        {"item": ferry.id, "sentence": " ".join(ferry.words), "grammaticality": "1", "fidelity": "1"},
    ]
    sheet = read(rows)
    assert (sheet.judge, kinds(sheet)) == ("judge-03", [("not dealt", len(rows) + 1)])
    assert all(mark.item != ferry.id for mark in sheet.marks)


def test_a_score_in_a_row_without_an_item_is_reported():
    rows = sheet_rows("judge-01")
    rows[3]["item"] = ""
    assert kinds(read(rows)) == [("other run", 5)]


def test_a_missing_column_is_reported_and_the_other_score_counts():
    columns = [name for name in SENTENCE_FORM.columns if name != "fidelity"]
    sheet = read(sheet_rows("judge-01"), columns=columns)
    assert kinds(sheet) == [("unreadable file", 0)]
    assert {mark.criterion for mark in sheet.marks} == {"grammaticality"}


def test_a_sheet_without_either_score_column_counts_for_nothing():
    sheet = read(sheet_rows("judge-01"), columns=SENTENCE_FORM.columns[:4])
    assert [problem.message for problem in sheet.problems] == [
        "has no column 'grammaticality'",
        "has no column 'fidelity'",
    ]
    assert sheet.marks == ()


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"what is this", "no column 'item'"), (b"item,fidelity,grammaticality\n", "no items")],
)
def test_a_file_that_holds_no_sheet_is_reported(data, message):
    (problem,) = read_sheet(data, "back.csv", DEALT).problems
    assert problem.kind == "unreadable file"
    assert message in problem.message
