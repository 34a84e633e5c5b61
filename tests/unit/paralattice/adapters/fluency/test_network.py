"""The network of whole numbers computes what a plain Llama in floats does."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from benchmarks.llama_in_floats import log_probabilities
from paralattice.adapters.array_file import scale_name
from paralattice.adapters.fluency import network as module
from paralattice.adapters.fluency.network import LlamaNetwork
from paralattice.adapters.fluency.prefix_tree import PrefixTree
from paralattice.adapters.fluency.storage import read_llama_weights
from paralattice.errors import ModelError
from support.tiny_llama import PIECES, SIZES, tensors, write_weights

SENTENCES = [[5, 9, 200, 31, 7, 7, 60], [5, 9, 200, 80], [44, 9]]


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    return read_llama_weights(write_weights(tmp_path_factory.mktemp("models")))


def all_pairs(tree):
    return np.array([(node, piece) for node in range(len(tree)) for piece in range(len(PIECES))])


def tree_of(*sentences):
    tree = PrefixTree(0)
    return tree, [tree.add(sentence) for sentence in sentences]


def probabilities(network, tree, pairs):
    return network.log_probabilities(tree, pairs, network.memory(20))


def test_log_probabilities_are_those_in_floats_but_for_the_rounding(weights):
    tree, paths = tree_of(*SENTENCES)
    found = probabilities(LlamaNetwork(weights, 20), tree, all_pairs(tree)).reshape(-1, len(PIECES))
    given = {name: torch.from_numpy(values) for name, values in tensors().items()}
    for sentence, path in zip(SENTENCES, paths, strict=True):
        expected = log_probabilities(given, SIZES, [0, *sentence]).numpy()
        own = found[[0, *path]]
        assert np.corrcoef(expected.ravel(), own.ravel())[0, 1] > 0.99
        assert np.abs(expected - own).mean() < 0.1 * expected.std()


def test_probabilities_of_all_pieces_add_up_to_1(weights):
    tree, _ = tree_of(*SENTENCES)
    found = probabilities(LlamaNetwork(weights, 20), tree, all_pairs(tree)).reshape(-1, len(PIECES))
    assert np.allclose(np.exp(found).sum(axis=1), 1, atol=1e-4)


def test_what_follows_does_not_change_what_comes_before(weights):
    network = LlamaNetwork(weights, 20)
    pairs = np.array([(node, 3) for node in range(4)])
    short, long = tree_of([5, 9, 200])[0], tree_of([5, 9, 200, 80, 44])[0]
    one, other = (probabilities(network, tree, pairs) for tree in (short, long))
    assert np.array_equal(one, other)


def test_a_tree_that_grew_is_computed_as_a_whole_one(weights, monkeypatch):
    network = LlamaNetwork(weights, 20)
    tree, memory = PrefixTree(0), network.memory(20)
    for sentence in SENTENCES:
        tree.add(sentence)
        network.log_probabilities(tree, np.array([(0, 1), (2, 5)]), memory)
    pairs = all_pairs(tree)
    grown = network.log_probabilities(tree, pairs, memory)
    monkeypatch.setattr(module, "ROWS", 3)
    assert np.array_equal(grown, probabilities(network, tree_of(*SENTENCES)[0], pairs))


def test_widths_that_no_vector_register_fits_are_refused(weights):
    arrays = {**weights.arrays, "pieces": weights.arrays["pieces"][:-1]}
    arrays[scale_name("pieces")] = weights.scale("pieces")[:-1]
    with pytest.raises(ModelError, match="multiples of 16"):
        LlamaNetwork(type(weights)(weights.size, weights.vocabulary, {}, arrays), 20)
