"""Means, gains, t-tests and agreement against values known from elsewhere."""

from fractions import Fraction
from itertools import combinations, permutations
from statistics import mean, stdev

import pytest

from paralattice.judging.agreement import agreement, weighted_kappa
from paralattice.judging.judgements import Judgement
from paralattice.judging.means import cluster_means, judge_means
from paralattice.judging.significance import paired_test, relative_gain

# Student (1908): hours of sleep gained by ten patients with two drugs.
SLEEP = (
    ("0.7", "-1.6", "-0.2", "-1.2", "-0.1", "3.4", "3.7", "0.8", "0.0", "2.0"),
    ("1.9", "0.8", "1.1", "0.1", "-0.1", "4.4", "5.5", "1.6", "4.6", "3.4"),
)

# Krippendorff (2011), "Computing Krippendorff's alpha-reliability": four observers, twelve units.
OBSERVERS = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)


def judged(judge, item, score, cluster="ferry", version="V1", fidelity=None):
    return Judgement(judge, item, cluster, version, 0, score, fidelity)


def plain_alpha(units, distance):
    """Krippendorff's alpha by its definition: observed by expected disagreement of pairs of values."""
    units = [unit for unit in units if len(unit) > 1]
    values = [value for unit in units for value in unit]
    size = len(values)
    observed = sum(sum(distance(a, b) for a, b in permutations(unit, 2)) / (len(unit) - 1) for unit in units)
    expected = sum(distance(a, b) for a, b in permutations(values, 2)) / (size - 1)
    return 1 - observed / expected


def interval(a, b):
    return (a - b) ** 2


def ordinal_of(units):
    counts = {}
    for value in (value for unit in units if len(unit) > 1 for value in unit):
        counts[value] = counts.get(value, 0) + 1

    def ordinal(a, b):
        low, high = min(a, b), max(a, b)
        between = sum(count for value, count in counts.items() if low <= value <= high)
        return (between - (counts[low] + counts[high]) / 2) ** 2 if a != b else 0

    return ordinal


def plain_kappa(ones, others, power):
    """Cohen's weighted kappa by its definition: observed by expected weighted disagreement."""
    size = len(ones)
    observed = sum(abs(a - b) ** power for a, b in zip(ones, others, strict=True)) / size
    expected = sum(abs(a - b) ** power for a in ones for b in others) / size**2
    return 1 - observed / expected


def test_the_plain_alpha_of_these_tests_gives_krippendorffs_published_values():
    rows = [row.split() for row in OBSERVERS]
    units = [[int(value) for value in column if value != "."] for column in zip(*rows, strict=True)]
    assert round(plain_alpha(units, interval), 3) == 0.849
    assert round(plain_alpha(units, ordinal_of(units)), 3) == 0.815


def sample_scores():
    """Three judges, of whom none scored all twenty items."""
    return {
        f"item{number:02}": {
            judge: 1 + (number * number + place * (number % 3 == 0)) % 4
            for place, judge in enumerate(("judge-01", "judge-02", "judge-03"))
            if (number + place) % 5
        }
        for number in range(20)
    }


def judgements_of(scores):
    return [judged(judge, item, score) for item, unit in scores.items() for judge, score in unit.items()]


def test_alpha_is_that_of_its_definition_with_scores_missing():
    scores = sample_scores()
    units = [list(unit.values()) for unit in scores.values()]
    found = agreement(judgements_of(scores), "grammaticality")
    assert found.interval == pytest.approx(plain_alpha(units, interval), abs=1e-12)
    assert found.ordinal == pytest.approx(plain_alpha(units, ordinal_of(units)), abs=1e-12)
    assert found.items == sum(len(unit) > 1 for unit in units)
    assert found.scores == sum(len(unit) for unit in units if len(unit) > 1)


def test_kappa_is_that_of_its_definition_for_each_pair_of_judges():
    scores = sample_scores()
    found = agreement(judgements_of(scores), "grammaticality")
    judges = ("judge-01", "judge-02", "judge-03")
    assert [(pair.first, pair.second) for pair in found.pairs] == list(combinations(judges, 2))
    for pair in found.pairs:
        both = [unit for unit in scores.values() if pair.first in unit and pair.second in unit]
        ones, others = ([unit[judge] for unit in both] for judge in (pair.first, pair.second))
        assert pair.items == len(both)
        assert pair.linear == pytest.approx(plain_kappa(ones, others, 1), abs=1e-12)
        assert pair.quadratic == pytest.approx(plain_kappa(ones, others, 2), abs=1e-12)
    assert found.linear == pytest.approx(mean(pair.linear for pair in found.pairs), abs=1e-12)


def test_perfect_agreement_is_one_and_opposite_judges_are_below_zero():
    assert weighted_kappa([1, 2, 3, 4], [1, 2, 3, 4], "linear") == 1
    assert weighted_kappa([1, 2, 3, 4], [4, 3, 2, 1], "quadratic") == -1


def test_weights_count_the_distance_on_the_whole_scale_though_some_scores_never_occur():
    assert weighted_kappa([1, 1, 4, 4], [1, 4, 4, 4], "linear") == pytest.approx(0.5)


def test_agreement_is_unknown_where_every_score_is_the_same():
    same = {item: {"judge-01": 3, "judge-02": 3} for item in ("a", "b")}
    found = agreement(judgements_of(same), "grammaticality")
    assert (found.ordinal, found.interval, found.linear, found.quadratic) == (None, None, None, None)
    assert (found.items, found.pairs[0].items) == (2, 2)


def test_agreement_is_unknown_where_no_item_has_two_judges():
    found = agreement(judgements_of({"a": {"judge-01": 3}, "b": {"judge-02": 1}}), "grammaticality")
    assert (found.judges, found.items, found.ordinal, found.pairs) == (2, 0, None, ())


def test_agreement_of_no_judgement_at_all_is_empty():
    assert agreement([], "fidelity").judges == 0


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
    gain = relative_gain(means, ["V4", "V5"], ["V1", "V2", "V3"])
    assert (gain.best, gain.baseline) == ("V4", "V3")
    assert gain.gain == Fraction("3.74") / Fraction("3.12") - 1


def test_of_equal_means_the_first_is_the_best_and_a_loss_is_a_negative_gain():
    means = {"V1": Fraction(3), "V2": Fraction(3), "V4": Fraction(2), "V5": Fraction(2)}
    gain = relative_gain(means, ["V4", "V5"], ["V1", "V2"])
    assert (gain.best, gain.baseline, gain.gain) == ("V4", "V1", Fraction(-1, 3))


@pytest.mark.parametrize("means", [{}, {"V1": Fraction(1)}, {"V4": Fraction(1)}])
def test_there_is_no_gain_without_a_version_of_each_kind(means):
    assert relative_gain(means, ["V4"], ["V1"]) is None


def test_the_overall_mean_is_that_of_all_scores_and_not_of_the_cells():
    judgements = [judged("j1", f"a{n}", 4) for n in range(3)] + [judged("j1", "b", 1, cluster="mayor")]
    means = cluster_means(judgements, "grammaticality", ["ferry", "mayor"], ["V1", "V2"])
    assert means.cells == {("ferry", "V1"): 4, ("mayor", "V1"): 1}
    assert means.counts == {("ferry", "V1"): 3, ("mayor", "V1"): 1}
    assert means.overall == {"V1": Fraction(13, 4)}
    assert means.column("V2") == (None, None)


def test_clusters_and_versions_that_are_not_asked_for_do_not_count():
    judgements = [
        judged("j1", "a", 4),
        judged("j1", "b", 1, cluster="mayor"),
        judged("j1", "c", 1, version="V2"),
    ]
    assert cluster_means(judgements, "grammaticality", ["ferry"], ["V1"]).overall == {"V1": 4}


def test_an_item_with_one_score_alone_counts_under_that_criterion():
    judgements = [judged("j1", "a", None, fidelity=2)]
    assert cluster_means(judgements, "grammaticality", ["ferry"], ["V1"]).overall == {}
    assert cluster_means(judgements, "fidelity", ["ferry"], ["V1"]).overall == {"V1": 2}


def test_over_judges_each_judge_counts_alike_and_the_deviation_has_n_minus_1():
    judgements = [judged("j1", f"a{n}", 4) for n in range(9)]
    judgements += [judged("j2", "a1", 1), judged("j3", "a1", 2), judged("j3", "a2", 3)]
    found = judge_means(judgements, "grammaticality")["V1"]
    assert found.mean == Fraction(15, 6)
    assert found.deviation == pytest.approx(stdev([4, 1, 2.5]))
    assert found.judges == 3


def test_one_judge_has_no_deviation():
    assert judge_means([judged("j1", "a", 4)], "grammaticality")["V1"].deviation is None
