"""A method at its own and at all other thresholds."""

import numpy as np
import pytest

from paralattice.sentences import MatchModel, evaluate_matching, truth_of_pairs
from paralattice.sentences.options import MatchOptions

# From the highest similarity down: right, wrong, right, right, wrong.
VALUES = np.array([[0.9, 0.8, 0.0, 0.0], [0.0, 0.7, 0.0, 0.0], [0.0, 0.0, 0.6, 0.5]])
GOLD = [(0, 0), (1, 1), (2, 2), (1, 3)]


@pytest.fixture
def found():
    options = MatchOptions(method=1, first_with_first=False)
    model = MatchModel(intercept=-1.0, slope=5.0, threshold=0.5)
    return evaluate_matching([VALUES], [truth_of_pairs(VALUES.shape, GOLD)], model, options)


@pytest.mark.parametrize(
    ("recall", "precision"), [(0, 1), (0.25, 1), (0.26, 2 / 3), (0.5, 2 / 3), (0.558, 3 / 4), (0.75, 3 / 4)]
)
def test_precision_at_a_recall_is_that_of_the_highest_threshold_that_has_it(found, recall, precision):
    assert found.precision_at(recall) == pytest.approx(precision)


def test_a_recall_that_no_threshold_has_has_no_precision(found):
    assert found.precision_at(0.76) is None
