"""The parser as a torch module."""

from __future__ import annotations

import torch
from torch import nn

from paralattice.adapters.chart.storage import EncoderSize
from paralattice.adapters.training.encoder import Encoder, EncoderLayer

SIZE = EncoderSize(pieces=13, positions=40, width=16, inner=32, layers=2, heads=2)


def test_a_layer_is_that_of_torch():
    torch.manual_seed(5)
    ours = EncoderLayer(SIZE, 0.0).eval()
    theirs = nn.TransformerEncoderLayer(16, 2, 32, 0.0, "gelu", 1e-12, batch_first=True).eval()
    with torch.no_grad():
        theirs.self_attn.in_proj_weight.copy_(ours.mixed.weight)
        theirs.self_attn.in_proj_bias.copy_(ours.mixed.bias)
        pairs = (
            (theirs.self_attn.out_proj, ours.output),
            (theirs.linear1, ours.rise),
            (theirs.linear2, ours.fall),
        )
        for their, our in pairs:
            their.load_state_dict(our.state_dict())
        vectors = torch.randn(3, 7, 16)
        padded = torch.zeros(3, 7, dtype=torch.bool)
        padded[1, 4:] = True
        mask = torch.zeros(3, 1, 1, 7).masked_fill(padded[:, None, None, :], float("-inf"))
        expected = theirs(vectors, src_key_padding_mask=padded)
        found = ours(vectors, mask)
    assert torch.allclose(found[~padded], expected[~padded], atol=1e-5)


def test_padding_changes_no_vector():
    torch.manual_seed(6)
    encoder = Encoder(SIZE).eval()
    numbers = torch.tensor([[2, 4, 5, 3], [2, 4, 3, 0]])
    present = numbers != 0
    with torch.no_grad():
        together = encoder(numbers, present, torch.zeros(2, 4, 16))
        alone = encoder(numbers[1:, :3], present[1:, :3], torch.zeros(1, 3, 16))
    assert torch.allclose(together[1, :3], alone[0], atol=1e-6)
