"""Properties of the automatic measures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paralattice.lattice import edit_distance, from_alignment
from paralattice.lattice.building import separate_columns
from paralattice.measures.automatic import Drawn, Originals, measure_cluster

WORDS = st.sampled_from(["a", "b", "c", "d", "e"])
SENTENCES = st.lists(WORDS, min_size=1, max_size=7).map(tuple)
CLUSTERS = st.lists(SENTENCES, min_size=1, max_size=5)
PROBES = st.lists(st.sampled_from(["a", "b", "c", "x", "y"]), max_size=8).map(tuple)


def length(words):
    return float(len(words))


@given(CLUSTERS, PROBES)
def test_the_distance_is_that_to_a_lattice_with_the_originals_side_by_side(sentences, probe):
    item = Originals(sentences, length).measure(probe)
    assert item.distance == edit_distance(from_alignment(sentences, separate_columns(sentences)), probe)
    nearest = sentences[item.nearest]
    assert edit_distance(from_alignment([nearest], separate_columns([nearest])), probe) == item.distance
    assert item.novel == (probe not in sentences)


@given(CLUSTERS, st.lists(st.tuples(PROBES, st.booleans(), st.integers(1, 4)), unique_by=lambda one: one[0]))
def test_means_over_all_draws_are_those_of_the_draws_one_by_one(sentences, lines):
    originals = Originals(sentences, length)
    drawn = [Drawn(draw, words, chosen, times) for draw, (words, chosen, times) in enumerate(lines)]
    found, items = measure_cluster(("c", "V1"), originals, drawn, all_draws=True)
    one_by_one = [item for one, item in zip(drawn, items, strict=True) for _ in range(one.times)]
    assert found.draws == found.sentences == len(one_by_one)
    if one_by_one:
        for name in ("entropy_difference", "length", "distance"):
            mean = sum(getattr(item, name) for item in one_by_one) / len(one_by_one)
            assert getattr(found, name) == pytest.approx(mean)
        assert found.novel == pytest.approx(sum(item.novel for item in one_by_one) / len(one_by_one))


@given(CLUSTERS)
def test_the_originals_themselves_are_not_novel_repeat_nothing_and_do_not_differ(sentences):
    originals = Originals(sentences, length)
    drawn = [Drawn(draw, words, True) for draw, words in enumerate(dict.fromkeys(sentences))]
    found, _ = measure_cluster(("c", "V1"), originals, drawn)
    assert (found.novel, found.distance) == (0, 0)
    assert found.repetition_ratio in (0, None)
    if len(drawn) == len(sentences):
        assert found.entropy_difference == pytest.approx(0)
        assert found.length_difference == pytest.approx(0)
