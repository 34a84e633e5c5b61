"""Gains and t-tests against published values."""

from fractions import Fraction

import pytest

from paralattice.judging.significance import paired_test, relative_gain

# Student (1908): hours of sleep gained by ten patients with two drugs.
SLEEP = (
    ("0.7", "-1.6", "-0.2", "-1.2", "-0.1", "3.4", "3.7", "0.8", "0.0", "2.0"),
    ("1.9", "0.8", "1.1", "0.1", "-0.1", "4.4", "5.5", "1.6", "4.6", "3.4"),
)


def test_students_sleep_data_give_his_t():
    first, second = ([Fraction(hours) for hours in drug] for drug in SLEEP)
    test = paired_test("second", "first", second, first)
    assert test.degrees == 9
    assert test.difference == pytest.approx(1.58)
    assert test.t == pytest.approx(4.0621, abs=5e-5)
    assert test.p == pytest.approx(0.002833, abs=5e-7)
    assert test.p_greater == pytest.approx(0.002833 / 2, abs=5e-7)
    assert test.confidence == pytest.approx(99.7167, abs=5e-5)


def test_the_other_direction_changes_the_sign_and_the_one_sided_probability():
    first, second = ([Fraction(hours) for hours in drug] for drug in SLEEP)
    forth, back = paired_test("b", "a", second, first), paired_test("a", "b", first, second)
    assert back.t == pytest.approx(-forth.t)
    assert back.p == pytest.approx(forth.p)
    assert back.p_greater == pytest.approx(1 - forth.p_greater)


def test_a_test_does_not_depend_on_the_order_of_the_pairs():
    first, second = ([Fraction(hours) for hours in drug] for drug in SLEEP)
    assert paired_test("b", "a", second[::-1], first[::-1]) == paired_test("b", "a", second, first)


def test_pairs_without_one_of_the_values_are_left_out():
    test = paired_test("b", "a", [Fraction(3), None, Fraction(2), Fraction(4)], [Fraction(1), 1, None, 1])
    assert (test.pairs, test.degrees) == (2, 1)


@pytest.mark.parametrize(
    ("values", "others", "pairs", "difference"),
    [
        ([Fraction(3)], [Fraction(1)], 1, 2.0),
        ([Fraction(7, 3), Fraction(4, 3)], [Fraction(4, 3), Fraction(1, 3)], 2, 1.0),
        ([Fraction(1, 3)] * 3, [Fraction(1, 3)] * 3, 3, 0.0),
        ([None], [Fraction(1)], 0, None),
        ([], [], 0, None),
    ],
)
def test_t_is_unknown_where_there_is_no_spread(values, others, pairs, difference):
    test = paired_test("b", "a", values, others)
    assert (test.pairs, test.difference) == (pairs, difference)
    assert (test.t, test.p, test.p_greater, test.confidence) == (None, None, None, None)


def test_a_gain_is_the_difference_divided_by_the_baseline():
    means = {"V1": Fraction(2), "V3": Fraction("3.12"), "V4": Fraction("3.74"), "V5": Fraction(3)}
    gain = relative_gain(means)
    assert (gain.best, gain.baseline) == ("V4", "V3")
    assert gain.gain == Fraction("3.74") / Fraction("3.12") - 1


def test_of_equal_means_the_first_is_the_best_and_a_loss_is_a_negative_gain():
    means = {"V1": Fraction(3), "V2": Fraction(3), "V4": Fraction(2), "V5": Fraction(2)}
    gain = relative_gain(means)
    assert (gain.best, gain.baseline, gain.gain) == ("V4", "V1", Fraction(-1, 3))


@pytest.mark.parametrize("means", [{}, {"V1": Fraction(1)}, {"V4": Fraction(1)}])
def test_there_is_no_gain_without_a_version_of_each_kind(means):
    assert relative_gain(means) is None
