import subprocess
import sys

import pytest

from paralattice.errors import BuildError
from paralattice.lattice import (
    Arc,
    Nearest,
    Reference,
    WordLattice,
    edit_distance,
    from_alignment,
    nearest_path,
)
from paralattice.lattice.building import separate_columns
from paralattice.lattice.distance import EditStep
from paralattice.lattice.preparing import prepare_lattices

LATTICE = WordLattice(
    0, 3, 4, (Arc(0, 1, "the"), Arc(1, 2, "old"), Arc(1, 3, "ship"), Arc(2, 3, "boat"), Arc(2, 3, "ship"))
)


@pytest.mark.parametrize(
    ("words", "distance"),
    [
        ("the old boat", 0),
        ("the ship", 0),
        ("the boat", 1),
        ("old boat", 1),
        ("the very old boat", 1),
        ("a new boat", 2),
        ("boat the", 2),
        ("", 2),
        ("x x x x x", 5),
    ],
)
def test_the_distance_is_the_least_number_of_edits(words, distance):
    assert edit_distance(LATTICE, words.split()) == distance


def test_the_nearest_path_comes_with_its_states_and_edits():
    edits = (EditStep("a", "the"), EditStep("old", "old"), EditStep("big", ""), EditStep("boat", "boat"))
    assert nearest_path(LATTICE, ["a", "old", "big", "boat"]) == Nearest(
        2, ("the", "old", "boat"), (0, 1, 2, 3), edits
    )


def test_among_equals_the_first_path_in_the_order_of_the_arcs_is_taken():
    assert nearest_path(LATTICE, ["the", "old", "raft"]).words == ("the", "old", "boat")


def test_a_step_without_a_word_costs_nothing():
    lattice = from_alignment([["rain"], ["rain", "fell"]], [[0], [0, 1]])
    assert edit_distance(lattice, ["rain"]) == edit_distance(lattice, ["rain", "fell"]) == 0
    assert nearest_path(lattice, ["rain"]).edits == (EditStep("rain", "rain"),)


def test_a_word_that_is_empty_is_no_step_without_a_word():
    assert edit_distance(from_alignment([["rain"]], [[0]]), ["rain", ""]) == 1


def test_sentences_side_by_side_are_measured_at_once():
    sentences = [["a", "b", "c"], ["a", "x", "y"], ["q"]]
    lattice = from_alignment(sentences, separate_columns(sentences))
    assert edit_distance(lattice, ["a", "x", "c"]) == 1
    assert edit_distance(lattice, ["r"]) == 1


def test_a_reference_is_prepared_once_for_many_sentences():
    reference = Reference(LATTICE)
    assert [reference.distance(words.split()) for words in ("the ship", "ship", "that ship")] == [0, 1, 1]


def test_a_lattice_without_arcs_is_refused():
    with pytest.raises(BuildError, match="without arcs"):
        Reference(WordLattice(0, 1, 2, ()))


def test_the_compiler_is_loaded_when_something_is_measured_and_not_before():
    prepare_lattices()
    script = "import sys, paralattice.lattice.distance; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
