"""The lattices of a run are those that the library makes of the same sentences."""

import pytest

import paralattice
from paralattice import Lattice
from support.runs import make_run

TEXTS = ["The ferry sank near the harbour .", "The old ferry sank .", "A ferry sank near the old harbour ."]


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return paralattice.Run(make_run(tmp_path_factory.mktemp("runs") / "harbour", {"ferry": TEXTS}))["ferry"]


def test_a_lattice_of_a_run_is_that_of_its_sentences(results):
    lattice = results["V1"].lattice
    made = Lattice.from_texts([text.split() for text in TEXTS], "V1", name="ferry")
    assert lattice == made
    assert lattice.sample(5) == made.sample(5)


def test_it_measures_lists_and_draws(results):
    lattice = results["V1"].lattice
    assert lattice.distance("The new ferry sank.") == 1
    assert "The old ferry sank." in lattice.paths()
    assert lattice.to_svg() == lattice._repr_svg_() != ""


def test_the_samples_of_the_run_are_read_as_before(results):
    assert len(results["V1"].samples) == 100
    assert all(results["V1"].lattice.accepts(sample.words) for sample in results["V1"].chosen_samples)
