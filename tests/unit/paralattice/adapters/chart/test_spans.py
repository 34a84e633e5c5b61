"""Trees are sets of labelled spans, and back."""

from __future__ import annotations

import pytest

from paralattice.adapters.chart.spans import labelled_spans, tree_of
from paralattice.formats.trees import read_trees, write_tree
from paralattice.syntax.tree import Tree

TREES = [
    "(ROOT (S (NP (DT the) (NN ferry)) (VP (VBD left)) (. .)))",
    "(ROOT (S (VP (VB Go))))",
    "(ROOT (UH Hello))",
    "(ROOT (NP (NN a)) (, ,) (NP (NP (NN b)) (PP (IN of) (NP (NN c)))))",
]


@pytest.mark.parametrize("text", TREES)
def test_a_tree_is_made_again_from_its_spans(text):
    (tree,) = read_trees([text])
    assert write_tree(tree_of(labelled_spans(tree), tree.words(), tree.tags())) == text


def test_nodes_over_the_same_words_are_one_label():
    (tree,) = read_trees([TREES[1]])
    assert labelled_spans(tree) == {(0, 1): "S VP"}


def test_a_tree_deeper_than_the_recursion_limit_has_spans():
    tree = Tree("NN", word="x")
    for _ in range(3000):
        tree = Tree("NP", (tree, Tree("NN", word="y")))
    spans = labelled_spans(Tree("ROOT", (tree,)))
    assert len(spans) == 3000
    assert tree_of(spans, ["x"] * 3001, ["NN"] * 3001).words() == ("x",) * 3001
