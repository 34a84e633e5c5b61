import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

from paralattice.errors import BuildError
from paralattice.lattice import Arc, WordLattice, count_paths, determinise, from_alignment
from paralattice.lattice import table as tables
from paralattice.lattice.table import arc_order, sorted_table

ARCS = (Arc(0, 1, "b", (0, 2)), Arc(0, 1, "c", (1,)), Arc(0, 2, "a", ()), Arc(1, 2, "", (0, 1, 2)))


def made_of_arcs():
    return WordLattice(start=0, accept=2, states=3, arcs=ARCS)


def made_of_a_table():
    users = np.array([0, 2, 1, 0, 1, 2])
    return WordLattice.of_table(replace(made_of_arcs().table, sentences=users))


def test_a_table_holds_the_arcs_as_numbers():
    table = made_of_arcs().table
    assert table.source.tolist() == [0, 0, 0, 1]
    assert table.target.tolist() == [1, 1, 2, 2]
    assert table.words.tolist() == ["", "a", "b", "c"]
    assert table.label.tolist() == [2, 3, 1, 0]
    assert table.begins.tolist() == [0, 3, 4, 4]
    assert table.shares.tolist() == [0, 2, 3, 3, 6]


def test_a_lattice_is_the_same_whether_made_of_arcs_or_of_their_table():
    one, other = made_of_arcs(), made_of_a_table()
    assert other == one
    assert hash(other) == hash(one)
    assert repr(other) == repr(one)
    assert other.arcs == ARCS


@pytest.mark.parametrize("make", [made_of_arcs, made_of_a_table])
def test_a_lattice_is_pickled_copied_and_changed_by_its_arcs_alone(make):
    lattice = make()
    assert lattice.table.source.tolist() == [0, 0, 0, 1]
    assert pickle.dumps(lattice) == pickle.dumps(made_of_arcs())
    for again in (pickle.loads(pickle.dumps(lattice)), copy.deepcopy(lattice)):  # noqa: S301 - our own
        assert again == lattice
        assert again.table.label.tolist() == [2, 3, 1, 0]
    shorter = replace(lattice, arcs=ARCS[:1])
    assert shorter.table.source.tolist() == [0]


def test_a_lattice_has_no_other_attributes():
    with pytest.raises(AttributeError, match="a lattice has no 'arc'"):
        _ = made_of_a_table().arc


@pytest.mark.parametrize(
    "steps", [[(0, 1), (1, 1)], [(0, 1), (1, 3)], [(1, 2), (0, 1)], [(-1, 0), (0, 2)], [(0, 2), (2, 1)]]
)
def test_arcs_that_no_lattice_may_have_are_reported_before_a_loop_walks_over_them(steps):
    lattice = WordLattice(0, 2, 3, tuple(Arc(source, target, "a") for source, target in steps))
    with pytest.raises(BuildError, match="lead to higher states"):
        count_paths(lattice)


def test_a_lattice_without_arcs_has_an_empty_table():
    table = WordLattice(0, 1, 2, ()).table
    assert (len(table.source), table.words.tolist(), table.shares.tolist()) == (0, [""], [0])
    assert table.begins.tolist() == [0, 0, 0]


def test_arcs_of_a_table_without_sentences_know_none():
    columns = [[0, 1], [0, 2]]
    made = determinise(from_alignment([["a", "b"], ["a", "c"]], columns), limit=9)
    assert {arc.sentences for arc in made.arcs} == {()}
    arcs = tuple(np.array(values) for values in ([1, 0], [2, 1], [1, 2]))
    table = sorted_table(arcs, np.array(["", "a", "b"], object), states=3)
    assert WordLattice.of_table(table).arcs == (Arc(0, 1, "b"), Arc(1, 2, "a"))


def test_keys_too_large_for_one_number_are_sorted_as_others_are(monkeypatch):
    rng = np.random.default_rng(4)
    keys = tuple(rng.integers(0, 5, 200) for _ in range(3))
    expected = sorted(range(200), key=lambda place: tuple(int(values[place]) for values in keys))
    assert arc_order(keys, (5, 5, 5)).tolist() == expected
    monkeypatch.setattr(tables, "_LARGEST", 124)
    assert arc_order(keys, (5, 5, 5)).tolist() == expected


@pytest.mark.parametrize("make", [made_of_arcs, made_of_a_table])
def test_steps_and_users_are_those_of_the_arcs(make):
    lattice = make()
    assert lattice.steps() == [(0, 1, "b"), (0, 1, "c"), (0, 2, "a"), (1, 2, "")]
    assert lattice.users() == [(0, 2), (1,), (), (0, 1, 2)]
    assert lattice.arcs == ARCS
