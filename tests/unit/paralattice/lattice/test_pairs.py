from paralattice.lattice import Arc, WordLattice, extract_pairs, from_alignment
from paralattice.lattice.options import PairOptions
from paralattice.lattice.pairs import Context, ParaphrasePair

APART = PairOptions(composed=False)


def lattice_of(*sentences, columns):
    return from_alignment([words.split() for words in sentences], columns)


STORM = lattice_of(
    "the storm hit a big town at night",
    "the gale hit a large old town at night",
    columns=[[0, 1, 3, 4, 5, 7, 9, 10], [0, 2, 3, 4, 6, 8, 7, 9, 10]],
)


def test_what_two_paths_do_not_share_is_a_pair_with_its_context():
    assert extract_pairs(STORM, APART).pairs == {
        (("big",), ("large", "old")): Context(
            1, False, ("the", "storm", "hit", "a"), ("town", "at", "night")
        ),
        (("gale",), ("storm",)): Context(1, False, ("the",), ("hit", "a", "large", "old")),
    }


def test_pairs_side_by_side_are_marked():
    found = extract_pairs(STORM, PairOptions(longest=8)).pairs
    assert [(pair, context.composed) for pair, context in found.items() if context.composed] == [
        ((("gale", "hit", "a", "big"), ("storm", "hit", "a", "large", "old")), True),
        ((("gale", "hit", "a", "large", "old"), ("storm", "hit", "a", "big")), True),
    ]


def test_a_phrase_against_nothing_is_no_pair():
    assert extract_pairs(lattice_of("a b c", "a c", columns=[[0, 1, 2], [0, 2]]), APART).pairs == {}


def test_a_common_beginning_and_end_are_left_out_though_the_states_differ():
    arcs = (
        Arc(0, 1, "a"),
        Arc(0, 2, "a"),
        Arc(1, 3, "b"),
        Arc(2, 4, "c"),
        Arc(3, 5, "d"),
        Arc(4, 5, "d"),
    )
    assert list(extract_pairs(WordLattice(0, 5, 6, arcs), APART).pairs) == [(("b",), ("c",))]


def test_places_are_counted():
    lattice = lattice_of("a x b x c", "a y b y c", columns=[[0, 1, 2, 3, 4], [0, 5, 2, 6, 4]])
    assert extract_pairs(lattice, APART).pairs[ParaphrasePair(("x",), ("y",))].places == 2


def test_longer_paths_are_not_compared_and_counted():
    lattice = lattice_of("a b c d e", "a x e", columns=[[0, 1, 2, 3, 4], [0, 5, 4]])
    short = extract_pairs(lattice, PairOptions(longest=3))
    # From the start and from the state after a, to e and to the end.
    assert (short.pairs, short.too_long) == ({}, 4)
    assert list(extract_pairs(lattice, PairOptions(longest=4)).pairs) == [(("b", "c", "d"), ("x",))]


def test_so_many_paths_between_two_states_are_compared_and_the_rest_counted():
    arcs = tuple(Arc(0, 1, word) for word in "abcde")
    found = extract_pairs(WordLattice(0, 1, 2, arcs), PairOptions(paths=3))
    assert list(found.pairs) == [(("a",), ("b",)), (("a",), ("c",)), (("b",), ("c",))]
    assert found.unread == 2


def test_arcs_that_know_no_sentences_leave_contexts_empty():
    arcs = (Arc(0, 1, "the"), Arc(1, 2, "a"), Arc(1, 2, "b"))
    assert extract_pairs(WordLattice(0, 2, 3, arcs), APART).pairs == {
        (("a",), ("b",)): Context(1, False, (), ())
    }
