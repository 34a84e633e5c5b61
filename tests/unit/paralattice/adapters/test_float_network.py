"""The network in floats does what the one of whole numbers does, but for rounding."""

import numpy as np
import pytest

from paralattice.adapters import float_network
from paralattice.adapters.chart.network import Network
from paralattice.adapters.chart.parsing import ChartEngine
from paralattice.adapters.chart.pieces import split_into_pieces
from paralattice.adapters.chart.storage import read_parser_weights
from paralattice.adapters.float_network import FloatNetwork
from paralattice.adapters.inference import split_on_failure
from paralattice.adapters.interface import CHART
from paralattice.adapters.parser_files import model_files
from paralattice.formats.trees import write_tree
from support.chart_models import SENTENCES, small_model

TEXTS = [
    "The old bridge was closed on Friday after inspectors found a crack .",
    "Police said two men were arrested .",
    "Dogs bark",
    "The ferry that sank on Monday had left the harbour an hour before the storm began .",
    "Nobody knows why .",
]


@pytest.fixture(scope="module")
def weights():
    return read_parser_weights(model_files("default")[CHART])


def test_scores_are_those_of_whole_numbers_but_for_the_rounding(monkeypatch):
    monkeypatch.setattr(float_network, "_TIE", 0.0)
    model = small_model()
    pieces = split_into_pieces(model.wordpieces, SENTENCES, model.size.positions)
    networks = FloatNetwork(model.weights(), "cpu"), Network(model.weights())
    found, expected = (network.score(pieces)[1] for network in networks)
    for name in ("score", "lead"):
        assert np.corrcoef(getattr(found, name), getattr(expected, name))[0, 1] > 0.98


def test_trees_and_tags_of_the_packages_parser_are_those_of_whole_numbers(weights):
    batch = [(text.split(), None) for text in TEXTS]
    floats = split_on_failure(ChartEngine(weights, FloatNetwork(weights, "cpu")).parse, batch)
    assert list(map(write_tree, floats)) == list(map(write_tree, ChartEngine(weights).parse(batch)))


def test_where_all_choices_are_near_ties_every_sentence_is_parsed_alone(weights, monkeypatch):
    monkeypatch.setattr(float_network, "_TIE", 1e9)
    engine = ChartEngine(weights, FloatNetwork(weights, "cpu"))
    batch = [(text.split(), None) for text in TEXTS]
    together = split_on_failure(engine.parse, batch)
    assert list(map(write_tree, together)) == [write_tree(engine.parse([one])[0]) for one in batch]


def test_spans_are_scored_alike_in_one_part_and_in_many(weights, monkeypatch):
    pieces = split_into_pieces(ChartEngine(weights)._wordpieces, [TEXTS[0].split()], 512)
    network = FloatNetwork(weights, "cpu")
    whole = network.score(pieces)[1]
    monkeypatch.setattr(float_network, "_SPANS", 7)
    assert np.allclose(network.score(pieces)[1].score, whole.score, atol=1e-4)
