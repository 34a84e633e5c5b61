"""Batches of a limited size."""

from paralattice.batches import batches


def test_items_keep_their_order_and_a_batch_its_limits():
    assert list(batches(["a", "bb", "c", "dd"], len, 3)) == [["a", "bb"], ["c", "dd"]]
    assert list(batches("abcde", len, 100, count=2)) == [["a", "b"], ["c", "d"], ["e"]]
    assert list(batches([], len, 3)) == []


def test_an_item_that_is_too_large_is_a_batch_of_its_own():
    assert list(batches(["long", "a", "longer", "b"], len, 2)) == [["long"], ["a"], ["longer"], ["b"]]
