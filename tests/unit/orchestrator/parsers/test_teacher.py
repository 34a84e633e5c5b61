"""A parser learns from another parser's trees and tags of text without labels."""

import json
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from orchestrator.cli import cli
from orchestrator.corpora.treebank_files import read_treebank
from orchestrator.parsers import teaching
from orchestrator.parsers.teaching import read_unlabelled
from orchestrator.parsers.train_parser import train_parser
from orchestrator.parsers.training_data import TrainRequest
from orchestrator.parsers.training_folder import MODEL
from paralattice.adapters.options import ParseOptions, TrainOptions
from paralattice.adapters.parser import load_parser
from paralattice.adapters.training.corpora import LOWEST, TrainingCorpus
from paralattice.adapters.training.teacher import Teachers, read_labelled
from paralattice.errors import FormatError, OptionError, ParseError, ProblemsError
from paralattice.formats.trees import read_tree

OPTIONS = TrainOptions(
    epochs=14, words=15, hidden=0.0, encoder_rate=0.003, rate=0.02, mean=0.8, share=10, threads=1
)


@pytest.fixture(scope="module")
def inputs(tmp_path_factory, synthetic_trees, tiny_encoder):
    folder = tmp_path_factory.mktemp("inputs")
    for name, count, seed in (("gold", 100, 1), ("few", 3, 2), ("dev", 20, 3)):
        (folder / f"{name}.mrg").write_text("\n".join(synthetic_trees(count, seed=seed)) + "\n", "utf-8")
    (folder / "texts").mkdir()
    lines = (" ".join(read_tree(text).words()) for text in synthetic_trees(60, seed=4))
    (folder / "texts/more.tok").write_text("\n".join(lines) + "\n", "utf-8")
    (folder / "texts/plain.txt").write_text("The ferry left. The old dog didn't bark.\n", "utf-8")
    tiny_encoder(folder / "large", width=64)
    tiny_encoder(folder / "small")
    return folder


def request(inputs, output, treebank="few.mrg", encoder="small", **changes):
    values = {"dev": inputs / "dev.mrg", "options": OPTIONS, **changes}
    return TrainRequest((inputs / treebank,), output, (inputs / encoder,), **values)


@pytest.fixture(scope="module")
def teacher(inputs):
    options = replace_options(epochs=10)
    train_parser(request(inputs, inputs / "teacher", "gold.mrg", "large", options=options), str)
    return inputs / "teacher"


def replace_options(**changes):
    return TrainOptions(**{**OPTIONS.to_dict(), **changes})


def taught(inputs, teacher, output, **changes):
    return request(inputs, output, teachers=(str(teacher),), unlabelled=(inputs / "texts",), **changes)


@pytest.fixture(scope="module")
def pupil(inputs, teacher, tmp_path_factory):
    output = tmp_path_factory.mktemp("pupil") / "parser"
    lines = []
    return output, train_parser(taught(inputs, teacher, output), lines.append), lines


def test_a_pupil_of_few_trees_is_better_with_a_teacher(inputs, pupil, tmp_path):
    # As many words without a teacher: eleven times as many epochs of the trees alone.
    options = replace_options(epochs=154)
    alone = train_parser(request(inputs, tmp_path / "alone", options=options), str)
    _, description, _ = pupil
    assert description["dev_scores"]["f1"] > alone["dev_scores"]["f1"] + 0.05


def test_the_description_names_the_teacher_and_the_texts(pupil, teacher):
    output, description, lines = pupil
    made = json.loads((teacher / "model.json").read_text("utf-8"))
    assert description["teachers"] == [{"parser": "teacher", "sha256": made["sha256"][MODEL]}]
    (record,) = description["unlabelled"]
    assert (record["file"], len(record["sha256"])) == ("texts", 64)
    sentences, _ = read_unlabelled([teacher.parent / "texts"])
    assert record["sentences"] == len(sentences)
    assert lines[0] == f"teacher  {len(sentences)}/{len(sentences)} sentences"
    words = ("The", "ferry", "left", ".")
    assert load_parser(ParseOptions(parser=str(output))).parse([words])[0].tree.words() == words


def test_a_training_stopped_after_every_line_makes_the_same_weights(
    inputs, teacher, pupil, tmp_path, monkeypatch
):
    output, description, heard = tmp_path / "parser", None, []

    def stop(line):
        heard.append(line.split()[:2])
        raise KeyboardInterrupt

    while description is None:
        try:
            description = train_parser(taught(inputs, teacher, output, resume=bool(heard)), stop)
        except KeyboardInterrupt:
            # What is stored is not computed again.
            monkeypatch.setattr(Teachers, "label", None)
    assert [name for name, _ in heard] == ["teacher"] + ["epoch"] * OPTIONS.epochs
    assert (output / MODEL).read_bytes() == (pupil[0] / MODEL).read_bytes()
    assert description == pupil[1]


def test_labelling_goes_on_at_the_part_where_it_stopped(inputs, teacher, tmp_path, monkeypatch):
    monkeypatch.setattr(teaching, "_AT_ONCE", 25)
    heard = []

    def stop(line):
        heard.append(line.split()[1].split("/")[0])
        if len(heard) < 3:
            raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            train_parser(taught(inputs, teacher, tmp_path / "p", resume=bool(heard)), stop)
    assert heard == ["25", "50"]


def test_a_teacher_labels_as_it_parses(inputs, teacher):
    treebank = read_treebank([inputs / "dev.mrg"])
    sentences = [tree.words() for tree in treebank.trees]
    loaded = Teachers([str(teacher)], 1)
    examples = list(read_labelled(loaded.label(sentences)))
    assert sorted(map(len, sentences)) == [len(one.forms) for one in examples]
    parser, agreed = load_parser(ParseOptions(parser=str(teacher))), []
    for example in examples:
        assert example.shares.shape == (len(example.forms), len(loaded.inventory.tags))
        assert example.shares.sum(axis=1) == pytest.approx(1, abs=0.01)
        tree = parser.parse([tuple(example.forms)])[0].tree
        best = [loaded.inventory.tags[number] for number in np.argmax(example.shares, axis=1)]
        agreed.append(tuple(best) == tree.tags())
    # The parser rounds to whole numbers, the teacher does not.
    assert sum(agreed) >= 0.9 * len(agreed)


def test_a_teacher_gives_the_scores_of_the_labels_that_may_be_in_a_tree(inputs, teacher):
    sentences = [tree.words() for tree in read_treebank([inputs / "dev.mrg"]).trees]
    loaded = Teachers([str(teacher)], 1)
    corpus = TrainingCorpus(
        tuple(read_labelled(loaded.label(sentences))), loaded.inventory.tags, loaded.inventory.labels
    )
    spans = [len(one.forms) * (len(one.forms) + 1) // 2 for one in corpus.examples]
    scores = corpus.label_scores([1, 0], (spans[0] + spans[1], len(corpus.labels)))
    assert scores.min() == LOWEST
    # The best labels of the tree's spans, in the order of the batch.
    gold = corpus.gold_labels([1, 0])
    chosen = np.nonzero(gold >= 0)[0]
    assert len(chosen) > 1
    assert np.argmax(scores[chosen], axis=1).tolist() == gold[chosen].tolist()
    assert scores[chosen].max(axis=1).min() > LOWEST


@pytest.fixture(scope="module")
def second(inputs):
    options = replace_options(epochs=4, seed=5)
    train_parser(request(inputs, inputs / "second", "gold.mrg", "small", options=options), str)
    return inputs / "second"


def test_several_teachers_label_by_the_mean_of_their_scores(inputs, teacher, second):
    sentences = [tree.words() for tree in read_treebank([inputs / "dev.mrg"]).trees][:5]
    scores = []
    for names in ([teacher], [second], [teacher, second]):
        loaded = Teachers(list(map(str, names)), 1)
        labelled = tuple(read_labelled(loaded.label(sentences)))
        corpus = TrainingCorpus(labelled, loaded.inventory.tags, loaded.inventory.labels)
        spans = sum(len(one.forms) * (len(one.forms) + 1) // 2 for one in labelled)
        table = corpus.label_scores(range(5), (spans, len(corpus.labels)))
        scores.append((corpus.gold_tags(range(5)), table, corpus.gold_labels(range(5))))
    one, other, both = scores
    assert both[0] == pytest.approx((one[0] + other[0]) / 2, abs=0.002)
    assert abs(one[0] - other[0]).max() > 0.01
    known = (one[1] > LOWEST) & (other[1] > LOWEST) & (both[1] > LOWEST)
    assert both[1][known] == pytest.approx((one[1][known] + other[1][known]) / 2, abs=0.05)
    assert abs(one[1][known] - other[1][known]).max() > 0.5
    # The trees are those of the mean, whose labels are best there.
    chosen = np.nonzero(both[2] >= 0)[0]
    assert np.argmax(both[1][chosen], axis=1).tolist() == both[2][chosen].tolist()


def test_teachers_must_differ_and_have_the_same_labels(inputs, teacher, second, tmp_path):
    with pytest.raises(ParseError, match=r"teacher '.*teacher' is given twice"):
        Teachers([str(teacher), str(teacher)], 1)
    (tmp_path / "own.mrg").write_text("(ROOT (OWN (ZZ ferry) (NN left)))\n" * 3, "utf-8")
    wanted = request(inputs, tmp_path / "p", tmp_path / "own.mrg", options=replace_options(epochs=2))
    train_parser(wanted, str)
    with pytest.raises(ParseError, match=r"teacher '.*p' has other tags or labels than '.*second'"):
        Teachers([str(second), str(tmp_path / "p")], 1)


def test_sentences_with_exchanged_constituents_are_text_for_a_teacher(inputs, teacher, tmp_path):
    heard = []
    wanted = taught(inputs, teacher, tmp_path / "p", options=replace_options(epochs=2, exchanged=30))
    wanted = replace(wanted, treebanks=(inputs / "gold.mrg",), unlabelled=())
    description = train_parser(wanted, heard.append)
    assert heard[0] == "teacher  30/30 sentences"
    assert (description["options"]["exchanged"], description["unlabelled"]) == (30, [])
    with pytest.raises(OptionError, match="these a teacher"):
        train_parser(replace(wanted, teachers=()), str)


def test_a_pupil_learns_the_tags_and_labels_of_both(inputs, teacher, tmp_path):
    (tmp_path / "own.mrg").write_text("(ROOT (OWN (ZZ ferry) (NN left)))\n" * 3, "utf-8")
    options = replace_options(epochs=2)
    wanted = taught(inputs, teacher, tmp_path / "p", options=options)
    train_parser(replace(wanted, treebanks=(tmp_path / "own.mrg",)), str)
    inventory = Teachers([str(tmp_path / "p")], 1).inventory
    before = Teachers([str(teacher)], 1).inventory
    assert inventory.tags == (*before.tags, "ZZ")
    assert inventory.labels == (*before.labels, "OWN")


def test_text_is_split_and_tokenised_unless_it_is_tokens(tmp_path):
    (tmp_path / "a.txt").write_text("The dog didn't bark. Run!\n\nThe dog didn't bark.\n", "utf-8")
    (tmp_path / "b.tok").write_text("it didn't bark\nyes\n" + "so " * 101 + "\n", "utf-8")
    sentences, records = read_unlabelled([tmp_path / "a.txt", tmp_path / "b.tok"])
    # Each sentence counts once; those of one word or of more than 100 are left out.
    assert sentences == [
        ("The", "dog", "did", "n't", "bark", "."),
        ("Run", "!"),
        ("it", "didn't", "bark"),
    ]
    assert [record["sentences"] for record in records] == [2, 1]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "trees.mrg",
            b"(S (NN a))",
            r"trees\.mrg: unlabelled text must end in \.txt or, as tokens, in \.tok",
        ),
        ("latin.txt", "Le café est fermé.".encode("latin-1"), r"latin\.txt:1:7: byte 0xE9 is not UTF-8"),
        ("empty.txt", b"\n", r"empty\.txt: no sentence has 2 to 100 words"),
    ],
)
def test_a_text_that_cannot_be_used_is_told_in_a_line(inputs, teacher, tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    wrong = replace(taught(inputs, teacher, tmp_path / "p"), unlabelled=(tmp_path / name,))
    with pytest.raises((ProblemsError, FormatError), match=message):
        train_parser(wrong, str)
    assert not (tmp_path / "p").exists()


def test_a_teacher_and_its_text_go_together(inputs, teacher, tmp_path):
    for changes in ({"teachers": ()}, {"unlabelled": ()}):
        with pytest.raises(OptionError, match="a teacher needs unlabelled text"):
            train_parser(replace(taught(inputs, teacher, tmp_path / "p"), **changes), str)


def test_a_folder_that_is_no_parser_cannot_teach(inputs, tmp_path):
    with pytest.raises(ParseError, match=r"has no model\.json"):
        train_parser(taught(inputs, inputs / "small", tmp_path / "p"), str)


def test_another_teacher_or_text_is_another_training(inputs, teacher, pupil):
    wanted = taught(inputs, teacher, pupil[0], resume=True)
    with pytest.raises(OptionError, match="begun with other teachers"):
        train_parser(replace(wanted, teachers=(str(pupil[0]),)), str)
    with pytest.raises(OptionError, match="begun with other unlabelled"):
        train_parser(replace(wanted, unlabelled=(inputs / "texts/more.tok",)), str)
    with pytest.raises(OptionError, match="begun with other teachers, unlabelled"):
        train_parser(replace(wanted, teachers=(), unlabelled=()), str)


@pytest.mark.usefixtures("teacher")
def test_the_command_takes_a_teacher(inputs, monkeypatch, tmp_path):
    monkeypatch.chdir(inputs)
    flags = ["--dev", "dev.mrg", "--encoder", "small", "--epochs", "2", "--threads", "1"]
    flags += ["--teacher", "teacher", "--unlabelled", "texts", "--exchanged", "1"]
    flags += ["-o", str(tmp_path / "p")]
    done = CliRunner().invoke(cli, ["parser", "train", "few.mrg", *flags])
    assert done.exit_code == 0, done.output
    assert "sentences\nepoch 1/2" in done.output
