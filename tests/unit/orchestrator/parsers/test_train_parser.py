"""A parser is trained into a folder, stopped, and gone on with."""

import json
import random

import pytest
from attrs import evolve

from orchestrator.commands.requests import parser_name
from orchestrator.parsers.train_parser import train_parser
from orchestrator.parsers.training_data import ParserRequest
from orchestrator.parsers.training_folder import CURVE, TrainingFolder
from paralattice.adapters.options import ParseOptions, TrainOptions
from paralattice.adapters.parser import load_parser
from paralattice.adapters.parser_files import model_files, parser_digest
from paralattice.errors import FormatError, OptionError, ParseError, ProblemsError

OPTIONS = TrainOptions(epochs=2, tagger_epochs=1, folds=2, hidden=8, tagger_hidden=8, batch=5, tagger_batch=5)
# A line for each epoch of two parts, of the tagger and of the parser, and one about the tags.
LINES = 6


@pytest.fixture(scope="module")
def inputs(tmp_path_factory, synthetic_trees):
    folder = tmp_path_factory.mktemp("inputs")
    (folder / "trees.mrg").write_text("\n".join(synthetic_trees(30)) + "\n", "utf-8")
    (folder / "dev.mrg").write_text("\n".join(synthetic_trees(4, seed=8)) + "\n", "utf-8")
    draw = random.Random(1)
    words = ["the", "ferry", "bridge", "left", ".", ",", "later"]
    lines = (" ".join([word, *(f"{draw.gauss(0, 1):.3f}" for _ in range(4))]) for word in words)
    (folder / "words.txt").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


def request(inputs, output, **changes):
    values = {"dev": inputs / "dev.mrg", "vectors": inputs / "words.txt", "options": OPTIONS, **changes}
    return ParserRequest((inputs / "trees.mrg",), output, **values)


@pytest.fixture(scope="module")
def whole(inputs, tmp_path_factory):
    output = tmp_path_factory.mktemp("whole") / "parser"
    lines = []
    description = train_parser(request(inputs, output), lines.append)
    return output, lines, description


def weights(folder):
    return {name: (folder / name).read_bytes() for name in ("constituency.pt", "tagger.pt", "vectors.pt")}


def test_the_folder_is_a_parser(whole):
    output, _, _ = whole
    options = ParseOptions(parser=str(output))
    parses = load_parser(options).parse([("The", "old", "ferry", "left", ".")])
    assert parses[0].tree.words() == ("The", "old", "ferry", "left", ".")
    assert len(parser_digest(options)) == 64


def test_there_is_a_line_an_epoch_with_score_and_time_left(whole):
    _, lines, description = whole
    assert len(lines) == LINES
    assert lines[0].startswith("tagger-1 1/1  loss ")
    assert "parser 1/2" in lines[-2]
    assert "dev F1" in lines[-2]
    assert lines[-2].endswith("left")
    assert not lines[-1].endswith("left")
    assert 0 <= description["dev_scores"]["f1"] <= 1


def test_the_description_says_what_the_model_was_made_of(whole):
    output, _, description = whole
    assert json.loads((output / "model.json").read_text("utf-8")) == description
    assert description["trained_on"][0]["file"] == "trees.mrg"
    assert description["trained_on"][0]["trees"] == 30
    assert description["dev"][0]["trees"] == 4
    assert description["options"]["epochs"] == 2
    assert description["versions"]["stanza"].startswith("1.")
    assert "treebank" in description["licence"]


def test_the_learning_curve_has_a_row_an_epoch(whole):
    rows = [line.split("\t") for line in (whole[0] / CURVE).read_text("utf-8").splitlines()]
    assert rows[0] == ["stage", "epoch", "loss", "score", "learning_rate", "seconds"]
    assert [row[:2] for row in rows[1:]] == [
        ["tagger-1", "1"],
        ["tagger-2", "1"],
        ["tagger", "1"],
        ["parser", "1"],
        ["parser", "2"],
    ]


def test_a_training_stopped_after_every_epoch_makes_the_same_weights(whole, inputs, tmp_path):
    output = tmp_path / "parser"
    done, description = 0, None
    while description is None:
        said = []

        def stop(line, said=said):
            said.append(line)
            if "/" in line:
                raise KeyboardInterrupt

        try:
            description = train_parser(request(inputs, output, resume=done > 0), stop)
        except KeyboardInterrupt:
            done += 1
    assert done == 5
    assert weights(output) == weights(whole[0])
    assert description == whole[2]


def test_more_epochs_go_on_where_a_training_ended(whole, inputs, tmp_path):
    output = tmp_path / "parser"
    short = evolve(OPTIONS, epochs=1)
    train_parser(request(inputs, output, options=short), str)
    lines = []
    train_parser(request(inputs, output, resume=True), lines.append)
    assert [line.split()[:2] for line in lines[1:]] == [["parser", "2/2"]]
    assert weights(output) == weights(whole[0])


def test_a_training_that_is_there_is_not_begun_again_unasked(whole, inputs):
    with pytest.raises(OptionError, match="--resume goes on with it"):
        train_parser(request(inputs, whole[0]), str)


def test_another_training_is_not_mixed_with_the_one_that_is_there(whole, inputs):
    other = evolve(OPTIONS, seed=5)
    with pytest.raises(OptionError, match="begun with other options"):
        train_parser(request(inputs, whole[0], options=other, resume=True), str)


def test_a_folder_with_other_files_is_left_alone(inputs, tmp_path):
    (tmp_path / "thesis.txt").write_text("all of it\n", "utf-8")
    with pytest.raises(OptionError, match="holds no training to go on with"):
        train_parser(request(inputs, tmp_path), str)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_without_a_dev_file_the_last_tenth_is_held_out(inputs, tmp_path):
    lines = []

    def stop(line):
        lines.append(line)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_parser(request(inputs, tmp_path / "p", dev=None), stop)
    signature = json.loads((tmp_path / "p/.training/signature.json").read_text("utf-8"))
    assert signature["dev"] == "the last 3 trees, not trained on"


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        ("(S (NN a)\n", ProblemsError, r"bad\.mrg:1:1: .*never closed"),
        ("", ProblemsError, r"bad\.mrg: the file holds no tree"),
        ("(S (NN a) (NN b))\n", OptionError, "1 trees to train on .* too few"),
    ],
)
def test_a_treebank_that_cannot_be_used_is_told_in_a_line(inputs, tmp_path, content, error, message):
    (tmp_path / "bad.mrg").write_text(content, "utf-8")
    wrong = ParserRequest((tmp_path / "bad.mrg",), tmp_path / "p", inputs / "dev.mrg", options=OPTIONS)
    with pytest.raises(error, match=message):
        train_parser(wrong, str)
    assert not (tmp_path / "p").exists()


def test_a_folder_of_a_model_must_say_which_file_is_which(tmp_path):
    with pytest.raises(ParseError, match=r"has no model\.json"):
        model_files(str(tmp_path))
    for content, message in (
        ("{}", "does not say which file is which"),
        ("{", "cannot be read"),
        (
            '{"files": {"constituency_model_path": "../x.pt", "constituency_pretrain_path": "v.pt"}}',
            "is not the name of a file in this folder",
        ),
        (
            '{"files": {"constituency_model_path": "x.pt", "constituency_pretrain_path": "v.pt"}}',
            r"v\.pt is missing|x\.pt is missing",
        ),
    ):
        (tmp_path / "model.json").write_text(content, "utf-8")
        with pytest.raises(ParseError, match=message):
            model_files(str(tmp_path))


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
    assert folder.state("parser") is None


def test_a_folder_without_trees_is_refused(tmp_path, inputs):
    with pytest.raises((ProblemsError, FormatError), match=r"no file that ends in \.mrg"):
        train_parser(ParserRequest((tmp_path,), tmp_path / "p", inputs / "dev.mrg", options=OPTIONS), str)
