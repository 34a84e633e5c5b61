"""Sentences that begin alike share nodes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from paralattice.adapters.fluency.prefix_tree import PrefixTree

SENTENCES = st.lists(st.lists(st.integers(1, 3), max_size=6), max_size=6)


@given(SENTENCES)
def test_a_path_has_the_pieces_of_its_sentence(sentences):
    tree = PrefixTree(0)
    paths = list(map(tree.add, sentences))
    pieces = tree.nodes(0).pieces
    assert [[pieces[node] for node in path] for path in paths] == sentences


@given(SENTENCES)
def test_the_nodes_above_a_node_are_those_of_its_path(sentences):
    tree = PrefixTree(0)
    paths = list(map(tree.add, sentences))
    _, depths, bounds, above = tree.nodes(0)
    for path in paths:
        for place, node in enumerate(path):
            assert above[bounds[node] : bounds[node + 1]].tolist() == [0, *path[: place + 1]]
            assert depths[node] == place + 1


@given(SENTENCES)
def test_there_is_one_node_for_each_prefix(sentences):
    tree = PrefixTree(0)
    for sentence in sentences:
        tree.add(sentence)
    prefixes = {tuple(sentence[:length]) for sentence in sentences for length in range(len(sentence) + 1)}
    assert len(tree) == len(prefixes | {()})


@given(SENTENCES)
def test_a_tree_tells_how_many_nodes_a_sentence_would_add(sentences):
    tree = PrefixTree(0)
    for sentence in sentences:
        before, missing = len(tree), tree.missing(sentence)
        tree.add(sentence)
        assert len(tree) == before + missing


@given(SENTENCES, st.integers(0, 5))
def test_the_last_nodes_are_as_among_all(sentences, first):
    tree = PrefixTree(0)
    for sentence in [[1, 2, 3, 1, 2], *sentences]:
        tree.add(sentence)
    whole, part = tree.nodes(0), tree.nodes(first)
    assert part.pieces.tolist() == whole.pieces[first:].tolist()
    assert part.above.tolist() == whole.above[whole.bounds[first] :].tolist()
