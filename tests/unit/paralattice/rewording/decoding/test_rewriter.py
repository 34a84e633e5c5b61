"""A language model ranks rewordings, and leaves out those that it finds much less probable."""

from __future__ import annotations

import math

import pytest

from paralattice.rewording.decoding.phrasal_rewording import Rewording, RewordingEdit
from paralattice.rewording.decoding.rewriter import _COST, _FALL, _probable

WORDS = ("The", "ship", "left", ".")
LIKELY = 0.2
LEAST = math.log(LIKELY / (1 - LIKELY))


def rewording(text, above=0.0, edits=1):
    """Return a rewording whose log-odds are so far above those of edits that are just likely enough."""
    odds = (edits * LEAST + above) / math.log(10)
    return Rewording(tuple(text.split()), odds, odds, -1, (RewordingEdit(0, 1, ("A",), odds),) * edits)


FALLS = {
    "The ship left .": 0.0,
    "The boat left .": 1.0,
    "A boat left .": _FALL,
    "The left ship .": _FALL + 0.1,
}


def score(sentences):
    return [[-8.0, -FALLS[" ".join(words)], -1.0] for words in sentences]


@pytest.mark.parametrize("order", [1, -1])
def test_those_that_fall_too_far_are_left_out_and_the_smallest_fall_comes_first(order):
    near, edge, far = (rewording(text) for text in list(FALLS)[1:])
    assert _probable(WORDS, [near, edge, far][::order], score, LIKELY) == [near, edge]


def test_better_odds_make_up_for_a_fall():
    near, far = rewording("The boat left ."), rewording("The left ship .", above=0.2 * _COST)
    assert _probable(WORDS, [far, near], score, LIKELY) == [near, far]
    likelier = rewording("The left ship .", above=_FALL * _COST)
    assert _probable(WORDS, [near, likelier], score, LIKELY) == [likelier, near]


def test_odds_are_compared_with_those_of_as_many_edits_that_are_just_likely_enough():
    one, two = rewording("The boat left ."), rewording("A boat left .", edits=2)
    assert _probable(WORDS, [two, one], score, LIKELY) == [one, two]
