"""A chart parser is trained on small treebanks of our own making, over a small random encoder."""

from __future__ import annotations

import hashlib
import json
import random

import pytest
import torch
from attrs import evolve

from paralattice.adapters.chart.parsing import ChartEngine
from paralattice.adapters.options import TrainOptions
from paralattice.adapters.training.chart import ChartTraining, _distance
from paralattice.adapters.training.corpora import LOWEST, TrainingCorpus, example_of_tags, example_of_tree
from paralattice.adapters.training.encoders import read_start
from paralattice.errors import OptionError, ParseError
from paralattice.formats.trees import read_tree, write_tree
from paralattice.measures.brackets import BracketScore, score_brackets

OPTIONS = TrainOptions(epochs=13, words=15, hidden=0.0, encoder_rate=0.002, rate=0.01, mean=0.8, threads=1)
FEW = evolve(OPTIONS, epochs=5)


@pytest.fixture(scope="module")
def trees(synthetic_trees):
    return [read_tree(text) for text in synthetic_trees(80)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, tiny_encoder):
    return tiny_encoder(tmp_path_factory.mktemp("encoder"))


@pytest.fixture(scope="module")
def encoder(folder):
    return read_start(folder)


def corpus(trees):
    return TrainingCorpus.of([example_of_tree(tree) for tree in trees])


def training_of(trees, encoder, options=OPTIONS, others=()):
    return ChartTraining(corpus(trees), others, encoder, options)


def parsed(training, trees):
    engine = ChartEngine(training.model())
    return engine.parse([(list(tree.words()), None) for tree in trees])


def f1(gold, found):
    return sum((score_brackets(*pair) for pair in zip(gold, found, strict=True)), BracketScore()).f1


@pytest.fixture(scope="module")
def whole(trees, encoder):
    training = training_of(trees[:60], encoder)
    losses = [training.run_epoch() for _ in range(OPTIONS.epochs)]
    return training, losses


def test_a_parser_learns_what_its_trees_show(whole, trees):
    training, losses = whole
    assert losses[-1] < losses[0] / 3, losses
    found = parsed(training, trees[60:])
    assert f1(trees[60:], found) > 0.9
    pairs = [(gold.tags(), own.tags()) for gold, own in zip(trees[60:], found, strict=True)]
    right = [one == other for gold, own in pairs for one, other in zip(gold, own, strict=True)]
    assert sum(right) / len(right) > 0.8


def test_other_corpora_with_trees_or_tags_alone_are_learnt_along(trees, encoder):
    tagged = [list(zip(tree.words(), ("X",) * len(tree.words()), strict=True)) for tree in trees[40:60]]
    others = corpus(trees[20:40]), TrainingCorpus.of([example_of_tags(sentence) for sentence in tagged])
    options = TrainOptions(epochs=2, words=30, share=0.5, threads=1)
    training = training_of(trees[:20], encoder, options, others)
    alone = training_of(trees[:20], encoder, options)
    for each in (training, alone):
        each.run_epoch()
    assert training.model().inventory == alone.model().inventory
    assert "X" not in training.model().inventory.tags
    assert training.model().to_bytes() != alone.model().to_bytes()


def test_a_distance_counts_where_one_of_both_scores_is_above_the_lowest():
    scores = torch.tensor([[LOWEST - 3, 0.5], [LOWEST - 1, LOWEST - 2]], requires_grad=True)
    wanted = torch.tensor([[0.0, LOWEST], [LOWEST, LOWEST]])
    distance = _distance(scores, wanted)
    assert distance.item() == pytest.approx((LOWEST - 3) ** 2 + (0.5 - LOWEST) ** 2)
    distance.backward()
    assert torch.count_nonzero(scores.grad).item() == 2


def test_a_training_starts_from_a_parser_that_was_trained_before(whole, trees, tmp_path):
    training, _ = whole
    weights = training.model().to_bytes()
    (tmp_path / "parser.weights").write_bytes(weights)
    record = {
        "files": {"chart_path": "parser.weights"},
        "sha256": {"parser.weights": hashlib.sha256(weights).hexdigest()},
    }
    (tmp_path / "model.json").write_text(json.dumps(record), encoding="utf-8")
    further = training_of(trees[:60], read_start(tmp_path))
    assert f1(parsed(training, trees[60:]), parsed(further, trees[60:])) == 1


def test_steps_rise_for_an_epoch_and_fall_to_nothing(trees, encoder):
    training = training_of(trees[:10], encoder, FEW)
    rates = []
    for _ in range(FEW.epochs):
        rates.append(training.learning_rate)
        training.run_epoch()
    assert rates[0] == pytest.approx(OPTIONS.encoder_rate / 2)
    assert OPTIONS.encoder_rate > rates[1] > rates[2] > rates[3] > rates[-1] > 0
    assert training.learning_rate == 0


def test_a_training_that_was_stopped_ends_with_the_same_model_as_one_that_was_not(trees, encoder):
    whole = training_of(trees[:20], encoder, FEW)
    for _ in range(FEW.epochs):
        whole.run_epoch()
    state = None
    for _ in range(FEW.epochs):
        training = training_of(trees[:20], encoder, FEW)
        if state is not None:
            training.restore(state)
        torch.manual_seed(random.randrange(1000))
        training.run_epoch()
        state = training.state()
    assert training.model().to_bytes() == whole.model().to_bytes()


def test_another_seed_gives_another_model(trees, encoder):
    models = set()
    for seed in (1, 2):
        options = TrainOptions(epochs=2, words=60, seed=seed, threads=1)
        training = training_of(trees[:10], encoder, options)
        training.run_epoch()
        models.add(training.model().to_bytes())
    assert len(models) == 2


def test_training_leaves_torch_as_it_was(trees, encoder):
    before = torch.get_num_threads(), torch.random.get_rng_state()
    training = training_of(trees[:10], encoder, TrainOptions(epochs=2, words=60, threads=2))
    training.run_epoch()
    training.model()
    assert torch.get_num_threads() == before[0]
    assert torch.equal(torch.random.get_rng_state(), before[1])
    # Numbers too small to be normal are still what they are.
    assert float(torch.tensor(1e-40) * 1) > 0


def test_a_tree_without_any_label_is_learnt_from_too(encoder):
    trees = [read_tree("(ROOT (UH Hello))"), read_tree("(ROOT (S (NP (NN Rain)) (VP (VBD fell))))")] * 3
    training = training_of(trees, encoder, TrainOptions(epochs=2, words=10, threads=1))
    training.run_epoch()
    assert write_tree(parsed(training, trees[:1])[0]).startswith("(ROOT (")


def test_a_treebank_may_have_one_label_alone(encoder):
    trees = [read_tree("(ROOT (NP (DT the) (NN rain)))"), read_tree("(ROOT (NP (NN snow)))")] * 2
    training = training_of(trees, encoder, TrainOptions(epochs=2, words=10, threads=1))
    training.run_epoch()
    assert write_tree(parsed(training, trees[:1])[0]).startswith("(ROOT ")


def test_trees_without_labels_cannot_train_a_parser(encoder):
    with pytest.raises(ParseError, match="trees without labels below their roots"):
        training_of([read_tree("(ROOT (UH Hello))")], encoder)


def test_a_damaged_state_is_refused(trees, encoder):
    with pytest.raises(ParseError, match="state of a training is damaged"):
        training_of(trees[:10], encoder).restore(b"half")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("epochs", -1),
        ("share", -1.0),
        ("hidden", 1.0),
        ("words", 0),
        ("rate", 0.0),
        ("encoder_rate", -1.0),
        ("mean", 1.0),
    ],
)
def test_options_of_a_training_are_checked(field, value):
    with pytest.raises(OptionError, match=f"^{field} = "):
        TrainOptions(**{field: value})


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("config.json", None, "the encoder cannot be read: .*config.json"),
        ("vocab.txt", None, "the encoder cannot be read: .*vocab.txt"),
        ("model.safetensors", None, "the encoder cannot be read: .*model.safetensors"),
        ("model.safetensors", "half", "not an encoder of BERT's or MPNet's kind, or damaged"),
        ("config.json", "{", "not an encoder of BERT's or MPNet's kind, or damaged"),
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
        read_start(folder)
    assert "\n" not in str(told.value)


def test_an_encoder_with_a_layer_missing_is_refused(tmp_path, tiny_encoder):
    folder = tiny_encoder(tmp_path / "encoder")
    config = json.loads((folder / "config.json").read_text("utf-8"))
    (folder / "config.json").write_text(json.dumps({**config, "num_hidden_layers": 9}), "utf-8")
    with pytest.raises(ParseError, match=r"encoder\.layer\.2"):
        read_start(folder)
