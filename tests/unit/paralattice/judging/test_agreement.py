"""Kappa and alpha against their definitions and against published values."""

from itertools import combinations, permutations
from statistics import mean

import pytest

from paralattice.judging.agreement import agreement, scores_by_item, weighted_kappa
from paralattice.judging.judgements import Judgement

# Krippendorff (2011), "Computing Krippendorff's alpha-reliability": four observers, twelve units.
OBSERVERS = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)


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


def test_alpha_is_that_of_its_definition_with_scores_missing():
    scores = sample_scores()
    units = [list(unit.values()) for unit in scores.values()]
    found = agreement(scores)
    assert found.interval == pytest.approx(plain_alpha(units, interval), abs=1e-12)
    assert found.ordinal == pytest.approx(plain_alpha(units, ordinal_of(units)), abs=1e-12)
    assert found.items == sum(len(unit) > 1 for unit in units)
    assert found.scores == sum(len(unit) for unit in units if len(unit) > 1)


def test_kappa_is_that_of_its_definition_for_each_pair_of_judges():
    scores = sample_scores()
    found = agreement(scores)
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
    found = agreement(same)
    assert (found.ordinal, found.interval, found.linear, found.quadratic) == (None, None, None, None)
    assert (found.items, found.pairs[0].items) == (2, 2)


def test_agreement_is_unknown_where_no_item_has_two_judges():
    found = agreement({"a": {"judge-01": 3}, "b": {"judge-02": 1}})
    assert (found.judges, found.items, found.ordinal, found.pairs) == (2, 0, None, ())


def test_agreement_of_no_judgement_at_all_is_empty():
    assert agreement({}).judges == 0


def test_scores_of_an_item_are_those_of_its_judges_that_are_valid():
    judgements = [
        Judgement("j1", "a", "ferry", "V1", 0, {"grammaticality": 3, "fidelity": None}),
        Judgement("j2", "a", "ferry", "V1", 0, {"grammaticality": 2, "fidelity": 4}),
    ]
    assert scores_by_item(judgements, "grammaticality") == {"a": {"j1": 3, "j2": 2}}
    assert scores_by_item(judgements, "fidelity") == {"a": {"j2": 4}}


def test_with_two_answers_both_weighted_kappas_are_cohens_kappa():
    # Judge 1 says 2 of 3 of 4 items, judge 2 of 1 of 4: 6/16 of agreement by chance.
    found = agreement(
        {name: {"j1": a, "j2": b} for name, a, b in (("a", 2, 2), ("b", 2, 1), ("c", 1, 1), ("d", 2, 1))}
    )
    assert (found.items, found.unanimous) == (4, 2)
    assert found.linear == found.quadratic == pytest.approx((0.5 - 0.375) / (1 - 0.375))
