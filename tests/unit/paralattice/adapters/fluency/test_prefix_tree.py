"""Sentences that begin alike share nodes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from paralattice.adapters.fluency.prefix_tree import prefix_tree

SENTENCES = st.lists(st.lists(st.integers(1, 3), max_size=6), max_size=6)


@given(SENTENCES)
def test_a_path_has_the_pieces_of_its_sentence(sentences):
    tree = prefix_tree(0, sentences)
    assert [[tree.pieces[node] for node in path] for path in tree.paths] == sentences


@given(SENTENCES)
def test_the_nodes_above_a_node_are_those_of_its_path(sentences):
    tree = prefix_tree(0, sentences)
    for path in tree.paths:
        for place, node in enumerate(path):
            above = tree.above[tree.bounds[node] : tree.bounds[node + 1]].tolist()
            assert above == [0, *path[: place + 1]]
            assert tree.depths[node] == place + 1


@given(SENTENCES)
def test_there_is_one_node_for_each_prefix(sentences):
    prefixes = {tuple(sentence[:length]) for sentence in sentences for length in range(len(sentence) + 1)}
    assert len(prefix_tree(0, sentences).pieces) == len(prefixes | {()})
