"""The evaluation of several systems of rewording on the same sentences."""

import io
import json
from codecs import BOM_UTF8
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from orchestrator.cli import cli
from orchestrator.engine.resources import Resources
from orchestrator.judging.rewording_study import read_rewordings
from orchestrator.systems.rewording.evaluation import ComparisonRequest, evaluate_systems
from orchestrator.systems.rewording.training.train import TrainRequest
from paralattice.errors import ParalatticeError
from paralattice.rewording.options import TrainingOptions
from support import tiny_wordnet
from support.training import train_in_process

ROOT = Path(__file__).resolve().parents[5]
DOCUMENTS = ROOT / "examples" / "documents"
SENTENCES = [
    "A blaze broke out in the old building on Sunday.",
    "The ferry sank near the cape.",
    "Zyzzyva quux!",
]
GOLD = {"source": ["a", "blaze", "broke", "out"], "target": ["a", "fire", "broke", "out"]}
GOLD |= {"sure": [[0, 0], [2, 2], [3, 3]], "possible": [[1, 1]]}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with two models of the example documents, a WordNet, sentences and links by hand."""
    folder = tmp_path_factory.mktemp("evaluation")
    wordnet = tiny_wordnet.write_tiny_wordnet(folder / "wn")
    for preset in ("default", "quirk2004"):
        request = TrainRequest(
            DOCUMENTS,
            folder / preset,
            Resources(str(folder / "store")),
            TrainingOptions.preset(preset),
            wordnet=wordnet,
        )
        train_in_process(request)
    (folder / "test.txt").write_text("\n\n".join(SENTENCES) + "\n", "utf-8")
    (folder / "gold.jsonl").write_text(json.dumps(GOLD) + "\n", "utf-8")
    return folder


def request_of(place, output, **more):
    models = (place / "quirk2004", place / "default")
    return ComparisonRequest(place / "test.txt", models, output, wordnet=place / "wn", **more)


def evaluated(request):
    """Return the tables by name, and what was printed."""
    console = Console(file=io.StringIO(), width=200)
    tables = {table.name: table.records() for table in evaluate_systems(request, console)}
    return tables, console.file.getvalue()


def test_all_systems_reword_the_same_sentences_and_are_measured(place, tmp_path):
    tables, printed = evaluated(request_of(place, tmp_path / "study", gold=(place / "gold.jsonl",)))
    systems = ["quirk2004", "default", "wn", "wn+lm", "cl"]
    assert [row["system"] for row in tables["measures"]] == systems
    assert tables["table1"][0]["words"] == "all"
    assert "quirk2004: 2 of 3 sentences reworded" in printed
    measures = {row["system"]: row for row in tables["measures"]}
    assert measures["quirk2004"]["reworded"] == pytest.approx(200 / 3)
    for name in systems:
        rows = read_rewordings([tmp_path / "study" / "rewordings" / f"{name}.jsonl"])
        assert [row["sentence"] for row in rows] == SENTENCES
        assert {row["system"] for row in rows} == {name}
        best = [row["rewordings"][0] for row in rows if row["rewordings"]]
        if best:
            mean = sum(one["distance"] for one in best) / len(best)
            assert measures[name]["distance"] == pytest.approx(mean)
    assert {path.name for path in (tmp_path / "study").glob("*.md")} == {"table1.md", "measures.md"}
    assert all(path.read_bytes().startswith(BOM_UTF8) for path in (tmp_path / "study").glob("*.csv"))


def test_the_sheets_of_both_studies_are_dealt_blind(place, tmp_path):
    evaluated(request_of(place, tmp_path / "study", judges=2, ranks=2))
    for kind, judges in (("acceptability", 2), ("qualities", 1)):
        folder = tmp_path / "study" / kind
        assert len(list(folder.glob("judge-*"))) == judges
        assert "quirk2004" in (folder / "sheets-key.csv").read_text("utf-8")
        pages = [path.read_text("utf-8") for path in folder.glob("judge-*/*.html")]
        assert pages
        assert not any("quirk2004" in page or "wn+lm" in page for page in pages)


def test_an_evaluation_is_replaced_on_request_only_and_other_folders_never(place, tmp_path):
    output = tmp_path / "study"
    evaluated(request_of(place, output, baselines=()))
    with pytest.raises(ParalatticeError, match="--force replaces it"):
        evaluated(request_of(place, output))
    tables, _ = evaluated(request_of(place, output, baselines=(), force=True))
    assert len(tables["measures"]) == 2
    (output / "evaluation.json").unlink()
    with pytest.raises(ParalatticeError, match="is not replaced: it has no evaluation"):
        evaluated(request_of(place, output, force=True))


def test_nothing_is_written_when_a_system_cannot_be_run(place, tmp_path):
    with pytest.raises(ParalatticeError):
        evaluated(ComparisonRequest(place / "test.txt", (place / "wn",), tmp_path / "study"))
    (tmp_path / "empty.txt").write_text("\n", "utf-8")
    with pytest.raises(ParalatticeError, match="has no sentence"):
        evaluated(ComparisonRequest(tmp_path / "empty.txt", (place / "default",), tmp_path / "study"))
    (tmp_path / "wn").mkdir()
    with pytest.raises(ParalatticeError, match="two have the same name"):
        evaluated(ComparisonRequest(place / "test.txt", (tmp_path / "wn",), tmp_path / "study"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty.txt", "wn"]


def test_the_command_prints_the_tables(place, tmp_path):
    words = ["reword", "evaluate", place / "test.txt", "--model", place / "quirk2004", "--baseline", "none"]
    done = CliRunner().invoke(cli, [*map(str, words), "-o", str(tmp_path / "other"), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["measures"][0]["system"] == "quirk2004"
