"""A chart parser is trained on small treebanks of our own making, over a small random encoder."""

from __future__ import annotations

import json
import random

import pytest
import torch

from paralattice.adapters.chart.parsing import parse_batch
from paralattice.adapters.chart.spans import tree_of
from paralattice.adapters.chart.storage import from_file
from paralattice.adapters.options import ChartTrainOptions
from paralattice.adapters.training.chart import ChartTraining
from paralattice.adapters.training.encoders import read_encoder
from paralattice.errors import OptionError, ParseError
from paralattice.formats.trees import read_tree, write_tree
from paralattice.measures.brackets import BracketScore, score_brackets

OPTIONS = ChartTrainOptions(epochs=8, words=15, encoder_rate=0.003, rate=0.02, mean=0.8, threads=1)


@pytest.fixture(scope="module")
def trees(synthetic_trees):
    return [read_tree(text) for text in synthetic_trees(80)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, tiny_encoder):
    return tiny_encoder(tmp_path_factory.mktemp("encoder"))


@pytest.fixture(scope="module")
def encoder(folder):
    return read_encoder(folder)


def tagged(trees):
    return [list(zip(tree.words(), tree.tags(), strict=True)) for tree in trees]


def f1(gold, found):
    return sum((score_brackets(*pair) for pair in zip(gold, found, strict=True)), BracketScore()).f1


@pytest.fixture(scope="module")
def whole(trees, encoder):
    training = ChartTraining(trees[:60], encoder, OPTIONS)
    losses = [training.run_epoch() for _ in range(OPTIONS.epochs)]
    return training, losses


def test_a_parser_learns_what_its_trees_show(whole, trees):
    training, losses = whole
    assert losses[-1] < losses[0] / 3, losses
    assert f1(trees[60:], training.parse(tagged(trees[60:]))) > 0.9


def test_the_file_has_the_parser_that_was_measured(whole, trees):
    training, _ = whole
    model = from_file(training.model())
    forms = [(list(tree.words()), list(tree.tags())) for tree in trees[60:]]
    found = [
        tree_of(spans, *sentence)
        for (spans, _), sentence in zip(parse_batch(model, forms), forms, strict=True)
    ]
    measured = training.parse(tagged(trees[60:]))
    # Weights are rounded to 8 bits in the file.
    assert f1(measured, found) > 0.97


def test_steps_rise_for_an_epoch_and_fall_to_nothing(trees, encoder):
    training = ChartTraining(trees[:20], encoder, OPTIONS)
    rates = []
    for _ in range(OPTIONS.epochs):
        rates.append(training.learning_rate)
        training.run_epoch()
    assert rates[0] == 0
    assert rates[1] == pytest.approx(OPTIONS.encoder_rate)
    assert rates[1] > rates[2] > rates[3] > training.learning_rate == pytest.approx(0)


def test_a_training_that_was_stopped_ends_with_the_same_model_as_one_that_was_not(whole, trees, encoder):
    state = None
    for _ in range(OPTIONS.epochs):
        training = ChartTraining(trees[:60], encoder, OPTIONS)
        if state is not None:
            training.restore(state)
        torch.manual_seed(random.randrange(1000))
        training.run_epoch()
        state = training.state()
    assert training.model() == whole[0].model()


def test_another_seed_gives_another_model(trees, encoder):
    models = set()
    for seed in (1, 2):
        options = ChartTrainOptions(epochs=2, words=60, seed=seed, threads=1)
        training = ChartTraining(trees[:10], encoder, options)
        training.run_epoch()
        models.add(training.model())
    assert len(models) == 2


def test_training_leaves_torch_as_it_was(trees, encoder):
    before = torch.get_num_threads(), torch.random.get_rng_state()
    training = ChartTraining(trees[:10], encoder, ChartTrainOptions(epochs=2, words=60, threads=2))
    training.run_epoch()
    training.parse(tagged(trees[:2]))
    assert torch.get_num_threads() == before[0]
    assert torch.equal(torch.random.get_rng_state(), before[1])
    # Numbers too small to be normal are still what they are.
    assert float(torch.tensor(1e-40) * 1) > 0


def test_a_tree_without_any_label_is_learnt_from_too(encoder):
    trees = [read_tree("(ROOT (UH Hello))"), read_tree("(ROOT (S (NP (NN Rain)) (VP (VBD fell))))")] * 3
    training = ChartTraining(trees, encoder, ChartTrainOptions(epochs=2, words=10, threads=1))
    training.run_epoch()
    assert write_tree(training.parse(tagged(trees[:1]))[0]).startswith("(ROOT (")


def test_a_treebank_may_have_one_label_alone(encoder):
    trees = [read_tree("(ROOT (NP (DT the) (NN rain)))"), read_tree("(ROOT (NP (NN snow)))")] * 2
    training = ChartTraining(trees, encoder, ChartTrainOptions(epochs=2, words=10, threads=1))
    training.run_epoch()
    assert write_tree(training.parse(tagged(trees[:1]))[0]).startswith("(ROOT ")


def test_trees_without_labels_cannot_train_a_parser(encoder):
    with pytest.raises(ParseError, match="trees without labels below their roots"):
        ChartTraining([read_tree("(ROOT (UH Hello))")], encoder, OPTIONS)


def test_a_damaged_state_is_refused(trees, encoder):
    with pytest.raises(ParseError, match="state of a training is damaged"):
        ChartTraining(trees[:10], encoder, OPTIONS).restore(b"half")


@pytest.mark.parametrize(
    ("field", "value"),
    [("epochs", 1), ("folds", 1), ("words", 0), ("rate", 0.0), ("encoder_rate", -1.0), ("mean", 1.0)],
)
def test_options_of_a_training_are_checked(field, value):
    with pytest.raises(OptionError, match=f"^{field} = "):
        ChartTrainOptions(**{field: value})


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("config.json", None, "the encoder cannot be read: .*config.json"),
        ("vocab.txt", None, "the encoder cannot be read: .*vocab.txt"),
        ("model.safetensors", None, "the encoder cannot be read: .*model.safetensors"),
        ("model.safetensors", "half", "not an encoder of BERT's kind, or damaged"),
        ("config.json", "{", "not an encoder of BERT's kind, or damaged"),
        ("config.json", '{"model_type": "gpt2", "hidden_act": "gelu"}', "'gpt2'"),
        ("config.json", '{"model_type": "bert"}', "KeyError: 'hidden_act'"),
        ("tokenizer_config.json", '{"do_lower_case": false}', "ValueError: its vocabulary is cased"),
        ("vocab.txt", "the\n", "the vocabulary has 1 pieces, the encoder "),
    ],
)
def test_a_folder_without_an_encoder_is_refused_in_a_line(tmp_path, tiny_encoder, name, content, message):
    folder = tiny_encoder(tmp_path / "encoder")
    if content is None:
        (folder / name).unlink()
    else:
        (folder / name).write_text(content, encoding="utf-8")
    with pytest.raises(ParseError, match=message) as told:
        read_encoder(folder)
    assert "\n" not in str(told.value)


def test_an_encoder_with_a_layer_missing_is_refused(tmp_path, tiny_encoder):
    folder = tiny_encoder(tmp_path / "encoder")
    config = json.loads((folder / "config.json").read_text("utf-8"))
    (folder / "config.json").write_text(json.dumps({**config, "num_hidden_layers": 9}), "utf-8")
    with pytest.raises(ParseError, match=r"encoder\.layer\.2"):
        read_encoder(folder)
