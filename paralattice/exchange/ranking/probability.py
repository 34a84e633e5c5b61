"""The probability that a sentence is perfect: a logistic regression on its signals, kept as plain numbers.

``benchmarks/rank.py --train`` fits it to the marks of blind judges and writes ``data/perfect.json``.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import exp
from typing import TypedDict


class Weights(TypedDict):
    """The log-odds of a perfect sentence: an intercept, and a weight for each signal."""

    intercept: float
    weights: dict[str, float]


@cache
def learnt_weights() -> Weights:
    """Return the weights of the package."""
    weights: Weights = json.loads((files(__package__) / "data" / "perfect.json").read_bytes())
    return weights


def perfect_probability(signals: Mapping[str, float], learnt: Weights | None = None) -> float:
    """Return the probability, 0 to 1, that judges give a sentence the best mark for grammar and fidelity.

    Parameters
    ----------
    signals
        The signals by name, at least those that have a weight.
    learnt
        Weights in place of the package's.
    """
    learnt = learnt or learnt_weights()
    odds = learnt["intercept"] + sum(weight * signals[name] for name, weight in learnt["weights"].items())
    return 1 / (1 + exp(-odds))
