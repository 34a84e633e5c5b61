"""Means by cluster and version, and over judges."""

from fractions import Fraction
from statistics import stdev

import pytest

from paralattice.judging.judgements import Judgement
from paralattice.judging.means import cluster_means, judge_means


def judged(judge, item, score, cluster="ferry", version="V1", fidelity=None):
    return Judgement(judge, item, cluster, version, 0, {"grammaticality": score, "fidelity": fidelity})


def test_the_overall_mean_is_that_of_all_scores_and_not_of_the_cells():
    judgements = [judged("j1", f"a{n}", 4) for n in range(3)] + [judged("j1", "b", 1, cluster="mayor")]
    means = cluster_means(judgements, "grammaticality", ["ferry", "mayor"], ["V1", "V2"])
    assert means.cells == {("ferry", "V1"): 4, ("mayor", "V1"): 1}
    assert means.counts == {("ferry", "V1"): 3, ("mayor", "V1"): 1}
    assert means.overall == {"V1": Fraction(13, 4)}
    assert means.column("V2") == (None, None)


def test_clusters_and_versions_that_are_not_asked_for_do_not_count():
    judgements = [
        judged("j1", "a", 4),
        judged("j1", "b", 1, cluster="mayor"),
        judged("j1", "c", 1, version="V2"),
    ]
    assert cluster_means(judgements, "grammaticality", ["ferry"], ["V1"]).overall == {"V1": 4}


def test_an_item_with_one_score_alone_counts_under_that_criterion():
    judgements = [judged("j1", "a", None, fidelity=2)]
    assert cluster_means(judgements, "grammaticality", ["ferry"], ["V1"]).overall == {}
    assert cluster_means(judgements, "fidelity", ["ferry"], ["V1"]).overall == {"V1": 2}


def test_over_judges_each_judge_counts_alike_and_the_deviation_has_n_minus_1():
    judgements = [judged("j1", f"a{n}", 4) for n in range(9)]
    judgements += [judged("j2", "a1", 1), judged("j3", "a1", 2), judged("j3", "a2", 3)]
    found = judge_means(judgements, "grammaticality")["V1"]
    assert found.mean == Fraction(15, 6)
    assert found.deviation == pytest.approx(stdev([4, 1, 2.5]))
    assert found.judges == 3


def test_one_judge_has_no_deviation():
    assert judge_means([judged("j1", "a", 4)], "grammaticality")["V1"].deviation is None
