"""A parser is trained into a folder, stopped, and gone on with."""

import json
import random
import shutil
import signal
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from attrs import evolve
from click.testing import CliRunner

from orchestrator.cli import cli
from orchestrator.commands.common.requests import parser_name
from orchestrator.engine.signals import StopRequest
from orchestrator.parsers import epochs, train_parser
from orchestrator.parsers.training_data import TrainRequest
from orchestrator.parsers.training_folder import CURVE, MODEL, STATE, TrainingFolder
from paralattice.adapters.chart.storage import read_parser_weights
from paralattice.adapters.options import ParseOptions, TrainOptions
from paralattice.adapters.parser import load_parser
from paralattice.adapters.parser_files import model_files, parser_digest
from paralattice.errors import FormatError, OptionError, ParseError, ProblemsError
from paralattice.formats.trees import read_tree

OPTIONS = TrainOptions(epochs=2, words=30, threads=1)


@pytest.fixture(scope="module")
def inputs(tmp_path_factory, synthetic_trees, tiny_encoder):
    folder = tmp_path_factory.mktemp("inputs")
    (folder / "trees.mrg").write_text("\n".join(synthetic_trees(30)) + "\n", "utf-8")
    (folder / "dev.mrg").write_text("\n".join(synthetic_trees(4, seed=8)) + "\n", "utf-8")
    other = (read_tree(text) for text in synthetic_trees(20, seed=9))
    lines = (" ".join(map("_".join, zip(tree.words(), tree.tags(), strict=True))) for tree in other)
    (folder / "other.txt").write_text("\n".join(lines) + "\n", "utf-8")
    tiny_encoder(folder / "encoder")
    return folder


def request(inputs, output, **changes):
    values = {
        "dev": inputs / "dev.mrg",
        "others": (inputs / "other.txt",),
        "options": OPTIONS,
        **changes,
    }
    return TrainRequest((inputs / "trees.mrg",), output, (inputs / "encoder",), **values)


@pytest.fixture(scope="module")
def whole(inputs, tmp_path_factory):
    output = tmp_path_factory.mktemp("whole") / "parser"
    lines = []
    description = train_parser.train_parser(request(inputs, output), lines.append)
    return output, lines, description


def weights(folder):
    return (folder / MODEL).read_bytes()


def test_the_folder_is_a_parser(whole):
    output, _, _ = whole
    options = ParseOptions(parser=str(output))
    parse = load_parser(options).parse([("The", "old", "ferry", "left", ".")])[0]
    assert parse.tree.words() == ("The", "old", "ferry", "left", ".")
    assert parse.note == ""
    assert len(parser_digest(options)) == 64


def test_there_is_a_line_an_epoch_with_scores_and_time_left(whole):
    _, lines, description = whole
    assert [line.split()[:2] for line in lines] == [["epoch", "1/2"], ["epoch", "2/2"]]
    assert "dev F1" in lines[0]
    assert "tags" in lines[0]
    assert lines[0].endswith("left")
    assert not lines[1].endswith("left")
    assert 0 <= description["dev_scores"]["f1"] <= 1


def test_the_learning_curve_has_a_row_an_epoch(whole):
    rows = [line.split("\t") for line in (whole[0] / CURVE).read_text("utf-8").splitlines()]
    assert rows[0] == ["epoch", "loss", "f1", "tags", "learning_rate", "seconds"]
    assert [row[0] for row in rows[1:]] == ["1", "2"]


def test_the_description_says_what_the_model_was_made_of(whole):
    output, _, description = whole
    assert json.loads((output / "model.json").read_text("utf-8")) == description
    assert description["trained_on"][0]["trees"] == 30
    assert [entry["file"] for entry in description["other_corpora"]] == ["other.txt"]
    assert len(description["encoder"][0]["sha256"]) == 64
    assert description["options"]["epochs"] == 2
    assert "treebank" in description["licence"]


def test_a_training_stopped_after_every_line_makes_the_same_weights(whole, inputs, tmp_path):
    output = tmp_path / "parser"
    heard, description = set(), None
    while description is None:

        def stop(line):
            # Times differ; what comes before them tells the lines apart.
            if line[:12] not in heard:
                heard.add(line[:12])
                raise KeyboardInterrupt

        try:
            description = train_parser.train_parser(request(inputs, output, resume=bool(heard)), stop)
        except KeyboardInterrupt:
            assert heard
    assert len(heard) == 2
    assert weights(output) == weights(whole[0])
    assert description == whole[2]


def test_another_training_is_not_mixed_with_the_one_that_is_there(whole, inputs):
    for changes in ({"options": evolve(OPTIONS, epochs=3)}, {"options": evolve(OPTIONS, seed=5)}):
        with pytest.raises(OptionError, match="begun with other options"):
            train_parser.train_parser(request(inputs, whole[0], resume=True, **changes), str)
    with pytest.raises(OptionError, match="begun with other other_corpora"):
        train_parser.train_parser(request(inputs, whole[0], resume=True, others=()), str)


def test_a_corpus_that_has_changed_is_another_one(whole, inputs, tmp_path):
    (tmp_path / "other.txt").write_bytes((inputs / "other.txt").read_bytes() + b"Go_VB !_.\n")
    with pytest.raises(OptionError, match="begun with other other_corpora"):
        train_parser.train_parser(
            request(inputs, whole[0], resume=True, others=(tmp_path / "other.txt",)), str
        )


def test_an_encoder_that_is_none_is_told_in_a_line(inputs, tmp_path):
    with pytest.raises(ParseError, match="the encoder cannot be read"):
        train_parser.train_parser(replace(request(inputs, tmp_path / "p"), encoders=(tmp_path,)), str)
    assert not (tmp_path / "p").exists()


def test_a_parser_is_trained_further(whole, inputs, tmp_path):
    made = train_parser.train_parser(replace(request(inputs, tmp_path / "p"), encoders=(whole[0],)), str)
    assert [each["folder"] for each in made["encoder"]] == ["parser"]


def test_without_epochs_parsers_give_their_mean(whole, inputs, tmp_path):
    train_parser.train_parser(request(inputs, tmp_path / "q", options=evolve(OPTIONS, seed=5)), str)
    both = (whole[0], tmp_path / "q")
    none = request(inputs, tmp_path / "p", options=evolve(OPTIONS, epochs=0))
    made = train_parser.train_parser(replace(none, encoders=both), str)
    parsers = [read_parser_weights(folder / MODEL) for folder in (*both, tmp_path / "p")]
    one, other, mean = (parser.real("labels.weight") for parser in parsers)
    assert np.abs(one - other).max() > 0.001
    # Eight bits a weight.
    assert np.abs(mean - (one + other) / 2).max() < np.abs(mean).max() / 200
    assert [each["folder"] for each in made["encoder"]] == ["parser", "q"]
    assert made["dev_scores"]["epoch"] == 0
    assert 0 <= made["dev_scores"]["f1"] <= 1


def test_an_encoder_without_epochs_and_unlike_parsers_are_refused(whole, inputs, tmp_path):
    none = request(inputs, tmp_path / "p", options=evolve(OPTIONS, epochs=0))
    with pytest.raises(ParseError, match="with the treebank's tags and labels"):
        train_parser.train_parser(none, str)
    with pytest.raises(ParseError, match="only parsers with the same dimensions"):
        train_parser.train_parser(replace(none, encoders=(whole[0], inputs / "encoder")), str)


def test_a_corpus_without_trees_or_tags_is_refused_in_a_line(inputs, tmp_path):
    (tmp_path / "plain.txt").write_text("The ferry left .\n", "utf-8")
    with pytest.raises(FormatError, match=r"plain\.txt: holds neither trees"):
        train_parser.train_parser(request(inputs, tmp_path / "p", others=(tmp_path / "plain.txt",)), str)


def test_a_ctrl_c_that_is_swallowed_somewhere_stops_the_training_after_its_epoch(
    inputs, monkeypatch, tmp_path
):
    seen = []

    def run_epochs(*arguments):
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        seen.append(True)
        return epochs.run_epochs(*arguments)

    monkeypatch.setattr(train_parser, "run_epochs", run_epochs)
    monkeypatch.chdir(inputs)
    before = signal.getsignal(signal.SIGINT)
    flags = ["--dev", "dev.mrg", "--encoder", "encoder"]
    done = CliRunner().invoke(cli, ["parser", "train", "trees.mrg", "-o", str(tmp_path / "p"), *flags])
    assert isinstance(done.exception, StopRequest)
    assert "epoch 1/16" in done.output
    assert "epoch 2/16" not in done.output
    assert seen == [True]
    assert signal.getsignal(signal.SIGINT) == before


def test_the_command_trains_a_parser_and_says_how_to_use_it(inputs, monkeypatch, tmp_path):
    monkeypatch.chdir(inputs)
    flags = ["--dev", "dev.mrg", "--encoder", "encoder", "--other", "other.txt"]
    flags += ["--epochs", "2", "--threads", "1", "--licence", "ours"]
    done = CliRunner().invoke(cli, ["parser", "train", "trees.mrg", "-o", str(tmp_path / "p"), *flags])
    assert done.exit_code == 0, done.output
    assert f"use it with --parser {tmp_path / 'p'}" in done.output
    description = json.loads((tmp_path / "p" / "model.json").read_text("utf-8"))
    assert (description["licence"], description["options"]["threads"]) == ("ours", 1)


def test_a_training_that_is_there_is_not_begun_again_unasked(whole, inputs):
    with pytest.raises(OptionError, match="--resume continues it"):
        train_parser.train_parser(request(inputs, whole[0]), str)


def test_a_folder_with_other_files_is_left_alone(inputs, tmp_path):
    (tmp_path / "thesis.txt").write_text("all of it\n", "utf-8")
    with pytest.raises(OptionError, match="holds no training to go on with"):
        train_parser.train_parser(request(inputs, tmp_path), str)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_without_a_dev_file_the_last_tenth_is_held_out(inputs, tmp_path):
    lines = []

    def stop(line):
        lines.append(line)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_parser.train_parser(request(inputs, tmp_path / "p", dev=None), stop)
    signature = json.loads((tmp_path / "p/.training/signature.json").read_text("utf-8"))
    assert signature["dev"] == "the last 3 trees, not trained on"


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        ("(S (NN a)\n", ProblemsError, r"bad\.mrg:1:1: .*never closed"),
        ("", ProblemsError, r"bad\.mrg: the file holds no tree"),
        ("(ROOT (NN a))\n", ParseError, "trees without labels"),
    ],
)
def test_a_treebank_that_cannot_be_used_is_told_in_a_line(inputs, tmp_path, content, error, message):
    (tmp_path / "bad.mrg").write_text(content, "utf-8")
    wrong = TrainRequest(
        (tmp_path / "bad.mrg",), tmp_path / "p", (inputs / "encoder",), inputs / "dev.mrg", options=OPTIONS
    )
    with pytest.raises(error, match=message):
        train_parser.train_parser(wrong, str)


def test_a_folder_of_a_model_must_say_which_file_is_which(tmp_path):
    with pytest.raises(ParseError, match=r"has no model\.json"):
        model_files(str(tmp_path))
    for content, message in (
        ("{}", "does not say which file is the parser"),
        ("{", "cannot be read"),
        (
            '{"files": {"chart_path": "../x.weights"}}',
            "is not the name of a file in this folder",
        ),
        (
            '{"files": {"chart_path": "x.weights"}, "sha256": {}}',
            r"x\.weights is missing",
        ),
    ):
        (tmp_path / "model.json").write_text(content, "utf-8")
        with pytest.raises(ParseError, match=message):
            model_files(str(tmp_path))


def copy_of(whole, folder):
    shutil.copytree(whole[0], folder)
    return folder


def test_a_model_that_was_cut_or_has_a_turned_bit_is_refused_by_name(whole, tmp_path):
    folder = copy_of(whole, tmp_path / "parser")
    options, good = ParseOptions(parser=str(folder)), weights(folder)
    rng = random.Random(0)
    damages = [good[: rng.randrange(len(good))] for _ in range(10)]
    for _ in range(30):
        turned = bytearray(good)
        turned[rng.randrange(len(good))] ^= 1 << rng.randrange(8)
        damages.append(bytes(turned))
    for damaged in damages:
        (folder / MODEL).write_bytes(damaged)
        for read in (load_parser, parser_digest):
            with pytest.raises(ParseError, match=r"parser\.weights was changed or damaged .* train"):
                read(options)
    (folder / MODEL).write_bytes(good)
    assert load_parser(options)


@pytest.mark.parametrize("digests", [None, 5, [], "0" * 64, {}, {MODEL: None}, {MODEL: "0" * 64}])
def test_a_description_with_other_digests_is_refused_by_name(whole, tmp_path, digests):
    folder = copy_of(whole, tmp_path / "parser")
    (folder / "model.json").write_text(json.dumps({**whole[2], "sha256": digests}), "utf-8")
    with pytest.raises(ParseError, match=r"model\.json"):
        model_files(str(folder))


def test_a_damaged_model_is_not_trained_further(whole, inputs, tmp_path):
    folder = copy_of(whole, tmp_path / "parser")
    (folder / MODEL).write_bytes(weights(folder)[:-1])
    with pytest.raises(ParseError, match="was changed or damaged"):
        train_parser.train_parser(request(inputs, folder, resume=True), str)


def test_a_folder_is_no_parser_while_a_better_model_is_trained(whole, tmp_path):
    folder = copy_of(whole, tmp_path / "parser")
    training = TrainingFolder(folder, {})
    training.write_model(b"better")
    with pytest.raises(ParseError, match=r"has no model\.json"):
        model_files(str(folder))
    training.describe({})
    assert model_files(str(folder))


def test_a_folder_is_named_by_its_whole_path_and_other_parsers_as_they_are(tmp_path, monkeypatch):
    (tmp_path / "own").mkdir()
    (tmp_path / "default").mkdir()
    monkeypatch.chdir(tmp_path)
    assert parser_name("own") == str(tmp_path / "own")
    assert parser_name("default") == "default"
    assert parser_name("stanza:own") == "stanza:own"
    assert parser_name("nowhere") == "nowhere"


def test_what_was_half_written_is_removed_on_resuming(tmp_path):
    folder = TrainingFolder(tmp_path / "p", {"seed": 1})
    folder.open(resume=False)
    (tmp_path / "p" / ".new-abc").write_bytes(b"half")
    folder.open(resume=True)
    assert not (tmp_path / "p" / ".new-abc").exists()
    assert folder.kept(STATE) is None


def test_a_folder_without_trees_is_refused(tmp_path, inputs):
    with pytest.raises((ProblemsError, FormatError), match=r"no file that ends in \.mrg"):
        train_parser.train_parser(
            TrainRequest(
                (tmp_path,), tmp_path / "p", (inputs / "encoder",), inputs / "dev.mrg", options=OPTIONS
            ),
            str,
        )
