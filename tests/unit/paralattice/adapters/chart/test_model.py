"""The parts of the chart parser: pieces, spans, the encoder, the file."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import nn

from paralattice.adapters.chart.encoder import Encoder, EncoderLayer, EncoderSize
from paralattice.adapters.chart.model import ChartModel, Inventory
from paralattice.adapters.chart.parsing import ChartEngine, parse_batch
from paralattice.adapters.chart.spans import labelled_spans, tree_of
from paralattice.adapters.chart.storage import from_file, to_file
from paralattice.adapters.chart.wordpieces import MOST, WordPieces, shape
from paralattice.errors import ParseError
from paralattice.formats.trees import read_trees, write_tree
from paralattice.tree import Tree

VOCABULARY = (
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "ferry",
    "fer",
    "##ry",
    "##r",
    "##y",
    "-",
    "cafe",
    "1",
    "##1",
)
SIZE = EncoderSize(pieces=len(VOCABULARY), positions=40, width=16, inner=32, layers=2, heads=2)


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(3)
    made = ChartModel(Inventory(VOCABULARY, ("DT", "NN"), ("NP", "S", "S VP")), SIZE)
    for table in (made.shapes, made.tags):
        nn.init.normal_(table.weight)
    return made.eval()


def pieces(form):
    split = WordPieces(VOCABULARY).split(form)
    return [VOCABULARY[number] for number in split]


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("ferry", ["ferry"]),
        ("FERRY", ["ferry"]),
        ("ferryr", ["ferry", "##r"]),
        ("ferr", ["fer", "##r"]),
        ("ferry-ferry", ["ferry", "-", "ferry"]),
        ("caf\u00e9", ["cafe"]),
        ("ferryx", ["[UNK]"]),
        ("\u8239", ["[UNK]"]),
        ("\u0301", ["[UNK]"]),
    ],
)
def test_a_form_is_split_into_the_longest_pieces_from_the_left(form, expected):
    assert pieces(form) == expected


def test_a_form_of_many_pieces_keeps_its_beginning_and_its_end():
    found = pieces("1" * 40 + "y")
    assert len(found) == MOST
    assert (found[0], found[-1]) == ("1", "##y")


def test_a_vocabulary_needs_its_special_pieces():
    with pytest.raises(ValueError, match=r"has no \[CLS\]"):
        WordPieces(("[PAD]", "[UNK]", "[SEP]"))


def test_capitals_and_digits_make_the_shape_of_a_form():
    forms = ("ferry", "Ferry", "FERRY", "McKay", "--", "1999", "B52")
    assert [shape(form) for form in forms] == list(range(7))
    assert shape("A") == shape("Ferry")


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


SENTENCES = [
    (["ferry", "Fer", "-"], ["NN", "DT", "XX"]),
    (["1"], ["NN"]),
    # More pieces than the encoder has positions.
    (["ferryr", "1"] * 45, ["DT", "NN"] * 45),
]


def test_a_sentence_has_the_same_scores_alone_and_in_a_batch(model):
    together = parse_batch(model, SENTENCES)
    alone = [parse_batch(model, [sentence])[0] for sentence in SENTENCES]
    assert [spans for spans, _ in together] == [spans for spans, _ in alone]
    for one, other in zip(together, alone, strict=True):
        assert np.allclose(one.confidence.scores, other.confidence.scores, atol=1e-4)
        assert np.allclose(one.confidence.leads, other.confidence.leads, atol=1e-4)
        assert one.confidence.margin == pytest.approx(other.confidence.margin, abs=1e-4)


def test_every_labelled_span_of_a_tree_has_a_score_and_a_lead_and_none_is_below_the_margin(model):
    for spans, confidence in parse_batch(model, SENTENCES):
        assert len(confidence.scores) == len(confidence.leads) == len(spans)
        assert min(confidence.leads) >= confidence.margin


def test_no_sentences_have_no_trees(model):
    assert parse_batch(model, []) == []


def test_tags_and_capitals_are_seen(model):
    (plain, tagged, capital) = parse_batch(
        model,
        [(["ferry", "-"], ["NN", "NN"]), (["ferry", "-"], ["DT", "NN"]), (["Ferry", "-"], ["NN", "NN"])],
    )
    assert len({found.confidence for found in (plain, tagged, capital)}) == 3


class Tags:
    def tag(self, sentences):
        return [["NN"] * len(forms) for forms in sentences]


def test_the_engine_makes_trees_of_the_forms_with_the_tags_given(model):
    engine = ChartEngine(model, Tags())
    assert engine.tag([["ferry", "-"]]) == [["NN", "NN"]]
    batch = [list(zip(*sentence, strict=True)) for sentence in SENTENCES]
    trees = engine.trees(batch)
    assert [tree.words() for tree in trees] == [tuple(forms) for forms, _ in SENTENCES]
    assert [tree.tags() for tree in trees] == [tuple(tags) for _, tags in SENTENCES]


def test_a_file_holds_the_model_but_for_the_rounding(model):
    data = to_file(model)
    assert to_file(model) == data
    again = from_file(data)
    assert again.inventory == model.inventory
    assert not again.training
    for (name, value), other in zip(model.state_dict().items(), again.state_dict().values(), strict=True):
        step = value.abs().amax(dim=-1, keepdim=True) / 127 if value.ndim == 2 else torch.zeros(1)
        assert ((value - other).abs() <= step / 2 + 1e-7).all(), name
    # What was rounded once is not rounded again.
    assert [spans for spans, _ in parse_batch(from_file(to_file(again)), SENTENCES)] == [
        spans for spans, _ in parse_batch(again, SENTENCES)
    ]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no archive"])
def test_a_damaged_file_is_refused(content):
    with pytest.raises(ParseError, match="not a chart parser, or damaged"):
        from_file(content)


def test_a_file_cut_short_is_refused(model):
    data = to_file(model)
    with pytest.raises(ParseError, match="not a chart parser, or damaged"):
        from_file(data[: len(data) // 2])
