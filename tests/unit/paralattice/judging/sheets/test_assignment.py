"""The assignment of clusters to judges."""

from collections import Counter
from itertools import combinations

import pytest

from paralattice.errors import JudgeError, OptionError
from paralattice.judging.sheets.assignment import SheetOptions, assign_clusters, judge_names

# The names of the paper's Table 1.
TEST_CLUSTERS = (
    "accident",
    "cause",
    "fasulo",
    "floor",
    "government",
    "injur",
    "linate",
    "rockwell",
    "spokes",
    "suicide",
    "terror",
)


def readers(hands):
    return Counter(name for hand in hands for name in hand)


def test_without_a_number_a_cluster_goes_to_every_judge():
    clusters = dict.fromkeys("abcdefghij", 50)
    assert assign_clusters(clusters, judges=4) == (tuple("abcdefghij"),) * 4


def test_eleven_clusters_of_fifty_sentences_and_six_judges_make_six_clusters_and_300_sentences_each():
    clusters = dict.fromkeys(TEST_CLUSTERS, 50)
    hands = assign_clusters(clusters, judges=6, per_cluster=3)
    assert [len(hand) for hand in hands] == [6] * 6
    assert [sum(clusters[name] for name in hand) for hand in hands] == [300] * 6
    assert sorted(readers(hands).values()) == [3] * 8 + [4] * 3


def test_no_judge_gets_a_cluster_twice_and_all_keep_the_clusters_in_order():
    hands = assign_clusters(dict.fromkeys(TEST_CLUSTERS, 50), judges=6, per_cluster=3)
    for hand in hands:
        assert list(hand) == [name for name in TEST_CLUSTERS if name in hand]


def test_another_seed_deals_the_clusters_to_others_and_the_same_seed_to_the_same():
    clusters = dict.fromkeys(TEST_CLUSTERS, 50)
    assert assign_clusters(clusters, 6, 3, seed=1) == assign_clusters(clusters, 6, 3, seed=1)
    assert len({assign_clusters(clusters, 6, 3, seed) for seed in range(5)}) == 5


def test_clusters_of_different_sizes_leave_loads_within_the_smallest_cluster_that_still_fits():
    clusters = {"a": 50, "b": 31, "c": 24, "d": 12, "e": 7, "f": 3}
    hands = assign_clusters(clusters, judges=4, per_cluster=2)
    loads = [sum(clusters[name] for name in hand) for hand in hands]
    assert min(readers(hands).values()) >= 2
    for hand, load in zip(hands, loads, strict=True):
        left = [size for name, size in clusters.items() if name not in hand]
        assert all(load + size > max(loads) for size in left)


def test_one_cluster_goes_to_all_when_there_are_more_judges_than_it_needs():
    assert assign_clusters({"only": 10}, judges=5, per_cluster=2) == (("only",),) * 5


def test_no_cluster_at_all_makes_empty_hands():
    assert assign_clusters({}, judges=2, per_cluster=1) == ((), ())


def test_every_pair_of_judges_shares_no_more_than_chance_would_explain():
    hands = assign_clusters({f"c{number}": 10 for number in range(60)}, judges=6, per_cluster=3)
    shared = [len(set(one) & set(other)) for one, other in combinations(hands, 2)]
    assert max(shared) < 20


def test_a_cluster_without_sentences_cannot_be_dealt():
    with pytest.raises(JudgeError, match="nothing to judge in b"):
        assign_clusters({"a": 1, "b": 0}, judges=2)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"judges": 0}, "judges = 0"),
        ({"judges": 2.5}, "judges = 2.5"),
        ({"judges": True}, "judges = True"),
        ({"judges": "4"}, "judges = '4'"),
        ({"per_cluster": "1"}, "per_cluster = '1'"),
        ({"seed": "x"}, "seed = 'x'"),
        ({"judges": 3, "per_cluster": 4}, "per_cluster = 4"),
        ({"judges": 3, "per_cluster": 0}, "per_cluster = 0"),
        ({"split": "testing"}, "split = 'testing'"),
    ],
)
def test_an_option_that_cannot_be_met_is_named(options, named):
    with pytest.raises(OptionError, match=named):
        SheetOptions(**options)


@pytest.mark.parametrize(("count", "first"), [(2, "judge-01"), (99, "judge-01"), (100, "judge-001")])
def test_names_of_judges_sort(count, first):
    names = list(judge_names(count))
    assert names[0] == first
    assert len(names) == count
    assert names == sorted(names)
