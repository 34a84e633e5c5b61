"""The network of whole numbers computes what the torch module does, the same everywhere."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
import torch

from paralattice.adapters.chart.network import Network
from paralattice.adapters.chart.pieces import span_places, split_into_pieces
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import load_parser
from support.chart_models import SENTENCES, small_model


@pytest.fixture(scope="module")
def model():
    return small_model()


def pieces_of(model, sentences):
    return split_into_pieces(model.wordpieces, sentences, model.size.positions)


def test_scores_are_those_of_the_torch_module_but_for_the_rounding(model):
    pieces = pieces_of(model, SENTENCES)
    _, best = Network(model.weights()).score(pieces)
    with torch.inference_mode():
        begins, ends = model.boundaries(model.words(pieces), pieces)
        first, last = map(torch.from_numpy, span_places(pieces.lengths))
        scores = model.labels(model.spans(begins[first], ends[last]))
    expected = scores.max(dim=1).values.numpy()
    assert np.corrcoef(expected, best.score)[0, 1] > 0.99
    assert np.abs(expected - best.score).max() < 0.2 * expected.std() * 3


def test_tags_are_mostly_those_of_the_torch_module(model):
    pieces = pieces_of(model, SENTENCES)
    tags, _ = Network(model.weights()).score(pieces)
    with torch.inference_mode():
        expected = model.tags(model.words(pieces)[pieces.entries(1, 1)]).argmax(dim=1).numpy()
    assert (tags == expected).mean() > 0.9


WORDS = [["The", "old", "ferry", "left", "at", "dawn", "."], ["Prices", "rose", "by", "3.5", "%", "."]]
SCRIPT = f"""
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import load_parser
print(load_parser(ParseOptions())._engine._best({WORDS}))
"""


def test_trees_and_scores_are_the_same_on_a_processor_without_instructions_for_bytes():
    found = load_parser(ParseOptions())._engine._best(WORDS)
    limits = {"ONEDNN_MAX_CPU_ISA": "AVX2", "ATEN_CPU_CAPABILITY": "avx2"}
    command = [sys.executable, "-W", "ignore", "-c", SCRIPT]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **limits})
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{found}\n"
    assert all(0 < best.margin < float("inf") for best in found)
