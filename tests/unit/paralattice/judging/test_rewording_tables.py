"""Answers of judges: second pass, agreement, and the tables of acceptability and of qualities."""

from fractions import Fraction

import pytest

from paralattice.judging.agreement import disagreements, scores_by_item
from paralattice.judging.judgements import Judgement, revise_judgements
from paralattice.judging.rewording_tables import acceptability_table, distance_table, quality_table
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.tables import pass_table

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
    assert disagreements(FIRST) == {"b", "d"}
    final = revise_judgements(FIRST, [*judged("r2", b=2), *judged("r1", d=None)])
    answers = scores_by_item(final, "acceptable")
    assert (answers["b"], answers["d"]) == ({"r1": 2, "r2": 2}, {"r1": 2, "r2": 1})
    assert disagreements(final) == {"d"}


def test_judges_disagree_from_a_difference_on_about_one_question():
    given = [*judged("r1", a=4, b=3, c=2), *judged("r2", a=3, b=1, c=None), *judged("r1", "info_lost", c=4)]
    assert disagreements(given) == {"a", "b"}
    assert disagreements(given, 2) == {"b"}
    assert disagreements(given, 3) == set()


def test_an_answer_that_only_the_second_pass_has_counts_too():
    found = revise_judgements(judged("r1", a=2), judged("r2", a=1))
    assert scores_by_item(found, "acceptable") == {"a": {"r1": 2, "r2": 1}}


def test_agreement_is_the_share_of_items_with_one_answer_and_kappa_is_beyond_chance():
    def row(*parts):
        (first, _) = pass_table(parts, (), ["acceptable"], "agreement").rows
        return first[2:]

    # Judge 1 says yes of 3 of 4, judge 2 of 1 of 4: 6/16 of agreement by chance.
    assert row(*FIRST) == (4, 2, 50, pytest.approx((0.5 - 0.375) / (1 - 0.375)))
    assert row(*judged("r1", a=2)) == (0, 0, None, None)
    assert row(*judged("r1", a=2), *judged("r2", a=2)) == (1, 1, 100, None)


def test_table_2_counts_what_all_judges_accept_by_system_and_rank():
    table = acceptability_table(ITEMS, FIRST)
    assert [row[:5] for row in table.rows] == [
        ("pr", 1, 1, 2, 2),
        ("pr", 2, 0, 1, 1),
        ("wn", 1, 0, 0, 1),
    ]
    assert table.rows[0][5] == 50
    final = revise_judgements(FIRST, judged("r2", b=2, d=2))
    assert acceptability_table(ITEMS, final).rows[0][2] == 2


def test_items_without_answers_do_not_count():
    table = acceptability_table(ITEMS, judged("r1", a=2))
    assert [row[:5] for row in table.rows] == [("pr", 1, 1, 1, 1)]


def test_table_3_has_a_row_for_each_quality_and_columns_for_each_system():
    given = {"a": (1, 2), "b": (1, 1), "c": (None, 2)}
    answers = [
        Judgement("r1", item, "s1", "pr", 0, {"info_added": added, "info_lost": lost})
        for item, (added, lost) in given.items()
    ]
    table = quality_table(ITEMS, answers, ("info_added", "info_lost"))
    assert table.rows == (
        ("Info added", 0, 2, 0, 0, 0, None),
        ("Info lost", 1, 2, 50, 1, 1, 100),
    )


def test_agreement_and_distances_are_tables_too():
    table = pass_table(FIRST, revise_judgements(FIRST, judged("r2", b=2, d=2)), ["acceptable"], "agreement")
    assert [row[1:5] for row in table.rows] == [("first", 4, 2, 50), ("final", 4, 4, 100)]
    table = distance_table([("pr", 1, 2), ("pr", 1, 5), ("wn", 1, 0)])
    assert table.rows == (("pr", 1, 2, Fraction(7, 2)), ("wn", 1, 1, 0))
