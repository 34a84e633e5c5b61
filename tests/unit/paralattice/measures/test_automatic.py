"""Measures of sentences and of clusters, on values counted by hand."""

import pytest

from paralattice.measures.automatic import Drawn, Originals, measure_cluster, repetition_ratio

FERRY = [text.split() for text in ("the ferry sank off the coast", "a ferry sank", "a boat went down")]


def bits(words):
    """Stand in for a language model: as many bits a token as the first word has letters."""
    return float(len(words[0])) if words else 0.0


def drawn(*texts, chosen=True):
    return [Drawn(draw, tuple(text.split()), chosen) for draw, text in enumerate(texts)]


@pytest.fixture
def originals():
    return Originals(FERRY, bits)


def test_entropy_and_length_are_held_against_the_means_of_the_originals(originals):
    item = originals.measure(["the", "ferry", "went", "down"])
    assert (originals.entropy, originals.length) == pytest.approx((5 / 3, 13 / 3))
    assert (item.entropy, item.entropy_difference) == pytest.approx((3, 4 / 3))
    assert (item.length, item.length_difference) == pytest.approx((4, -1 / 3))


@pytest.mark.parametrize(
    ("text", "distance", "nearest"),
    [
        ("a ferry sank", 0, 1),
        ("a ferry went down", 1, 2),
        ("the ferry sank", 1, 1),
        ("ferry a sank", 2, 1),
        ("something else entirely", 3, 1),
        ("", 3, 1),
    ],
)
def test_distance_counts_words_to_the_first_of_the_nearest_originals(originals, text, distance, nearest):
    item = originals.measure(text.split())
    assert (item.distance, item.nearest) == (distance, nearest)
    assert item.novel == (distance > 0)


def test_two_words_that_no_original_has_are_not_taken_for_one_of_them():
    assert Originals([["x", "y"]], bits).measure(["p", "q"]).distance == 2


def test_repetition_looks_at_words_that_no_original_has_twice(originals):
    # "the" comes twice in an original and does not count; of ferry, sank and off one is repeated.
    assert originals.measure(
        ["the", "ferry", "sank", "off", "the", "ferry", "the"]
    ).repetition == pytest.approx(1 / 3)
    assert originals.measure(["a", "boat", "went", "down"]).repetition == 0
    assert originals.measure(["the", "the"]).repetition is None


def test_repetition_ratio_is_the_mean_over_words_of_the_share_of_draws_that_repeat_them():
    lines = [
        Drawn(0, ("a", "boat", "sank", "boat"), False, times=3),
        Drawn(1, ("a", "boat", "sank"), False, times=1),
        Drawn(2, ("the", "the"), False, times=5),
    ]
    # boat 3 of 4, a and sank none of 4; "the" may come twice, and "ferry" comes in no draw.
    assert repetition_ratio(frozenset({"a", "boat", "sank", "ferry"}), lines) == pytest.approx(0.25)
    assert repetition_ratio(frozenset({"ferry"}), lines) is None


def test_means_are_over_the_chosen_sentences_or_over_all_draws(originals):
    lines = [
        Drawn(0, ("a", "ferry", "sank"), False, times=6),
        Drawn(1, ("the", "boat", "went", "down"), True, times=1),
        Drawn(5, ("the", "boat", "sank"), True, times=3),
    ]
    chosen, items = measure_cluster(("wreck", "V4"), originals, lines)
    assert (chosen.cluster, chosen.version, chosen.originals) == ("wreck", "V4", 3)
    assert (chosen.draws, chosen.distinct, chosen.sentences) == (10, 3, 2)
    assert (chosen.length, chosen.entropy, chosen.distance) == pytest.approx((3.5, 3, 1.5))
    assert chosen.novel == pytest.approx(0.4)
    assert [item.distance for item in items] == [0, 1, 2]
    every, _ = measure_cluster(("wreck", "V4"), originals, lines, all_draws=True)
    assert every.sentences == 10
    assert (every.length, every.entropy, every.distance) == pytest.approx((3.1, 1.8, 0.7))
    assert every.entropy_difference == pytest.approx(1.8 - 5 / 3)
    assert every.novel == chosen.novel


def test_without_sentences_there_are_no_means(originals):
    none_chosen, _ = measure_cluster(("wreck", "V4"), originals, drawn("a boat sank", chosen=False))
    assert (none_chosen.sentences, none_chosen.entropy, none_chosen.novel) == (0, None, 1.0)
    nothing, items = measure_cluster(("wreck", "V4"), originals, [])
    assert (nothing.draws, nothing.novel, nothing.repetition_ratio, items) == (0, None, None, [])


def test_each_sentence_is_asked_of_the_language_model_once():
    asked = []
    originals = Originals(FERRY, lambda words: float(asked.append(words) or len(asked)))
    for _ in range(3):
        originals.measure(("a", "boat", "sank"))
        originals.measure(("a", "ferry", "sank"))
    assert len(asked) == len(set(asked)) == 4


def test_without_an_original_nothing_can_be_measured():
    with pytest.raises(ValueError, match="no original"):
        Originals([], bits)
