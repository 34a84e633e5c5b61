"""Taggers and parsers are trained on small treebanks of our own making."""

from __future__ import annotations

import gzip
import logging
import random

import pytest
import torch
from attrs import evolve

from paralattice.adapters.inference import split_on_failure
from paralattice.adapters.options import TrainOptions
from paralattice.adapters.training import ParserTraining, TaggerTraining, read_vectors
from paralattice.adapters.training.shift_reduce import _stanza_tree
from paralattice.errors import OptionError, ParseError
from paralattice.formats.trees import read_tree
from paralattice.measures.brackets import BracketScore, score_brackets

TINY = TrainOptions(hidden=16, tagger_hidden=16, batch=10, tagger_batch=10, learning_rate=0.02, seed=3)

LEARNING = evolve(TINY, hidden=32, tagger_hidden=32, batch=5, tagger_batch=5, tagger_learning_rate=0.01)


@pytest.fixture(scope="module")
def vectors(tmp_path_factory, trees):
    folder = tmp_path_factory.mktemp("vectors")
    words = sorted({word.lower() for tree in trees for word in tree.words()})
    draw = random.Random(1)
    lines = (" ".join([word, *(f"{draw.gauss(0, 1):.3f}" for _ in range(8))]) for word in words)
    (folder / "words.txt").write_text("\n".join(lines) + "\n", "utf-8")
    path = folder / "words.pt"
    path.write_bytes(read_vectors(folder / "words.txt"))
    return path


@pytest.fixture(scope="module")
def trees(synthetic_trees):
    return [read_tree(text) for text in synthetic_trees(60)]


def tagged(trees):
    return [list(zip(tree.words(), tree.tags(), strict=True)) for tree in trees]


def test_a_tagger_learns_what_its_sentences_show(trees, vectors):
    training = TaggerTraining(tagged(trees[:50]), vectors, LEARNING)
    losses = [training.run_epoch() for _ in range(8)]
    assert losses[-1] < losses[0] / 3
    found = [tag for tags in training.tag([tree.words() for tree in trees[50:]]) for tag in tags]
    gold = [tag for tree in trees[50:] for tag in tree.tags()]
    assert sum(tag == other for tag, other in zip(found, gold, strict=True)) / len(gold) > 0.9


def test_a_parser_learns_what_its_trees_show(trees, vectors):
    training = ParserTraining(trees[:35], vectors, LEARNING)
    losses = [training.run_epoch() for _ in range(5)]
    assert losses[-1] < losses[0] / 2
    pairs = zip(trees[50:], training.parse(tagged(trees[50:])), strict=True)
    assert sum((score_brackets(gold, found) for gold, found in pairs), BracketScore()).f1 > 0.6


@pytest.mark.parametrize("kind", [TaggerTraining, ParserTraining])
def test_a_training_that_was_stopped_ends_with_the_same_model_as_one_that_was_not(kind, trees, vectors):
    sentences = tagged(trees) if kind is TaggerTraining else trees[:25]
    whole, stopped = (kind(sentences, vectors, TINY) for _ in range(2))
    for _ in range(3):
        whole.run_epoch()
        whole.note_score(0.5)
    stopped.run_epoch()
    stopped.note_score(0.5)
    state = stopped.state()
    random.random()
    torch.rand(7)
    resumed = kind(sentences, vectors, TINY)
    resumed.restore(state)
    for _ in range(2):
        resumed.run_epoch()
        resumed.note_score(0.5)
    assert resumed.epoch == 3
    assert resumed.model() == whole.model()


def test_another_seed_gives_another_model(trees, vectors):
    models = []
    for seed in (1, 2):
        training = TaggerTraining(tagged(trees), vectors, TrainOptions(tagger_hidden=16, seed=seed))
        training.run_epoch()
        models.append(training.model())
    assert models[0] != models[1]


def test_training_leaves_random_numbers_and_logs_as_they_were_and_is_silent(trees, vectors, capfd):
    random.seed(11)
    torch.manual_seed(11)
    before = random.getstate(), torch.get_rng_state(), torch.get_num_threads()
    training = ParserTraining(trees[:20], vectors, TINY)
    training.run_epoch()
    training.parse(tagged(trees[:3]))
    assert random.getstate() == before[0]
    assert torch.equal(torch.get_rng_state(), before[1])
    assert torch.get_num_threads() == before[2]
    assert capfd.readouterr() == ("", "")
    assert logging.getLogger("stanza").level < logging.CRITICAL


def test_a_damaged_state_is_refused(trees, vectors):
    training = TaggerTraining(tagged(trees), vectors, TINY)
    with pytest.raises(ParseError, match="state of a training is damaged"):
        training.restore(b"PK nothing")


def test_trees_of_one_word_alone_cannot_train_a_parser(vectors):
    with pytest.raises(ParseError, match="no tree has more than one word"):
        ParserTraining([read_tree("(ROOT (UH Hello))")], vectors, TINY)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(S (NN a) (NN b))", "(ROOT (S (NN a) (NN b)))"),
        ("(TOP (S (NN a) (NN b)))", "(ROOT (S (NN a) (NN b)))"),
        ("( (S (NN a)) (S (NN b)))", "(ROOT (S (NN a)) (S (NN b)))"),
        ("(NP (-LRB- -LRB-) (NN b))", "(ROOT (NP (-LRB- -LRB-) (NN b)))"),
    ],
)
def test_every_tree_gets_one_root_and_the_forms_that_models_see(text, expected):
    assert str(_stanza_tree(read_tree(text))) == expected


@pytest.mark.parametrize(
    ("field", "value"),
    [("epochs", 0), ("folds", 1), ("hidden", 6), ("tagger_hidden", 0), ("learning_rate", 0.0), ("batch", 0)],
)
def test_options_of_a_training_are_checked(field, value):
    with pytest.raises(OptionError, match=field):
        TrainOptions(**{field: value})


def test_vectors_are_read_with_and_without_counts_and_compressed(tmp_path):
    plain = "the 0.5 1.0\nferry 0.25 -1.0\n"
    (tmp_path / "a.txt").write_text(plain, "utf-8")
    (tmp_path / "b.vec").write_text("2 2\n" + plain, "utf-8")
    (tmp_path / "c.txt.gz").write_bytes(gzip.compress(plain.encode()))
    contents = [read_vectors(tmp_path / name) for name in ("a.txt", "b.vec", "c.txt.gz")]
    assert contents[0] == contents[1] == contents[2]
    (tmp_path / "d.pt").write_bytes(contents[0])
    assert read_vectors(tmp_path / "d.pt") == contents[0]


@pytest.mark.parametrize("name", ["words.txt", "words.pt"])
def test_a_file_without_vectors_is_refused_by_name(tmp_path, name):
    (tmp_path / name).write_text("no numbers here\nnone here either\n", "utf-8")
    with pytest.raises(ParseError, match=f"{name} holds no word vectors"):
        read_vectors(tmp_path / name)


def test_parts_of_a_batch_that_fail_are_none(trees, vectors):
    training = ParserTraining(trees[:20], vectors, TINY)
    # Untrained, it may go on for ever or not: whatever it does, each sentence has its place.
    found = training.parse(tagged(trees[:5]))
    assert len(found) == 5
    assert all(tree is None or tree.words() == gold.words() for tree, gold in zip(found, trees, strict=False))
    assert split_on_failure(lambda batch: list(batch), []) == []
