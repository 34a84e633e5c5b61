"""Answers of judges: second pass, agreement, and the tables of acceptability and of qualities."""

from fractions import Fraction

import pytest

from paralattice.judging.judgements import Judgement, revise_judgements
from paralattice.judging.rewording_tables import (
    acceptability_table,
    collect_answers,
    disagreements,
    distance_table,
    pass_table,
    quality_table,
)
from paralattice.judging.sheets.items import StudyItem

ITEMS = [
    StudyItem("a", "s1", "pr", 0, ("x",)),
    StudyItem("b", "s1", "pr", 1, ("y",)),
    StudyItem("c", "s1", "wn", 0, ("z",)),
    StudyItem("d", "s2", "pr", 0, ("w",)),
]


def judged(judge, question="acceptable", **answers):
    return [Judgement(judge, item, "s1", "pr", 0, {question: score}) for item, score in answers.items()]


FIRST = [*judged("r1", a=2, b=2, c=1, d=2), *judged("r2", a=2, b=1, c=1, d=1)]


def test_what_judges_say_in_the_second_pass_goes_before_the_first():
    assert disagreements(collect_answers(FIRST)) == {"b", "d"}
    final = collect_answers(revise_judgements(FIRST, [*judged("r2", b=2), *judged("r1", d=None)]))
    assert final["b", "acceptable"] == {"r1": 2, "r2": 2}
    assert final["d", "acceptable"] == {"r1": 2, "r2": 1}
    assert disagreements(final) == {"d"}


def test_an_answer_that_only_the_second_pass_has_counts_too():
    found = revise_judgements(judged("r1", a=2), judged("r2", a=1))
    assert collect_answers(found) == {("a", "acceptable"): {"r1": 2, "r2": 1}}


def test_agreement_is_the_share_of_items_with_one_answer_and_kappa_is_beyond_chance():
    def row(*parts):
        (first, _) = pass_table(collect_answers([*parts]), {}, ["acceptable"]).rows
        return first[2:]

    # Judge 1 says yes of 3 of 4, judge 2 of 1 of 4: 6/16 of agreement by chance.
    assert row(*FIRST) == (4, 2, 50, pytest.approx((0.5 - 0.375) / (1 - 0.375)))
    assert row(*judged("r1", a=2)) == (0, 0, None, None)
    assert row(*judged("r1", a=2), *judged("r2", a=2)) == (1, 1, 100, None)


def test_table_2_counts_what_all_judges_accept_by_system_and_rank():
    table = acceptability_table(ITEMS, collect_answers(FIRST))
    assert [row[:5] for row in table.rows] == [
        ("pr", 1, 1, 2, 2),
        ("pr", 2, 0, 1, 1),
        ("wn", 1, 0, 0, 1),
    ]
    assert table.rows[0][5] == 50
    final = collect_answers(revise_judgements(FIRST, judged("r2", b=2, d=2)))
    assert acceptability_table(ITEMS, final).rows[0][2] == 2


def test_items_without_answers_do_not_count():
    table = acceptability_table(ITEMS, collect_answers(judged("r1", a=2)))
    assert [row[:5] for row in table.rows] == [("pr", 1, 1, 1, 1)]


def test_table_3_has_a_row_for_each_quality_and_columns_for_each_system():
    answers = collect_answers(
        [*judged("r1", "info_lost", a=2, b=1, c=2), *judged("r1", "info_added", a=1, b=1)]
    )
    table = quality_table(ITEMS, answers, ("info_added", "info_lost"))
    assert table.rows == (
        ("Info added", 0, 2, 0, 0, 0, None),
        ("Info lost", 1, 2, 50, 1, 1, 100),
    )


def test_agreement_and_distances_are_tables_too():
    first = collect_answers(FIRST)
    table = pass_table(
        first, collect_answers(revise_judgements(FIRST, judged("r2", b=2, d=2))), ["acceptable"]
    )
    assert [row[1:5] for row in table.rows] == [("first", 4, 2, 50), ("final", 4, 4, 100)]
    table = distance_table([("pr", 1, 2), ("pr", 1, 5), ("wn", 1, 0)])
    assert table.rows == (("pr", 1, 2, Fraction(7, 2)), ("wn", 1, 1, 0))
