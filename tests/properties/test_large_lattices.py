"""Lattices of more than 20,000 states: every operation ends, agrees, and needs no deep stack."""

import random
import sys
from itertools import islice

import pytest

from paralattice.align import align
from paralattice.lattice import (
    accepts,
    count_distinct,
    count_paths,
    determinise,
    edit_distance,
    enumerate_sentences,
    minimise,
    nearest_path,
)
from paralattice.lattice.options import SAMPLERS, SampleOptions
from paralattice.lattice.sampling import draw


@pytest.fixture(scope="module")
def sentences():
    rng = random.Random(3)
    words = [f"w{rank}" for rank in range(20_000)]
    weights = [1 / (rank + 2) for rank in range(20_000)]
    return [rng.choices(words, weights, k=30) for _ in range(1_000)]


@pytest.fixture(scope="module")
def lattice(sentences):
    found = align(sentences).lattice
    assert found.states > 20_000
    return found


@pytest.fixture
def shallow():
    """Little room for functions that call each other: far less than the states."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(400)
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.usefixtures("shallow")
def test_counts_agree_and_the_smallest_lattice_has_the_same_sentences(lattice):
    made = determinise(lattice, 200_000)
    smallest = minimise(made)
    assert count_distinct(lattice, 200_000) == count_paths(made) == count_paths(smallest)
    assert count_paths(made) <= count_paths(lattice)
    assert smallest.states <= made.states
    assert list(islice(enumerate_sentences(smallest, 5), 5)) == list(enumerate_sentences(lattice, 5))


@pytest.mark.usefixtures("shallow")
@pytest.mark.parametrize("sampler", SAMPLERS)
def test_samples_are_sentences_of_the_lattice(lattice, sampler):
    drawn = draw(lattice, SampleOptions(sampler=sampler, draws=20), random.Random(1))
    assert len({entry.words for entry in drawn}) > 10
    assert all(accepts(lattice, entry.words) for entry in drawn[:5])


@pytest.mark.usefixtures("shallow")
def test_the_distance_of_a_sentence_that_is_there_is_none(lattice, sentences):
    assert edit_distance(lattice, sentences[500]) == 0
    changed = ["new", *sentences[500][:-1], "words"]
    found = nearest_path(lattice, changed)
    assert found.distance == edit_distance(lattice, changed) <= 3
    assert accepts(lattice, found.words)
