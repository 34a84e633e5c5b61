"""Properties of lattices that are built by merging trees."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paralattice.errors import BuildError
from paralattice.lattice import (
    EPSILON,
    Arc,
    WordLattice,
    accepts,
    count_paths,
    edit_distance,
    from_alignment,
    from_trees,
    lattice_record,
    leave_one_out,
    nearest_path,
    read_lattice_record,
    repetitions,
    squeeze,
    statistics,
)
from paralattice.lattice.forests.automaton import from_states
from paralattice.lattice.forests.merging import KEYWORD_TAGS, tree_words
from paralattice.lattice.options import PairOptions, PangOptions
from paralattice.lattice.pairs import extract_pairs
from paralattice.syntax.tree import Tree

SIXTY = settings(max_examples=60)

RULES = {
    "S": [("NP", "VP"), ("VP",), ("RB", "NP", "VP"), ("NP", "VP", "RB")],
    "NP": [("NN",), ("DT", "NN"), ("NP", "PP"), ("DT", "JJ", "NN")],
    "VP": [("VB",), ("VB", "NP"), ("VP", "PP"), ("VB", "RB")],
    "PP": [("IN", "NP")],
    "X": [("S",), ("RB", "RB")],
}
# Each word has one tag, as the check of keywords can only go by tags.
WORDS = {"NN": "fghij", "VB": "vw", "JJ": "pq", "DT": "a", "RB": "rs", "IN": "no"}


@st.composite
def constituents(draw, label, depth):
    if label in WORDS:
        return Tree(label, word=draw(st.sampled_from(WORDS[label])))
    rules = RULES[label]
    # The first rule leads to words soonest.
    rule = draw(st.sampled_from(rules)) if depth else rules[0]
    return Tree(label, tuple(draw(constituents(child, max(0, depth - 1))) for child in rule))


TREES = st.lists(
    st.sampled_from(["S", "S", "S", "X"]).flatmap(lambda label: constituents(label, 3)),
    min_size=1,
    max_size=5,
)


@st.composite
def lattices(draw, words="abc", states=7):
    """Draw a lattice of which all states lie on paths."""
    accept = draw(st.integers(1, states - 1))
    labels = st.sampled_from(words)
    arcs = {(state, draw(st.integers(state + 1, accept)), draw(labels)) for state in range(accept)}
    arcs |= {(draw(st.integers(0, state - 1)), state, draw(labels)) for state in range(1, accept + 1)}
    for _ in range(draw(st.integers(0, 4))):
        source = draw(st.integers(0, accept - 1))
        arcs.add((source, draw(st.integers(source + 1, accept)), draw(labels)))
    if draw(st.booleans()):
        arcs.add((accept - 1, accept, EPSILON))
    return WordLattice(0, accept, accept + 1, tuple(Arc(*arc) for arc in sorted(arcs)))


def paths_between(lattice, source, target):
    """Return (words, inner states) of every path between two states, by the plainest means."""
    found, pending = [], [((), (source,))]
    while pending:
        words, states = pending.pop()
        if states[-1] == target and len(states) > 1:
            found.append((words, states[1:-1]))
        for arc in lattice.arcs:
            if arc.source == states[-1]:
                pending.append(((*words, arc.label) if arc.label else words, (*states, arc.target)))
    return found


def spelt(lattice):
    return {words for words, _ in paths_between(lattice, lattice.start, lattice.accept)}


def leads(lattice, source, target):
    reached = {source}
    for arc in lattice.arcs:
        if arc.source in reached:
            reached.add(arc.target)
    return target in reached


def occasions(lattice):
    """Yield the pairs of states that squeezing has to merge."""
    for one, other in combinations(lattice.arcs, 2):
        if one.label == other.label != EPSILON:
            for state, partner, same in (
                (one.target, other.target, one.source == other.source),
                (one.source, other.source, one.target == other.target),
            ):
                if same and not leads(lattice, state, partner) and not leads(lattice, partner, state):
                    yield state, partner


@given(TREES, st.booleans(), st.booleans())
def test_every_sentence_is_accepted_and_its_arcs_and_columns_are_its_own(trees, check, squeezed):
    made = from_trees(trees, PangOptions(check, squeezed))
    assert made.sentences == [tree_words(tree) for tree in trees]
    for number, words in enumerate(made.sentences):
        assert accepts(made.lattice, words)
        own = [arc for arc in made.lattice.arcs if number in arc.sentences]
        assert tuple(arc.label for arc in own) == (*words, EPSILON)
        assert [0, *made.columns[number]] == [arc.source for arc in own]


@given(TREES, st.booleans(), st.booleans())
def test_the_lattice_of_trees_keeps_the_promises_of_lattices(trees, check, squeezed):
    made = from_trees(trees, PangOptions(check, squeezed))
    record = lattice_record(made.lattice, statistics(made.lattice, made.columns, made.sentences, 1000))
    # Reading checks them all, also that arcs lead to higher states, so that there is no circle.
    assert read_lattice_record(record) == made.lattice
    assert [arc.target for arc in made.lattice.arcs if not arc.label] == [made.lattice.accept]


@given(TREES, st.booleans(), st.booleans())
def test_the_states_that_words_lead_to_tell_the_lattice(trees, check, squeezed):
    made = from_trees(trees, PangOptions(check, squeezed))
    assert from_states(made.sentences, made.columns) == made.lattice


@pytest.mark.parametrize(
    "columns", [[[1, 2], [1, 4]], [[0, 1], [1, 2]], [[2, 1], [1, 2]], [[1, 1], [1, 2]], []]
)
def test_states_with_gaps_or_out_of_order_are_refused(columns):
    with pytest.raises(BuildError, match="the states that"):
        from_states([["a", "b"], ["a", "c"]][: len(columns)], columns)


@given(lattices())
def test_squeezing_loses_no_sentence_makes_no_circle_and_goes_on_to_the_end(lattice):
    squeezed, states = squeeze(lattice)
    assert spelt(lattice) <= spelt(squeezed)
    assert all(arc.source < arc.target for arc in squeezed.arcs)
    moved = {(states[source], states[target], label) for source, target, label, _ in lattice.arcs}
    assert sorted(moved) == [arc[:3] for arc in squeezed.arcs]
    assert sorted(set(states)) == list(range(squeezed.states))
    assert not list(occasions(squeezed))
    assert squeeze(squeezed)[0] == squeezed


@given(TREES)
def test_without_squeezing_the_keyword_check_lets_no_keyword_be_repeated(trees):
    made = from_trees(trees, PangOptions(squeeze=False))
    keywords = {
        leaf.word for tree in trees for leaf in tree.preterminals() if leaf.label.startswith(KEYWORD_TAGS)
    }
    assert not [
        each for each in repetitions(made.lattice, made.sentences) if each.repeating and each.word in keywords
    ]


@given(lattices())
def test_repetitions_are_what_walking_every_path_finds(lattice):
    paths = [words for words, _ in paths_between(lattice, 0, lattice.accept)]
    assert len(paths) == count_paths(lattice)
    found = repetitions(lattice, ["ab", "ac", "bcc"])
    assert [each.word for each in found] == ["a", "b"]
    for each in found:
        containing = [path for path in paths if each.word in path]
        assert each.containing == len(containing)
        assert each.repeating == sum(path.count(each.word) > 1 for path in containing)
        assert each.ratio == (float(Fraction(each.repeating, len(containing))) if containing else 0)


def levenshtein(one, other):
    row = list(range(len(other) + 1))
    for i, word in enumerate(one, 1):
        above, row = row, [i]
        for j, partner in enumerate(other):
            row.append(min(above[j] + (word != partner), above[j + 1] + 1, row[j] + 1))
    return row[-1]


@given(lattices(), st.lists(st.sampled_from("abcx"), max_size=8))
def test_the_edit_distance_is_the_least_over_all_paths(lattice, words):
    distance = edit_distance(lattice, words)
    assert distance == min(levenshtein(words, path) for path in spelt(lattice))
    assert (distance == 0) == accepts(lattice, words)


@given(lattices(), st.lists(st.sampled_from("abcx"), max_size=8))
def test_the_nearest_path_is_a_path_at_that_distance(lattice, words):
    nearest = nearest_path(lattice, words)
    inner = nearest.states[1:-1]
    assert (nearest.words, inner) in paths_between(lattice, 0, lattice.accept)
    assert nearest.states[0] == 0
    assert nearest.states[-1] == lattice.accept
    assert nearest.distance == edit_distance(lattice, words) == levenshtein(words, nearest.words)
    assert [edit.word for edit in nearest.edits if edit.word] == words
    assert tuple(edit.reference for edit in nearest.edits if edit.reference) == nearest.words
    assert sum(edit.word != edit.reference for edit in nearest.edits) == nearest.distance


def trimmed(one, other):
    one, other = sorted((list(one), list(other)))
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    return (tuple(one), tuple(other)) if one and other else None


def plain_pairs(lattice, *, apart):
    found = set()
    for source, target in combinations(range(lattice.states), 2):
        for (one, inner), (other, states) in combinations(paths_between(lattice, source, target), 2):
            if not (apart and set(inner) & set(states)):
                found.add(trimmed(one, other))
    return sorted(found - {None})


@SIXTY
@given(lattices(states=6))
def test_pairs_are_what_comparing_all_paths_between_all_states_finds(lattice):
    for composed in (True, False):
        extraction = extract_pairs(lattice, PairOptions(longest=50, paths=10_000, composed=composed))
        assert [tuple(pair) for pair in extraction.pairs] == plain_pairs(lattice, apart=not composed)
        assert (extraction.unread, extraction.too_long) == (0, 0)


@SIXTY
@given(TREES.filter(lambda trees: len(trees) > 1))
def test_a_lattice_predicts_a_sentence_at_least_as_well_as_its_sentences_do(trees):
    sentences = [tree_words(tree) for tree in trees]
    gains = leave_one_out(
        sentences, lambda chosen: from_trees([trees[number] for number in chosen], PangOptions()).lattice
    )
    assert len(gains) == len(trees)
    for number, gain in enumerate(gains):
        others = [words for place, words in enumerate(sentences) if place != number]
        assert gain.input == min(levenshtein(sentences[number], words) for words in others)
        assert 0 <= gain.lattice <= gain.input


@SIXTY
@given(TREES)
def test_trees_that_are_the_same_tree_make_one_chain(trees):
    again = from_alignment([tree_words(trees[0])], [list(range(len(tree_words(trees[0]))))])
    made = from_trees([trees[0]] * 3, PangOptions())
    assert count_paths(made.lattice) == count_paths(again) == 1
