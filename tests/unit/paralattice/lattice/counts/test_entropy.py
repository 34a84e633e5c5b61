"""The average entropy of a lattice's paths, against walking every path."""

import math

import pytest

from paralattice.errors import BuildError
from paralattice.lattice import Arc, WordLattice, from_alignment, path_entropy
from paralattice.lattice.building import separate_columns
from paralattice.lattice.counts.entropy import sentence_entropy
from paralattice.ngrams import train_language_model
from paralattice.ngrams.options import LanguageModelOptions

TEXT = ["the old ferry left the island", "the boat left", "an old boat sank", "the ferry sank slowly"]


@pytest.fixture(scope="module")
def model():
    return train_language_model([line.split() for line in TEXT], LanguageModelOptions(order=3))


def paths(lattice):
    """Return the words of every path."""
    found, pending = [], [((), lattice.start)]
    leaving = lattice.leaving()
    while pending:
        words, state = pending.pop()
        if state == lattice.accept:
            found.append(words)
        pending += [((*words, arc.label) if arc.label else words, arc.target) for arc in leaving[state]]
    return found


def lattice_of(*arcs):
    accept = max(arc[1] for arc in arcs)
    return WordLattice(0, accept, accept + 1, tuple(Arc(*arc) for arc in sorted(arcs)))


FORKED = lattice_of(
    *((0, 1, "the"), (0, 1, "an"), (1, 2, "old"), (1, 3, "boat"), (1, 3, "unheard"), (2, 3, "ferry")),
    *((2, 3, "boat"), (3, 4, "left"), (3, 5, "sank"), (4, 5, "slowly"), (4, 6, ""), (5, 6, "")),
)


def test_the_average_is_that_of_all_paths_whatever_their_lengths(model):
    spelt = paths(FORKED)
    assert len({len(words) for words in spelt}) > 2
    expected = math.fsum(model.entropy(words) for words in spelt) / len(spelt)
    found = path_entropy(FORKED, model, seed=1)
    assert found.bits == pytest.approx(expected, rel=1e-12)
    assert found.drawn == 0


def test_the_entropy_of_one_sentence_is_the_models(model):
    words = TEXT[0].split()
    lattice = from_alignment([words], separate_columns([words]))
    assert sentence_entropy(words, model) == pytest.approx(model.entropy(words), rel=1e-12)
    assert path_entropy(lattice, model, seed=1).bits == pytest.approx(model.entropy(words), rel=1e-12)


def test_where_that_is_too_much_paths_are_drawn_the_same_ones_for_a_seed(model):
    exact = path_entropy(FORKED, model, seed=1)
    drawn = path_entropy(FORKED, model, seed=1, limit=3)
    assert drawn.drawn == 1000
    assert drawn == path_entropy(FORKED, model, seed=1, limit=3)
    assert drawn.bits == pytest.approx(exact.bits, rel=0.05)
    assert drawn != path_entropy(FORKED, model, seed=2, limit=3)


def test_more_paths_than_a_float_can_tell_are_averaged_too(model):
    steps = 1200
    arcs = [(state, state + 1, word) for state in range(steps) for word in ("ferry", "boat")]
    found = path_entropy(lattice_of(*arcs), model, seed=1)
    assert found.drawn == 0
    assert 0 < found.bits < 30


def test_a_lattice_without_a_path_is_refused(model):
    with pytest.raises(BuildError, match="no entropy"):
        path_entropy(WordLattice(0, 1, 2, ()), model, seed=1)
