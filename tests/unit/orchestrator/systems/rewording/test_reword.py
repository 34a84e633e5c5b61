"""The commands that train models, reword sentences and measure alignments, in this process."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from orchestrator.cli import cli
from orchestrator.engine.resources import Resources
from orchestrator.systems.rewording.training.train import TrainRequest
from paralattice.errors import ParalatticeError
from paralattice.rewording.options import TrainingOptions
from support import tiny_wordnet
from support.training import train_in_process

ROOT = Path(__file__).resolve().parents[5]
DOCUMENTS = ROOT / "examples" / "documents"
SENTENCE = "A blaze broke out in the old building on Sunday."


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """The folder of a model of the example documents."""
    folder = tmp_path_factory.mktemp("trained")
    resources = Resources(str(folder / "store"))
    options = TrainingOptions.preset("quirk2004")
    train_in_process(TrainRequest(DOCUMENTS, folder / "model", resources, options))
    return folder / "model"


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a command in the test's folder; return its result."""
    monkeypatch.chdir(tmp_path)
    return lambda *words, **more: CliRunner().invoke(cli, [str(word) for word in words], **more)


def test_rewordings_are_printed_with_scores_the_best_first(run, model):
    done = run("reword", "run", "--model", model, SENTENCE, "--u", 0.4, "-n", 3)
    assert done.exit_code == 0, done.output
    first, *rest = done.stdout.splitlines()
    assert first == SENTENCE
    scores = [float(line.split()[0]) for line in rest if line]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert "A fire broke out in the old building on Sunday." in done.stdout


def test_a_sentence_longer_than_any_name_of_a_file_is_a_sentence(run, model):
    sentence = "The boat and " * 40 + "the boat sank."
    done = run("reword", "run", "--model", model, sentence, "-n", 1)
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[0] == sentence


def test_lines_of_json_tell_tokens_scores_and_edits(run, model, tmp_path):
    (tmp_path / "in.txt").write_text(f"{SENTENCE}\n\nZyzzyva quux!\n", "utf-8")
    done = run("reword", "run", "--model", model, "in.txt", "--json", "-n", 2, "-o", "out.jsonl")
    assert done.exit_code == 0, done.output
    assert done.stdout == ""
    assert "sentence 2: no rewording: it is empty" in done.stderr
    assert "sentence 3: no rewording: nothing is known" in done.stderr
    lines = (tmp_path / "out.jsonl").read_text("utf-8").splitlines()
    first, empty, unknown = map(json.loads, lines)
    assert (empty["tokens"], empty["rewordings"], unknown["tokens"]) == ([], [], ["Zyzzyva", "quux", "!"])
    best = first["rewordings"][0]
    assert best["rank"] == 1
    assert best["score"] == pytest.approx(best["replacement_score"] + best["language_score"], abs=1e-5)
    assert best["edits"]
    assert all(edit["from"] == first["tokens"][edit["start"] : edit["end"]] for edit in best["edits"])


def test_the_standard_input_is_read_line_by_line(run, model):
    done = run("reword", "run", "--model", model, "-", "--tokenized", "--u", 0.4, input="The ship sank .\n")
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[0] == "The ship sank ."
    assert "The ferry sank ." in done.stdout


def test_the_lattice_is_drawn_as_svg_and_as_dot(run, model, tmp_path):
    for name, sign in (("l.svg", "<svg "), ("l.dot", "digraph generation {")):
        done = run("reword", "run", "--model", model, SENTENCE, "--show", "lattice", "-o", name)
        assert done.exit_code == 0, done.output
        assert (tmp_path / name).read_text("utf-8").startswith(sign)
    done = run("reword", "run", "--model", model, SENTENCE, "More.", "--show", "lattice")
    assert done.exit_code == 2
    assert "of one sentence, not of 2" in done.stderr


def test_baselines_need_wordnet_and_say_so(run, model, tmp_path):
    wordnet = tiny_wordnet.write_tiny_wordnet(tmp_path / "wn")
    sentence = "The fire injured two people."
    done = run("reword", "run", "--model", model, "--system", "wn+lm", "--wordnet", wordnet, sentence)
    assert done.exit_code == 0, done.output
    assert "The blaze injured two people." in done.stdout
    done = run("reword", "run", "--model", model, "--system", "cl", sentence)
    assert done.exit_code == 0, done.output
    done = run("reword", "run", "--model", model, "--system", "wn", "--wordnet", "nowhere", sentence)
    assert isinstance(done.exception, ParalatticeError)
    assert "apt install wordnet-base" in str(done.exception)


def test_what_is_no_model_is_told_in_one_line(run):
    done = run("reword", "run", "--model", DOCUMENTS, SENTENCE)
    assert isinstance(done.exception, ParalatticeError)
    assert str(done.exception).endswith("is no model: it has no model.json")


def test_a_text_is_needed(run, model):
    done = run("reword", "run", "--model", model)
    assert done.exit_code == 2
    assert "a sentence is needed" in done.stderr


def test_alignments_are_measured_against_links_by_hand(run, model, tmp_path):
    gold = {"source": ["A", "blaze", "broke", "out", "."], "target": ["A", "fire", "broke", "out", "."]}
    gold |= {"sure": [[place, place] for place in range(5)], "possible": [[0, 1]]}
    (tmp_path / "gold.jsonl").write_text(json.dumps(gold) + "\n", "utf-8")
    done = run(
        "reword",
        "align-error",
        "gold.jsonl",
        "--model",
        model,
        "--symmetrisation",
        "intersection",
        "-o",
        "aer",
    )
    assert done.exit_code == 0, done.output
    assert "| all | AER | 0.00 | 11.58 |" in done.stdout
    assert (tmp_path / "aer" / "table1.csv").is_file()
    (tmp_path / "links.txt").write_text("0-0 0-1 1-1\n", "utf-8")
    done = run("reword", "align-error", "gold.jsonl", "--alignments", "links.txt")
    assert "| all | Precision | 100.00 | 87.46 |" in done.stdout
    assert "| all | Recall | 40.00 | 89.52 |" in done.stdout
    (tmp_path / "links.txt").write_text("0-0\n1-1\n", "utf-8")
    done = run("reword", "align-error", "gold.jsonl", "--alignments", "links.txt")
    assert "2 alignments, and 1 pairs with links by hand" in str(done.exception)
    done = run("reword", "align-error", "gold.jsonl", "--alignments", "links.txt", "--model", model)
    assert "nothing is trained" in done.stderr
