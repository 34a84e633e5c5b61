"""The probability that a sentence is perfect."""

from math import log

import pytest

from paralattice.exchange.ranking.probability import learnt_weights, perfect_probability
from paralattice.exchange.ranking.signals import SIGNALS


def test_the_log_odds_are_the_weighted_sum():
    weights = {"intercept": log(3), "weights": {"length": -log(3), "certainty": log(9)}}
    assert perfect_probability({"length": 2, "certainty": 1}, weights) == pytest.approx(3 / 4)


def test_every_signal_has_a_weight():
    assert list(learnt_weights()["weights"]) == list(SIGNALS)


def test_fewer_words_and_surer_links_make_a_sentence_more_probable():
    probabilities = [
        perfect_probability({"length": length, "certainty": sure})
        for length, sure in ((1.5, 0.9), (1, 0.9), (1, 1))
    ]
    assert probabilities == sorted(set(probabilities))
