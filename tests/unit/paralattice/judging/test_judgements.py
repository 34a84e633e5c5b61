"""The sheets of all judges together."""

from paralattice.judging.judgements import (
    CRITERIA,
    PROBLEM_KINDS,
    Mark,
    Problem,
    ReturnedSheet,
    combine_sheets,
    revise_judgements,
)
from paralattice.judging.sheets.assignment import Assignment
from paralattice.judging.sheets.forms import SENTENCE_FORM, with_informativeness
from paralattice.judging.sheets.items import StudyItem

ITEMS = [StudyItem(name, "ferry", version, 0, (name,)) for name, version in (("bcd", "V1"), ("fgh", "V4"))]
DEALT = Assignment.of(ITEMS, {"judge-01": ITEMS, "judge-02": ITEMS})


def sheet(judge, scores, file="a.csv", first=2):
    """``scores`` maps an item to its two scores, ``None`` for an empty cell."""
    marks = [
        Mark(judge, item, name, score, file, line, score is None)
        for line, (item, pair) in enumerate(scores.items(), first)
        for name, score in zip(CRITERIA, pair, strict=True)
    ]
    return ReturnedSheet(judge, tuple(marks), ())


def test_scores_of_a_second_pass_replace_those_of_the_first_and_gaps_do_not():
    passes = (
        combine_sheets([sheet("judge-01", {"bcd": (3, 4)}), sheet("judge-02", {"bcd": (1, None)})], DEALT),
        combine_sheets([sheet("judge-01", {"bcd": (2, None), "fgh": (4, 4)})], DEALT),
    )
    found = revise_judgements(*(one.judgements for one in passes))
    assert [(one.judge, one.item, tuple(one.scores.values())) for one in found] == [
        ("judge-01", "bcd", (2, 4)),
        ("judge-02", "bcd", (1, None)),
        ("judge-01", "fgh", (4, 4)),
    ]


FULL = {"bcd": (3, 4), "fgh": (2, 1)}


def scores_of(returned):
    return {(one.judge, one.item): tuple(one.scores.values()) for one in returned.judgements}


def test_complete_sheets_of_all_judges_leave_no_problem():
    returned = combine_sheets([sheet("judge-01", FULL), sheet("judge-02", FULL, "b.csv")], DEALT)
    assert returned.problems == ()
    assert scores_of(returned)["judge-02", "fgh"] == (2, 1)
    assert [(one.judge, one.dealt, one.scored, one.missing) for one in returned.judges] == [
        ("judge-01", 2, 2, 0),
        ("judge-02", 2, 2, 0),
    ]


def test_a_judgement_knows_where_its_item_comes_from():
    returned = combine_sheets([sheet("judge-01", FULL)], DEALT)
    assert {(one.item, one.cluster, one.version, one.draw) for one in returned.judgements} == {
        ("bcd", "ferry", "V1", 0),
        ("fgh", "ferry", "V4", 0),
    }


def test_half_a_sheet_counts_for_that_half_and_tells_what_is_missing_where():
    returned = combine_sheets([sheet("judge-01", {"bcd": (3, None), "fgh": (None, None)})], DEALT)
    assert scores_of(returned) == {("judge-01", "bcd"): (3, None)}
    missing = [problem for problem in returned.problems if problem.judge == "judge-01"]
    assert [(one.kind, one.file, one.line, one.item) for one in missing] == [
        ("missing", "a.csv", 2, "bcd"),
        ("missing", "a.csv", 3, "fgh"),
    ]
    assert missing[0].message.startswith("fidelity of judge-01's number")
    assert missing[1].message.startswith("grammaticality and fidelity of judge-01's number")
    count = returned.judges[0]
    assert (count.scored, count.partly, count.missing, count.returned) == (0, 1, 1, True)


def test_three_missing_scores_of_an_item_are_listed():
    assignment = Assignment.of(ITEMS, {"judge-01": ITEMS}, with_informativeness(SENTENCE_FORM))
    returned = combine_sheets([sheet("judge-01", {"bcd": (3, 3), "fgh": (None, None)})], assignment)
    assert [one.message.partition(" of ")[0] for one in returned.problems] == [
        "informativeness",
        "grammaticality, fidelity and informativeness",
    ]


def test_an_item_whose_row_is_absent_is_missing_without_a_place():
    returned = combine_sheets([sheet("judge-01", {"bcd": (3, 3)}), sheet("judge-02", FULL, "b.csv")], DEALT)
    (problem,) = returned.problems
    assert (problem.kind, problem.file, problem.item) == ("missing", "", "fgh")


def test_a_judge_of_whom_nothing_came_back_is_one_problem():
    returned = combine_sheets([sheet("judge-01", FULL)], DEALT)
    assert [str(problem) for problem in returned.problems] == ["no sheet of judge-02 came back (2 sentences)"]
    assert not returned.judges[1].returned


def test_an_empty_sheet_is_one_problem():
    empty = {"bcd": (None, None), "fgh": (None, None)}
    returned = combine_sheets([sheet("judge-01", empty), sheet("judge-02", FULL, "b.csv")], DEALT)
    assert [str(problem) for problem in returned.problems] == [
        "a.csv: judge-01's sheet holds no valid score (2 sentences)"
    ]
    assert (returned.judges[0].returned, returned.judges[0].missing) == (True, 2)


def test_the_same_score_twice_counts_once_and_is_reported():
    returned = combine_sheets([sheet("judge-01", FULL), sheet("judge-01", FULL, "b.csv")], DEALT)
    twice = [problem for problem in returned.problems if problem.kind == "judged twice"]
    assert len(twice) == 4
    assert str(twice[0]) == "b.csv:2: grammaticality is also given at a.csv:2: the same"
    assert scores_of(returned) == {("judge-01", "bcd"): (3, 4), ("judge-01", "fgh"): (2, 1)}


def test_two_different_scores_cancel_each_other_and_are_not_missing():
    other = {"bcd": (4, 4), "fgh": (2, 1)}
    returned = combine_sheets([sheet("judge-01", FULL), sheet("judge-01", other, "b.csv")], DEALT)
    assert scores_of(returned)["judge-01", "bcd"] == (None, 4)
    assert any("not the same, and none counts" in problem.message for problem in returned.problems)
    assert not [one for one in returned.problems if one.kind == "missing" and one.judge == "judge-01"]


def test_a_second_sheet_may_fill_in_what_the_first_left_empty():
    first, second = {"bcd": (3, None), "fgh": (None, None)}, {"bcd": (None, 4), "fgh": (2, 1)}
    returned = combine_sheets(
        [
            sheet("judge-01", first),
            sheet("judge-01", second, "b.csv"),
            sheet("judge-02", FULL, "c.csv"),
        ],
        DEALT,
    )
    assert returned.problems == ()
    assert scores_of(returned)["judge-01", "bcd"] == (3, 4)


def test_a_cell_that_holds_something_else_is_not_reported_as_missing_too():
    bad = Problem(
        "a.csv", 2, "out of range", "judge-01", "bcd", "fidelity '9' is no whole number from 1 to 4"
    )
    marks = sheet("judge-01", FULL).marks
    changed = tuple(
        Mark("judge-01", "bcd", "fidelity", None, "a.csv", 2, False)
        if (mark.item, mark.criterion) == ("bcd", "fidelity")
        else mark
        for mark in marks
    )
    returned = combine_sheets(
        [ReturnedSheet("judge-01", changed, (bad,)), sheet("judge-02", FULL, "b.csv")], DEALT
    )
    assert returned.problems == (bad,)


def test_a_judge_to_whom_nothing_was_dealt_misses_nothing():
    nobody = Assignment.of(ITEMS, {"judge-01": ITEMS, "judge-02": []})
    assert combine_sheets([sheet("judge-01", FULL)], nobody).problems == ()


def test_every_kind_of_problem_that_is_made_is_listed():
    returned = combine_sheets([sheet("judge-01", FULL), sheet("judge-01", {"bcd": (1, 1)}, "b.csv")], DEALT)
    assert {problem.kind for problem in returned.problems} <= set(PROBLEM_KINDS)
