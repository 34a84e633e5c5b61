import random

from paralattice.formats.trees import read_tree
from paralattice.lattice import (
    EPSILON,
    Arc,
    WordLattice,
    count_paths,
    draw_svg,
    enumerate_sentences,
    from_trees,
    squeeze,
)
from paralattice.lattice.options import PangOptions


def lattice_of(*arcs):
    states = max(target for _, target, _ in arcs) + 1
    return WordLattice(0, states - 1, states, tuple(Arc(*arc, (0,)) for arc in sorted(arcs)))


def shown(lattice):
    return [" ".join(words) for words in enumerate_sentences(lattice, 100)]


def test_states_that_one_word_leads_to_are_merged():
    squeezed, states = squeeze(lattice_of((0, 1, "a"), (0, 2, "a"), (1, 3, "b"), (2, 3, "c")))
    assert states == [0, 1, 1, 2]
    assert [arc[:3] for arc in squeezed.arcs] == [(0, 1, "a"), (1, 2, "b"), (1, 2, "c")]


def test_states_that_one_word_leads_away_from_are_merged():
    squeezed, states = squeeze(lattice_of((0, 1, "b"), (0, 2, "c"), (1, 3, "a"), (2, 3, "a")))
    assert states == [0, 1, 1, 2]
    assert shown(squeezed) == ["b a", "c a"]


def test_merging_goes_on_where_it_makes_occasions():
    squeezed, _ = squeeze(
        lattice_of((0, 1, "a"), (0, 2, "a"), (1, 3, "b"), (2, 4, "b"), (3, 5, "c"), (4, 5, "d"), (5, 6, "e"))
    )
    assert squeezed.states == 5
    assert shown(squeezed) == ["a b c e", "a b d e"]


def test_a_state_that_leads_to_the_other_is_not_merged_with_it():
    lattice = lattice_of((0, 1, "a"), (0, 2, "a"), (1, 2, "a"), (2, 3, "b"))
    assert squeeze(lattice) == (lattice, [0, 1, 2, 3])


def test_a_way_that_merging_has_made_counts_too():
    # Merging 1 with 2 puts 3 before 4, which the word e would have merged with it.
    arcs = [
        (0, 1, "a"),
        (0, 2, "a"),
        (3, 1, "b"),
        (2, 4, "c"),
        (0, 3, "e"),
        (0, 4, "e"),
        (1, 5, "x"),
        (4, 5, "y"),
    ]
    numbers = {0: 0, 3: 1, 1: 2, 2: 3, 4: 4, 5: 5}
    squeezed, _ = squeeze(lattice_of(*((numbers[s], numbers[t], word) for s, t, word in arcs)))
    assert squeezed.states == 5
    assert all(arc.source < arc.target for arc in squeezed.arcs)


def test_arcs_without_a_word_are_no_occasion():
    lattice = lattice_of((0, 1, "a"), (0, 2, "b"), (1, 3, EPSILON), (2, 3, EPSILON))
    assert squeeze(lattice)[0] == lattice


def test_the_sentences_of_arcs_that_become_one_are_joined():
    arcs = (Arc(0, 1, "a", (0, 2)), Arc(0, 2, "a", (1,)), Arc(1, 3, "b", (0, 2)), Arc(2, 3, "b", (1,)))
    assert squeeze(WordLattice(0, 3, 4, arcs))[0].arcs == (
        Arc(0, 1, "a", (0, 1, 2)),
        Arc(1, 2, "b", (0, 1, 2)),
    )


def test_a_hundred_sentences_are_squeezed_to_the_end():
    rng = random.Random(5)

    def sentence():
        subject, verb, place, other = (rng.choice(words) for words in ("abcdef", "ghi", "jklm", "nopq"))
        tail = "(ADVP (RB then) (RB there))" if rng.random() < 0.5 else "(PP (IN by) (NP (NN sea)))"
        adverbs = "".join(f"(RB {rng.choice('rstu')})" for _ in range(rng.randrange(4)))
        return read_tree(
            f"(S (NP (DT the) (NN {subject})) {adverbs} (VP (VBD {verb}) (NP (DT a) (NN {place}))"
            f" (PP (IN of) (NP (DT the) (NN {other}))) {tail}) (. .))"
        )

    made = from_trees([sentence() for _ in range(100)], PangOptions())
    assert squeeze(made.lattice)[0] == made.lattice
    assert count_paths(made.lattice) > 100


def test_a_lattice_of_trees_can_be_drawn():
    trees = [read_tree("(S (NN rain) (VBD fell))"), read_tree("(S (NN snow) (VBD fell))")]
    picture = draw_svg(from_trees(trees, PangOptions()).lattice, draw_limit=100)
    assert "rain/snow" in picture
    assert "fell" in picture
