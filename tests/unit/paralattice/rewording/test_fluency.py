"""A language model ranks rewordings, and leaves out those that it finds much less probable."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paralattice.rewording.fluency import MOST, fluent
from paralattice.rewording.phrasal_rewording import Rewording

WORDS = ("The", "ship", "left", ".")


def rewording(*words):
    return Rewording(words, -1, -1, -1, ())


NEAR, EDGE, FAR = (
    rewording("The", "boat", "left", "."),
    rewording("A", "boat"),
    rewording("The", "left", "ship"),
)


def score(sentences):
    falls = {WORDS: 0, NEAR.words: -2, EDGE.words: -MOST, FAR.words: -MOST - 0.1}
    return [[-8.0, falls[words], -1.0] for words in sentences]


@pytest.mark.parametrize("order", [[NEAR, EDGE, FAR], [FAR, EDGE, NEAR]])
def test_those_that_fall_too_far_are_left_out_and_the_smallest_fall_comes_first(order):
    assert fluent(WORDS, order, score) == [NEAR, EDGE]


def test_much_better_odds_outweigh_a_fall():
    likelier = replace(EDGE, score=1.0)
    assert fluent(WORDS, [NEAR, likelier], score) == [likelier, NEAR]


def test_nothing_is_scored_for_a_sentence_without_rewordings():
    assert fluent(WORDS, [], None) == []
