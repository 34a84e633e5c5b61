"""Features of a pair's surroundings in the matching of sentences, which the paper does not use."""

import numpy as np
import pytest

from paralattice.sentences import MatchModel, fit_model, match_similarities
from paralattice.sentences.options import MatchOptions

VALUES = np.array([[0.9, 0.1, 0.0], [0.4, 0.5, 0.2], [0.0, 0.3, 0.8]])


def test_each_feature_adds_what_it_says():
    def adjusted(*weights):
        return MatchModel(-1.0, 5.0, 0.5, surroundings=weights).adjusted(VALUES) - VALUES

    assert adjusted(1.0, 0.0, 0.0, 0.0)[1, 1] == pytest.approx(0.9)
    assert adjusted(0.0, 1.0, 0.0, 0.0)[1, 1] == pytest.approx(0.8)
    assert adjusted(0.0, 0.0, 1.0, 0.0)[1].tolist() == pytest.approx([-0.1, 0.0, -0.3])
    assert adjusted(0.0, 0.0, 0.0, 1.0)[1].tolist() == pytest.approx([-0.5, 0.0, -0.6])
    assert not adjusted(0.0, 0.0, 0.0, 0.0).any()


def test_training_finds_that_neighbours_tell_matches_apart():
    draw = np.random.default_rng(2006)
    similarities, matched = [], []
    for _ in range(30):
        values = draw.uniform(0, 0.4, (12, 12))
        truth = np.eye(12, dtype=np.bool_)
        values[truth] += draw.uniform(0, 0.3, 12)
        similarities.append(values)
        matched.append(truth)
    model = fit_model(similarities, matched, surroundings=True)
    before, after, row, column = model.surroundings
    assert min(before, after, row, column) > 0
    plain = fit_model(similarities, matched)
    assert plain.surroundings == (0.0,) * 4


def test_all_likely_pairs_may_be_added_to_the_path():
    values = np.eye(8)[::-1].copy()
    model = MatchModel(-5.0, 10.0, 0.5)
    few = match_similarities(values, model, MatchOptions(added=2))
    every = match_similarities(values, model, MatchOptions(added=2, all_likely=True))
    likely = {(place, 7 - place) for place in range(8)}
    assert likely <= set(map(tuple, every.pairs.tolist()))
    assert not likely <= set(map(tuple, few.pairs.tolist()))
