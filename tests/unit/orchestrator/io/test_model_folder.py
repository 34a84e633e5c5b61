"""A model's folder: whole or not at all, and clear about what is wrong with it."""

import gzip
import json

import pytest

from orchestrator.io.model_folder import (
    FORMAT,
    ModelFolder,
    ModelFolderError,
    new_folder,
    open_model,
    write_signature,
    write_texts,
)
from paralattice.ngrams import train_language_model, write_arpa
from paralattice.rewording.model_files import write_classes, write_entities, write_evidence, write_weights
from paralattice.rewording.words.entities import EntityClasses

SENTENCES = [["a", "ship"], ["a", "boat"]]
CASED = [["A", "ship"], ["A", "boat"]]


def texts():
    return {
        "pairs.txt": ["a ship ||| a boat\n"],
        "alignments.txt": ["0-0 1-1\n"],
        "phrase-table": ["ship ||| boat ||| 0.5 |||  ||| 1\n"],
        "language-model.arpa": write_arpa(train_language_model(SENTENCES)),
        "truecaser.arpa": write_arpa(train_language_model(CASED)),
        "entities.json": [write_entities(EntityClasses({"<n>": "[0-9]+"}))],
        "classes.tsv": write_classes({"ship": 1, "boat": 0}),
        "weights.json": [write_weights(None)],
        "evidence.txt": write_evidence([[0]]),
    }


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "model"
    with new_folder(path) as folder:
        write_signature(folder, {"trained_on": "two sentences"}, write_texts(folder, texts()))
    return path


def test_what_is_written_can_be_read_by_us_and_by_anybody(model):
    found = open_model(model)
    assert len(found.table) == 1
    assert found.language_model.knows("ship")
    assert found.truecaser.restore(["a", "boat"]) == ("A", "boat")
    assert found.entities.mask(["12", "boats"]).words == ("<n>", "boats")
    assert found.classes == {"ship": 1, "boat": 0}
    assert sorted(path.name for path in model.iterdir()) == [
        *("alignments.txt", "classes.tsv", "entities.json", "evidence.txt", "language-model.arpa.gz"),
        *("model.json", "pairs.txt", "phrase-table.gz", "truecaser.arpa.gz", "weights.json"),
    ]
    with gzip.open(model / "language-model.arpa.gz", "rt") as stream:
        assert stream.readline() == "\\data\\\n"
    signature = json.loads((model / "model.json").read_text("utf-8"))
    assert signature["format"] == FORMAT
    assert signature["trained_on"] == "two sentences"
    assert set(signature["files"]) == {path.name for path in model.iterdir()} - {"model.json"}


def test_of_a_large_model_as_much_is_read_as_some_words_need(tmp_path):
    phrases = [
        "a ship ||| a boat ||| 0.5\n",
        "<n> ships ||| ships <n> ||| 0.5\n",
        "x&amp;y ||| z ||| 0.5\n",
        "boat ||| ship ||| 1\n",
    ]
    with new_folder(tmp_path / "m") as folder:
        write_signature(folder, {}, write_texts(folder, texts() | {"phrase-table": phrases}))
    table = ModelFolder(tmp_path / "m").load(["a", "ship"]).table
    found = [
        len(list(table.replacements(text.split(), 0))) for text in ("a ship", "<n> ships", "x&y", "boat")
    ]
    assert found == [1, 1, 1, 0]


def test_the_same_texts_give_the_same_bytes(model, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    digests = write_texts(other, texts())
    assert digests == ModelFolder(model).signature["files"]


def test_an_error_while_it_is_written_leaves_nothing(tmp_path):
    def fail():
        with new_folder(tmp_path / "m") as folder:
            write_texts(folder, texts())
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert not list(tmp_path.iterdir())


def test_a_model_that_is_there_is_replaced_only_on_demand_and_nothing_else_ever(model, tmp_path):
    with pytest.raises(ModelFolderError, match="--force replaces it"), new_folder(model):
        pass
    with new_folder(model, force=True) as folder:
        write_signature(folder, {"trained_on": "others"}, write_texts(folder, texts()))
    assert ModelFolder(model).signature["trained_on"] == "others"
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.jpg").touch()
    with pytest.raises(ModelFolderError, match="is not replaced: it has no model"):
        new_folder(tmp_path / "photos", force=True).__enter__()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model", "photos"]


@pytest.mark.parametrize(
    "name", ["phrase-table.gz", "language-model.arpa.gz", "entities.json", "classes.tsv"]
)
def test_a_file_that_changed_or_went_is_told_by_its_name(model, name):
    content = (model / name).read_bytes()
    (model / name).write_bytes(content[: len(content) // 2])
    with pytest.raises(ModelFolderError, match=f"{name}: is damaged"):
        open_model(model)
    (model / name).unlink()
    with pytest.raises(ModelFolderError, match=f"{name}: is missing"):
        open_model(model)


def test_a_folder_that_is_no_model_or_one_of_another_version_is_told(model, tmp_path):
    with pytest.raises(ModelFolderError, match=r"is no model: it has no model\.json"):
        open_model(tmp_path)
    path = model / "model.json"
    record = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(record | {"format": 99, "paralattice": "7.5"}), "utf-8")
    with pytest.raises(ModelFolderError, match=r"format 99, of Paralattice 7\.5.*train it again"):
        open_model(model)
    path.write_text("{", "utf-8")
    with pytest.raises(ModelFolderError, match="is damaged: it is not JSON"):
        open_model(model)
    path.write_text("[]", "utf-8")
    with pytest.raises(ModelFolderError, match="is not the signature of a model"):
        open_model(model)


@pytest.mark.parametrize(
    ("name", "lines", "message"),
    [
        ("classes.tsv", ["ship 1\n"], r"classes\.tsv:1: expected a word, a tab"),
        ("entities.json", ["[]\n"], r"entities\.json: expected an object of generic tokens"),
        ("entities.json", ['{"<n>": "("}\n'], r"entities\.json: invalid expression of a class of named"),
        ("phrase-table", ["ship ||| boat\n"], r"phrase-table\.gz:1: two phrases and scores"),
    ],
)
def test_texts_that_do_not_follow_their_format_are_told_with_their_line(tmp_path, name, lines, message):
    with new_folder(tmp_path / "m") as folder:
        write_signature(folder, {}, write_texts(folder, texts() | {name: lines}))
    with pytest.raises(ModelFolderError, match=message):
        open_model(tmp_path / "m")
