"""Names of items, and their order on a sheet."""

from itertools import pairwise

from paralattice.judging.sheets.items import StudyItem, item_id, shuffle_items


def items_of(cluster, versions=("V1", "V4"), draws=10, seed=1):
    return [
        StudyItem(item_id(seed, cluster, version, draw), cluster, version, draw, ("w", str(draw)))
        for version in versions
        for draw in range(draws)
    ]


def test_an_item_has_the_same_name_for_one_seed_and_another_for_another():
    assert item_id(1, "ferry", "V1", 0) == item_id(1, "ferry", "V1", 0)
    assert item_id(1, "ferry", "V1", 0) != item_id(2, "ferry", "V1", 0)


def test_names_of_items_differ_and_hold_neither_digits_nor_vowels():
    names = {
        item_id(1, f"c{number}", version, draw)
        for number in range(200)
        for version in ("V1", "V2", "V3", "V4", "V5")
        for draw in range(10)
    }
    assert len(names) == 10_000
    assert all(len(name) == 14 and set(name) <= set("bcdfghjkmnpqrstvwxyz") for name in names)


def test_parts_of_an_items_origin_cannot_be_confused():
    assert item_id(1, "a", "bV1", 0) != item_id(1, "ab", "V1", 0)


def test_shuffling_keeps_each_clusters_items_together_and_complete():
    items = items_of("b") + items_of("a")
    shuffled = shuffle_items(items, "judge-01", seed=1)
    assert [item.cluster for item in shuffled] == ["b"] * 20 + ["a"] * 20
    assert set(shuffled) == set(items)


def test_shuffling_mixes_the_versions_and_differs_between_judges():
    items = items_of("a")
    one, other = (shuffle_items(items, judge, seed=1) for judge in ("judge-01", "judge-02"))
    assert one != other
    changes = sum(x.version != y.version for x, y in pairwise(one))
    assert changes >= 5


def test_shuffling_does_not_depend_on_the_order_in_which_the_items_come():
    items = items_of("a")
    assert shuffle_items(reversed(items), "judge-01", 1) == shuffle_items(items, "judge-01", 1)
