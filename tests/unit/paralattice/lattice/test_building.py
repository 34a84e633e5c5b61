import numpy as np
import pytest

from paralattice.errors import BuildError
from paralattice.lattice import Arc, WordLattice, from_alignment
from paralattice.lattice.building import separate_columns


def test_a_cluster_of_one_sentence_is_a_chain():
    lattice = from_alignment([["to", "be"]], [[0, 1]])
    assert lattice == WordLattice(
        start=0,
        accept=3,
        states=4,
        arcs=(Arc(0, 1, "to", (0,)), Arc(1, 2, "be", (0,)), Arc(2, 3, "", (0,))),
    )


def test_arcs_carry_the_word_entered_and_remember_every_sentence_that_uses_them():
    lattice = from_alignment([["a", "b"], ["a", "c"], ["a", "b"]], [[0, 1], [0, 2], [0, 1]])
    assert lattice.arcs == (
        Arc(0, 1, "a", (0, 1, 2)),
        Arc(1, 2, "b", (0, 2)),
        Arc(1, 3, "c", (1,)),
        Arc(2, 4, "", (0, 2)),
        Arc(3, 4, "", (1,)),
    )


def test_every_arc_leads_from_a_lower_to_a_higher_state_whatever_numbers_the_columns_have():
    sentences = [["x", "y", "z"], ["w", "y", "v"], ["x", "v"]]
    lattice = from_alignment(sentences, [[70, 3, 50], [9, 3, 1], [70, 1]])
    assert all(arc.source < arc.target for arc in lattice.arcs)
    assert lattice == from_alignment(sentences, [[0, 1, 2], [3, 1, 4], [0, 4]])


def test_a_stretch_of_one_sentence_alone_gets_consecutive_states():
    sentences = [["a", "p", "q", "r", "b"], ["a", "s", "t", "u", "b"]]
    lattice = from_alignment(sentences, [[0, 1, 2, 3, 4], [0, 5, 6, 7, 4]])
    inner = [(arc.source, arc.target) for arc in lattice.arcs if arc.label in {"q", "r", "t", "u"}]
    assert all(target == source + 1 for source, target in inner)


def test_arcs_are_sorted_by_source_target_and_label():
    lattice = from_alignment([["b", "z"], ["a", "z"], ["z"]], [[0, 5], [1, 5], [5]])
    keys = [(arc.source, arc.target, arc.label) for arc in lattice.arcs]
    assert keys == sorted(set(keys))


def test_columns_may_be_numpy_arrays():
    rows = [np.array([0, 1], np.int32), np.array([2, 1], np.int32)]
    assert from_alignment([["a", "b"], ["c", "b"]], rows) == from_alignment(
        [["a", "b"], ["c", "b"]], [[0, 1], [2, 1]]
    )


def test_words_of_a_column_may_differ_in_case_and_make_an_arc_each():
    lattice = from_alignment([["The", "end"], ["the", "end"], ["The", "end"]], [[0, 1], [0, 1], [0, 1]])
    assert lattice.arcs[:2] == (Arc(0, 1, "The", (0, 2)), Arc(0, 1, "the", (1,)))
    assert lattice.arcs[2] == Arc(1, 2, "end", (0, 1, 2))


def test_a_lattice_of_separate_columns_holds_the_sentences_side_by_side():
    sentences = [["a", "b"], ["a", "b"], ["c"]]
    assert separate_columns(sentences) == [[0, 1], [2, 3], [4]]
    lattice = from_alignment(sentences, separate_columns(sentences))
    assert (lattice.states, len(lattice.arcs)) == (7, 8)


def test_leaving_lists_the_arcs_of_every_state():
    lattice = from_alignment([["a", "b"], ["c"]], [[0, 1], [2]])
    leaving = lattice.leaving()
    assert [[arc.label for arc in arcs] for arcs in leaving] == [["a", "c"], ["b"], [""], [""], []]


@pytest.mark.parametrize(
    ("sentences", "columns", "message"),
    [
        ([], [], "at least one sentence"),
        ([["a"]], [], "1 sentences, but columns for 0"),
        ([["a"], []], [[0], []], "sentence 1 has no words"),
        ([["a", ""]], [[0, 1]], "sentence 0 has no words, or an empty one"),
        ([["a", "b"]], [[0]], "sentence 0 has 2 words, but 1 columns"),
        ([["a"], ["b"]], [[0], [0]], "one column holds the words 'a' and 'b'"),
    ],
)
def test_columns_that_do_not_fit_are_refused_with_a_reason(sentences, columns, message):
    with pytest.raises(BuildError, match=message):
        from_alignment(sentences, columns)


def test_columns_that_form_a_cycle_are_refused_with_its_words():
    with pytest.raises(BuildError, match=r"cycle: (b c b|c b c)"):
        from_alignment([["a", "b", "c"], ["c", "b", "d"]], [[0, 1, 2], [2, 1, 3]])


def test_a_column_twice_in_one_sentence_is_a_cycle():
    with pytest.raises(BuildError, match="cycle: well well"):
        from_alignment([["well", "well"]], [[4, 4]])
