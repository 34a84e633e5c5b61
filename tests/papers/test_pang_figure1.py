"""Figures 1 and 2 of Pang et al. 2003: eleven sentences become an automaton of 49."""

import pytest

from paralattice.formats.trees import read_trees
from paralattice.lattice import (
    accepts,
    count_distinct,
    count_paths,
    enumerate_sentences,
    from_trees,
    repetitions,
)
from paralattice.lattice.forests.merging import tree_words
from paralattice.lattice.options import PangOptions


@pytest.fixture(scope="module")
def trees(shared_data):
    """The trees of the eleven sentences."""
    return read_trees((shared_data / "figures" / "pang-figure1.mrg").read_text("utf-8").splitlines())


def test_the_automaton_of_figure_1_has_49_distinct_sentences(trees):
    lattice = from_trees(trees, PangOptions()).lattice
    assert count_distinct(lattice, limit=1000) == 49
    assert len(list(enumerate_sentences(lattice, limit=1000))) == 49


def test_squeezing_makes_it_smaller_and_leaves_its_sentences(trees):
    before = from_trees(trees, PangOptions(squeeze=False)).lattice
    after = from_trees(trees, PangOptions()).lattice
    assert list(enumerate_sentences(before, 1000)) == list(enumerate_sentences(after, 1000))
    assert (after.states, len(after.arcs)) < (before.states, len(before.arcs))
    # Every path is a sentence of its own.
    assert count_paths(before) == count_paths(after) == 49


def test_it_accepts_the_eleven_sentences_and_what_the_paper_says_of_them(trees):
    lattice = from_trees(trees, PangOptions()).lattice
    assert len(trees) == 11
    assert all(accepts(lattice, tree_words(tree)) for tree in trees)
    # The phrases that the paper gives as paraphrases stand for each other.
    for place in ("battle", "fighting"):
        for verb in ("died", "were killed"):
            assert accepts(lattice, f"at least 12 persons {verb} in the {place} last week .".split())
    for sentence in (
        "the battle of last week took at least 12 lives .",
        "last week 's fighting killed at least 12 persons .",
    ):
        assert accepts(lattice, sentence.split())


def test_without_the_keyword_check_there_are_more_sentences_and_wrong_ones(trees):
    lattice = from_trees(trees, PangOptions(keyword_check=False)).lattice
    assert count_distinct(lattice, limit=1000) > 49
    sentences = [tree_words(tree) for tree in trees]
    assert any(each.repeating for each in repetitions(lattice, sentences))


def test_with_the_keyword_check_only_words_that_it_does_not_look_at_are_repeated(trees):
    sentences = [tree_words(tree) for tree in trees]
    for squeeze in (False, True):
        lattice = from_trees(trees, PangOptions(squeeze=squeeze)).lattice
        assert {each.word for each in repetitions(lattice, sentences) if each.repeating} == {"of", "the"}
