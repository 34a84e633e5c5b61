"""A chart parser is trained into a folder, stopped, and gone on with."""

import json
import signal
from contextlib import suppress
from dataclasses import replace

import pytest
from attrs import evolve
from click.testing import CliRunner

from orchestrator.commands.parser import parser
from orchestrator.engine.signals import StopRequest
from orchestrator.parsers import epochs, train_parser
from orchestrator.parsers.training_data import ParserRequest
from paralattice.adapters.options import ChartTrainOptions, ParseOptions
from paralattice.adapters.parser import load_parser
from paralattice.adapters.parser_files import model_files, parser_digest
from paralattice.errors import OptionError, ParseError
from paralattice.formats.trees import read_tree

OPTIONS = ChartTrainOptions(epochs=2, folds=2, words=30, threads=1)


@pytest.fixture(scope="module")
def inputs(tmp_path_factory, synthetic_trees, tiny_encoder):
    folder = tmp_path_factory.mktemp("inputs")
    (folder / "trees.mrg").write_text("\n".join(synthetic_trees(30)) + "\n", "utf-8")
    (folder / "dev.mrg").write_text("\n".join(synthetic_trees(4, seed=8)) + "\n", "utf-8")
    (folder / "first.mrg").write_text("\n".join(synthetic_trees(12, seed=4)) + "\n", "utf-8")
    other = (read_tree(text) for text in synthetic_trees(20, seed=9))
    lines = (" ".join(map("_".join, zip(tree.words(), tree.tags(), strict=True))) for tree in other)
    (folder / "other.txt").write_text("\n".join(lines) + "\n", "utf-8")
    words = ["the", "ferry", "bridge", "left", "later"]
    (folder / "words.txt").write_text("".join(f"{word} {place} 1 0\n" for place, word in enumerate(words)))
    tiny_encoder(folder / "encoder")
    return folder


def request(inputs, output, **changes):
    values = {
        "dev": inputs / "dev.mrg",
        "first": inputs / "first.mrg",
        "others": (inputs / "other.txt",),
        "vectors": inputs / "words.txt",
        "options": OPTIONS,
        **changes,
    }
    return ParserRequest((inputs / "trees.mrg",), output, encoder=inputs / "encoder", **values)


@pytest.fixture(scope="module")
def whole(inputs, tmp_path_factory):
    output = tmp_path_factory.mktemp("whole") / "parser"
    lines = []
    description = train_parser.train_parser(request(inputs, output), lines.append)
    return output, lines, description


def weights(folder):
    return {name: (folder / name).read_bytes() for name in ("chart.npz", "tagger.npz")}


def test_the_folder_is_a_parser(whole):
    output, _, _ = whole
    options = ParseOptions(parser=str(output))
    parse = load_parser(options).parse([("The", "old", "ferry", "left", ".")])[0]
    assert parse.tree.words() == ("The", "old", "ferry", "left", ".")
    assert parse.note == ""
    assert len(parser_digest(options)) == 64


def test_there_is_a_line_a_part_and_an_epoch(whole):
    _, lines, description = whole
    assert [line for line in lines if line.startswith("part ")] == [
        "part 1 of 2 is tagged",
        "part 2 of 2 is tagged",
    ]
    assert [line.split()[:2] for line in lines[-4:]] == [
        *(["first", "1/2"], ["first", "2/2"]),
        *(["parser", "1/2"], ["parser", "2/2"]),
    ]
    assert lines[-2].endswith("left")
    assert 0 <= description["dev_scores"]["f1"] <= 1


def test_the_description_says_what_the_model_was_made_of(whole):
    output, _, description = whole
    assert json.loads((output / "model.json").read_text("utf-8")) == description
    assert description["trained_on"][0]["trees"] == 30
    assert description["first"][0]["trees"] == 12
    assert [entry["file"] for entry in description["other_corpora"]] == ["other.txt"]
    assert len(description["encoder"]["sha256"]) == 64
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
    assert len(heard) > 5
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


def test_more_corpora_than_a_tagger_takes_are_refused_at_once(inputs, tmp_path):
    others = (inputs / "other.txt",) * 3
    with pytest.raises(OptionError, match="--other is given 3 times"):
        train_parser.train_parser(request(inputs, tmp_path / "p", others=others), str)
    assert not (tmp_path / "p").exists()


def test_too_few_trees_and_an_encoder_that_is_none_are_told_in_a_line(inputs, tmp_path):
    with pytest.raises(OptionError, match="too few for 50 parts"):
        train_parser.train_parser(request(inputs, tmp_path / "p", options=evolve(OPTIONS, folds=50)), str)
    with pytest.raises(ParseError, match="the encoder cannot be read"):
        train_parser.train_parser(replace(request(inputs, tmp_path / "p"), encoder=tmp_path), str)
    assert not (tmp_path / "p").exists()


def test_a_folder_with_a_chart_parser_needs_its_tagger(whole, tmp_path):
    output, _, _ = whole
    for name in ("model.json", "chart.npz"):
        (tmp_path / name).write_bytes((output / name).read_bytes())
    with pytest.raises(ParseError, match=r"tagger\.npz is missing"):
        model_files(str(tmp_path))
    (tmp_path / "tagger.npz").write_bytes(b"half")
    with pytest.raises(ParseError, match=r"tagger\.npz is not a model file or is damaged"):
        load_parser(ParseOptions(parser=str(tmp_path)))


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--other", "other.txt"], "--other can only be given with --encoder"),
        (["--first", "trees.mrg"], "--first can only be given with --encoder"),
        (["--threads", "1"], "--threads can only be given with --encoder"),
        (["--encoder", "encoder", "--hidden", "8"], "--hidden can only be given without --encoder"),
        (
            ["--encoder", "encoder", "--tagger-epochs", "1"],
            "--tagger-epochs can only be given without --encoder",
        ),
    ],
)
def test_flags_of_the_other_kind_of_parser_are_refused(inputs, monkeypatch, flags, message):
    monkeypatch.chdir(inputs)
    done = CliRunner().invoke(parser, ["train", "trees.mrg", "-o", "p", *flags])
    assert done.exit_code == 2
    assert message in done.output
    assert not (inputs / "p").exists()


def test_a_ctrl_c_that_is_swallowed_somewhere_stops_the_training_after_its_epoch(
    inputs, monkeypatch, tmp_path
):
    seen = []

    def run_stage(stage, training, folder, tell):
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        seen.append(stage.name)
        return epochs.run_stage(stage, training, folder, tell)

    monkeypatch.setattr(train_parser, "run_stage", run_stage)
    monkeypatch.chdir(inputs)
    before = signal.getsignal(signal.SIGINT)
    flags = ["--dev", "dev.mrg", "--encoder", "encoder", "--vectors", "words.txt", "--folds", "2"]
    done = CliRunner().invoke(parser, ["train", "trees.mrg", "-o", str(tmp_path / "p"), *flags])
    assert isinstance(done.exception, StopRequest)
    assert "parser 1/16" in done.output
    assert "parser 2/16" not in done.output
    assert seen == ["parser"]
    assert signal.getsignal(signal.SIGINT) == before


def test_the_command_trains_a_parser_and_says_how_to_use_it(inputs, monkeypatch, tmp_path):
    monkeypatch.chdir(inputs)
    flags = ["--dev", "dev.mrg", "--encoder", "encoder", "--other", "other.txt", "--vectors", "words.txt"]
    flags += ["--epochs", "2", "--folds", "2", "--threads", "1", "--licence", "ours"]
    done = CliRunner().invoke(parser, ["train", "trees.mrg", "-o", str(tmp_path / "p"), *flags])
    assert done.exit_code == 0, done.output
    assert f"use it with --parser {tmp_path / 'p'}" in done.output
    description = json.loads((tmp_path / "p" / "model.json").read_text("utf-8"))
    assert (description["licence"], description["options"]["threads"]) == ("ours", 1)
