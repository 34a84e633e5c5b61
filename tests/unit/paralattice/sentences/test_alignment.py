"""The two methods on matrices small enough to check by hand, and how matches are scored."""

import numpy as np
import pytest

from paralattice.sentences import (
    Matches,
    MatchModel,
    evaluate_matching,
    match_documents,
    match_similarities,
    truth_of_blocks,
    truth_of_pairs,
)
from paralattice.sentences.curves import Curve, draw_curves
from paralattice.sentences.measures import curve, score_matches
from paralattice.sentences.options import MatchOptions

# A probability of one half at a similarity of 0.5; 0.3 gives 0.0003, 0.4 gives 0.018.
MODEL = MatchModel(-20.0, 40.0, 0.5)


def pairs(values, **options):
    return match_similarities(np.array(values), MODEL, MatchOptions(**options)).pairs.tolist()


def test_method_1_takes_pairs_above_the_threshold_and_always_the_first_sentences():
    values = [[0.0, 0.0, 0.6], [0.0, 0.5, 0.9]]
    assert pairs(values, method=1) == [[0, 0], [0, 2], [1, 2]]
    assert pairs(values, method=1, first_with_first=False) == [[0, 2], [1, 2]]


def test_a_sentence_has_at_most_its_two_best_matches():
    values = [[0.7, 0.9, 0.8]]
    assert pairs(values, method=1, first_with_first=False) == [[0, 1], [0, 2]]
    assert pairs(np.array(values).T.tolist(), method=1, first_with_first=False) == [[1, 0], [2, 0]]


def test_method_2_follows_the_order_and_drops_what_is_improbable_on_the_path():
    values = [[0.6, 0.0, 0.0], [0.0, 0.3, 0.0], [0.0, 0.0, 0.4]]
    assert pairs(values) == [[0, 0], [2, 2]]


def test_method_2_finds_a_sentence_that_is_two_in_the_other_document():
    assert pairs([[0.6, 0.6, 0.0], [0.0, 0.0, 0.6]]) == [[0, 0], [0, 1], [1, 2]]


def test_method_2_takes_the_most_probable_pairs_against_the_order():
    swapped = [[0.0, 0.9], [0.8, 0.0]]
    assert pairs(swapped) == [[0, 1], [1, 0]]
    assert pairs(swapped, added=0) == [[0, 1]]
    assert pairs(swapped, added_above=1.0) == [[0, 1]]


@pytest.mark.parametrize("method", [1, 2])
def test_documents_without_sentences_have_no_matches(method):
    found = match_documents([], ["A ferry sank."], MODEL, MatchOptions(method=method))
    assert found.pairs.shape == (0, 2)
    assert found.probabilities.shape == (0,)


@pytest.mark.parametrize("method", [1, 2])
def test_documents_in_different_languages_have_at_most_the_first_sentences_matched(method):
    english, german = ["A ferry sank.", "Two died."], ["Eine Fähre ging unter.", "Zwei Menschen starben."]
    found = match_documents(english, german, MODEL, MatchOptions(method=method))
    assert found.pairs.tolist() == ([[0, 0]] if method == 1 else [])


def test_precision_and_recall_are_taken_over_all_documents_together():
    matches = [
        Matches(np.array([[0, 0], [1, 1]]), np.array([0.9, 0.6])),
        Matches(np.array([[0, 1]]), np.array([0.7])),
    ]
    truths = [truth_of_pairs((2, 2), [(0, 0), (1, 0)]), truth_of_pairs((1, 2), [(0, 1), (0, 0)])]
    score = score_matches(matches, truths)
    assert (score.correct, score.matched, score.expected) == (2, 3, 4)
    assert (score.precision, score.recall) == pytest.approx((2 / 3, 0.5))
    assert score.f1 == pytest.approx(4 / 7)


def test_the_curve_has_a_point_for_each_probability():
    matches = [Matches(np.array([[0, 0], [1, 1], [2, 2], [3, 3]]), np.array([0.9, 0.6, 0.6, 0.2]))]
    truths = [truth_of_pairs((4, 4), [(0, 0), (2, 2), (3, 3)])]
    points = curve(matches, truths)
    assert [point.threshold for point in points] == [0.9, 0.6, 0.2]
    assert [(point.score.correct, point.score.matched) for point in points] == [(1, 1), (2, 3), (3, 4)]


def test_no_matches_have_no_curve_and_score_nothing():
    nothing, truths = [Matches(np.empty((0, 2), int), np.empty(0))], [truth_of_pairs((1, 1), [])]
    assert curve(nothing, truths) == []
    score = score_matches(nothing, truths)
    assert (score.precision, score.recall, score.f1) == (0.0, 0.0, 0.0)


def test_of_blocks_any_pair_inside_is_right_and_the_shorter_one_is_expected():
    truth = truth_of_blocks(
        (4, 5), [(np.array([0, 1]), np.array([0, 1, 2])), (np.array([3]), np.array([2, 4]))]
    )
    assert truth.expected == 3
    assert truth.right.sum() == 8
    assert truth.right[3, 4]
    assert not truth.right[0, 4]


@pytest.mark.parametrize("method", [1, 2])
def test_the_curve_of_a_method_goes_through_its_score_at_the_threshold(method):
    rng = np.random.default_rng(3)
    values = [rng.random((12, 9)) * (rng.random((12, 9)) < 0.3) for _ in range(3)]
    truths = [truth_of_pairs((12, 9), np.argwhere(matrix > 0.6).tolist()) for matrix in values]
    options = MatchOptions(method=method, first_with_first=False, added=0)
    found = evaluate_matching(values, truths, MODEL, options)
    threshold = MODEL.threshold if method == 1 else MODEL.floor
    reached = [point.score for point in found.points if point.threshold >= threshold]
    assert found.score.correct > 0
    assert reached[-1] == found.score
    assert len(found.points) > len(reached)


def test_the_picture_of_curves_is_the_same_each_time():
    curves = [Curve("one", [(0.1, 1.0), (0.5, 0.7)], (0.3, 0.8)), Curve("none", [])]
    assert draw_curves(curves) == draw_curves(curves)
