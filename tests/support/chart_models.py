"""A small parser with random weights, as a torch module."""

from __future__ import annotations

import torch
from torch import nn

from paralattice.adapters.chart.storage import EncoderSize, Inventory
from paralattice.adapters.training.model import ChartModel

VOCABULARY = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "ferry", "fer", "##ry", "##r", "##y", "-", "1", "##1")
SIZE = EncoderSize(pieces=len(VOCABULARY), positions=40, width=32, inner=64, layers=2, heads=2)
SENTENCES = [
    ["ferry", "Fer", "-"],
    ["1"],
    # More pieces than the encoder has positions.
    ["ferryr", "1"] * 45,
]


def small_model(size: EncoderSize = SIZE) -> ChartModel:
    """Return a parser with random weights, ready to parse."""
    torch.manual_seed(3)
    made = ChartModel(Inventory(VOCABULARY, ("DT", "NN", "VB"), ("NP", "S", "S VP")), size)
    nn.init.normal_(made.shapes.weight)
    return made.eval()
