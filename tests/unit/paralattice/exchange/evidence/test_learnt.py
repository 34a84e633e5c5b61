"""Scores of boosted trees."""

import numpy as np
import pytest

from paralattice.exchange.evidence.learnt import LearntScore, learnt_score

DEEP = [["a", "b"], 0, [[[0, 0.5, 1, 2], [-2000], [1, 3.0, 3, 4], [0], [2000]], [[1000]]]]


def test_a_row_gets_the_sum_of_the_leaves_that_it_reaches():
    columns = {"b": np.array([9.0, 3.0, 4.0]), "a": np.array([0.5, 1.0, 1.0])}
    # Log-odds of -1, 1 and 3.
    assert LearntScore(*DEEP).probabilities(columns).tolist() == [269, 731, 953]


def test_the_start_is_the_score_without_trees():
    score = LearntScore(["a"], 2000, [[[0]]])
    assert score.probabilities({"a": np.zeros(2)}).tolist() == [881, 881]


def test_many_rows_are_scored_like_one():
    columns = {"a": np.linspace(0, 1, 10_000), "b": np.full(10_000, 4.0)}
    found = LearntScore(*DEEP).probabilities(columns)
    assert found.tolist() == [269 if value <= 0.5 else 953 for value in columns["a"]]


def test_no_rows_have_no_scores():
    assert LearntScore(*DEEP).probabilities({"a": np.zeros(0), "b": np.zeros(0)}).tolist() == []


@pytest.mark.parametrize("name", ["entities", "events"])
def test_the_scores_of_the_package_are_small_and_whole(name):
    score = learnt_score(name)
    assert len(score.features) == len(set(score.features))
    assert score.probabilities({feature: np.zeros(1) for feature in score.features})[0] in range(1001)
