"""Ranking settings, and the table of a ranking."""

from fractions import Fraction

import pytest

from paralattice.formats.tables.paper_tables import csv_text, latex_text, markdown_text
from paralattice.tuning.grid import read_grid
from paralattice.tuning.ranking import (
    MEASURES,
    Outcome,
    best_settings,
    rank,
    tied_with_last,
    tuning_table,
)

GRID = read_grid(b"[align]\nmatch = [1, 2, 3, 4]\n")


def outcomes(column, *settings):
    """Make outcomes of V4 and V5 from pairs of values."""
    return [
        Outcome(setting, version, 7, 6, {column: value})
        for setting, values in zip(GRID.settings(), settings, strict=False)
        for version, value in zip(("V4", "V5"), values, strict=True)
    ]


def order(ranked):
    return [(one.rank, *one.setting.values) for one in ranked]


def test_a_setting_is_as_good_as_its_versions_are_on_average():
    ranked = rank(outcomes("judged", (4, 1), (3, 3), (2, 3.5)), MEASURES["judged"])
    assert order(ranked) == [(1, 2), (2, 3), (3, 1)]
    assert [one.value for one in ranked] == [3, 2.75, 2.5]


@pytest.mark.parametrize(("best", "first"), [("lowest", 1), ("highest", 3), ("nearest-zero", 2), ("", 1)])
def test_which_value_is_best_is_the_measure_s_own_unless_it_is_told(best, first):
    found = outcomes("entropy_difference", (-2, -2), (0.5, -0.5), (1, 1))
    assert rank(found, MEASURES["entropy-difference"], best)[0].setting.values == (first,)


def test_opposite_differences_do_not_cancel_where_the_nearest_to_zero_is_best():
    ranked = rank(outcomes("length_difference", (-3, 3), (1, 1)), MEASURES["length-difference"])
    assert [(one.setting.values, one.value) for one in ranked] == [((2,), 1), ((1,), 3)]


def test_equal_settings_share_a_rank_in_the_order_of_the_grid():
    ranked = rank(outcomes("judged", (1, 1), (3, 3), (2, 4), (2, 2)), MEASURES["judged"])
    assert order(ranked) == [(1, 2), (1, 3), (3, 4), (4, 1)]
    assert tied_with_last(ranked, 1) == 1
    assert tied_with_last(ranked, 2) == 0


def test_settings_that_lack_values_come_last_and_without_any_they_have_no_rank():
    ranked = rank(outcomes("judged", (None, 4), (None, None), (1, 1)), MEASURES["judged"])
    assert order(ranked) == [(1, 3), (2, 1), (None, 2)]
    assert [one.lacking for one in ranked] == [0, 1, 2]
    assert [one.setting.values for one in best_settings(ranked, 3)] == [(3,), (1,)]
    nothing = rank(outcomes("judged", (None, None)), MEASURES["judged"])
    assert (best_settings(nothing, 3), tied_with_last(nothing, 3)) == ([], 0)


def test_the_table_has_a_row_a_setting_and_version_and_prints_what_was_measured():
    ranked = rank(outcomes("fidelity", (Fraction(7, 2), 3), (3, 4)), MEASURES["fidelity"])
    table = tuning_table("tuning", ranked, "fidelity", "Settings.")
    lines = csv_text(table).splitlines()
    assert lines[0].startswith(
        "rank,setting,align.match,version,value,clusters,measured,judged,grammaticality,"
    )
    assert lines[1].startswith("1,match=2,2,V4,3.5,7,6,,,3")
    assert lines[3].startswith("2,match=1,1,V4,3.25,7,6,,,3.5")
    assert len(lines) == 5
    printed = markdown_text(table)
    assert "Fidelity" in printed
    assert "Entropy" not in printed
    assert r"2 & 1 & V4 & 3.25 & 7 & 6 & 3.50 \\" in latex_text(table)
