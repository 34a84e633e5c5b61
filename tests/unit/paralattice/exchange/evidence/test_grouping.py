"""Average linkage with forbidden pairs."""

import numpy as np

from paralattice.exchange.evidence.grouping import groups_of

CHAIN = np.array([[-1, 900, 500], [900, -1, 800], [500, 800, -1]])
"""Scores of three things, of which the first and the last are least alike."""


def allowed(count):
    return np.zeros((count, count), dtype=bool)


def test_groups_are_joined_while_their_mean_score_is_high_enough():
    # The first two are joined at 900; the third has a mean of 650 with them.
    assert groups_of(CHAIN, allowed(3), 650) == [0, 0, 0]
    assert groups_of(CHAIN, allowed(3), 651) == [0, 0, 2]
    assert groups_of(CHAIN, allowed(3), 901) == [0, 1, 2]


def test_what_is_forbidden_is_never_in_one_group():
    forbidden = allowed(3)
    forbidden[0, 2] = forbidden[2, 0] = True
    assert groups_of(CHAIN, forbidden, 1) == [0, 0, 2]


def test_pairs_without_a_score_do_not_count():
    scores = CHAIN.copy()
    scores[0, 2] = scores[2, 0] = -1
    assert groups_of(scores, allowed(3), 800) == [0, 0, 0]


def test_nothing_has_no_groups():
    assert groups_of(np.zeros((0, 0), dtype=np.int64), allowed(0), 1) == []


def test_the_tables_are_not_changed():
    scores, forbidden = CHAIN.copy(), allowed(3)
    groups_of(scores, forbidden, 1)
    assert (scores == CHAIN).all()
    assert not forbidden.any()
