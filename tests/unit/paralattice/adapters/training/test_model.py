"""The parser as a torch module."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from paralattice.adapters.chart.storage import EncoderSize, Inventory
from paralattice.adapters.engines import chart_engine
from paralattice.adapters.training.encoder import Encoder, EncoderLayer
from paralattice.adapters.training.encoders import read_start
from paralattice.adapters.training.model import ChartModel

SIZE = EncoderSize(pieces=13, positions=40, width=32, inner=64, layers=2, heads=2)


def test_a_layer_is_that_of_torch():
    torch.manual_seed(5)
    ours = EncoderLayer(SIZE, 0.0).eval()
    theirs = nn.TransformerEncoderLayer(32, 2, 64, 0.0, "gelu", 1e-12, batch_first=True).eval()
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
        vectors = torch.randn(3, 7, 32)
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
        together = encoder(numbers, present, torch.zeros(2, 4, 32))
        alone = encoder(numbers[1:, :3], present[1:, :3], torch.zeros(1, 3, 32))
    assert torch.allclose(together[1, :3], alone[0], atol=1e-6)


@pytest.fixture(scope="module")
def mpnet(tmp_path_factory, tiny_encoder):
    start = read_start(tiny_encoder(tmp_path_factory.mktemp("mpnet"), mpnet=True))
    torch.manual_seed(7)
    model = ChartModel(Inventory(start.pieces, ("DT", "NN"), ("NP", "S")), start.size)
    start.load_into(model)
    return model.eval()


def test_an_encoder_of_mpnets_kind_has_berts_names_and_no_unused_positions(mpnet):
    assert mpnet.inventory.pieces[:3] == ("[CLS]", "[PAD]", "[SEP]")
    assert mpnet.inventory.pieces[3:7] == ("<pad>", "[UNK]", "<s>", "</s>")
    assert (mpnet.size.positions, mpnet.size.relative) == (62, 8)
    assert mpnet.encoder.positions.weight.shape == (62, 32)


def test_attention_of_mpnets_kind_depends_on_the_class_of_the_distance(mpnet):
    # With one vector for all pieces, only distances can tell them apart.
    encoder = mpnet.encoder
    layer = encoder.layers[0]
    seen = []
    layer.register_forward_hook(lambda _, inputs, __: seen.append(inputs[1]))
    numbers = torch.full((1, 40), 9)
    with torch.no_grad():
        encoder(numbers, torch.ones_like(numbers, dtype=torch.bool), torch.zeros(1, 40, 32))
    bias = seen[0][0, 0]
    classes = encoder.relative.weight[:, 0]
    # Of eight classes, 0 to 3 are for pieces to the left: none, 1, 2 to 15, 16 and more.
    row = [classes[number].item() for number in (3, 2, 2, 1, 0, 5, 6, 6, 7)]
    found = [bias[20, column].item() for column in (4, 5, 18, 19, 20, 21, 22, 35, 36)]
    assert found == pytest.approx(row)


def test_a_parser_over_mpnet_parses_in_floats(mpnet):
    sentence = ["ferry", "left", "."]
    parsed = chart_engine(mpnet.weights()).parse([(sentence, None)])[0]
    assert list(parsed.words()) == sentence
    assert set(parsed.tags()) <= {"DT", "NN"}
