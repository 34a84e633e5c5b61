"""The first sentence of each cluster and version is measured against the references in a folder."""

import csv
import json

import pytest

from orchestrator.measures.language_models import ModelRequest
from orchestrator.measures.measure import MeasureRequest, measure_run
from orchestrator.measures.summary import measure_and_show
from paralattice.errors import FormatError, ProblemsError


def request(folder):
    return MeasureRequest(ModelRequest(), references=folder)


@pytest.fixture
def references(tmp_path):
    folder = tmp_path / "references"
    folder.mkdir()
    (folder / "ferry.txt").write_text("The ferry fell down .\nA ferry fell .\n", "utf-8")
    return folder


def test_tables_are_written_and_printed_and_clusters_without_references_are_named(run, references, capsys):
    report = measure_and_show(run, request(references))
    ((version, clusters, words, *_), _) = report.references.rows
    assert (version, clusters, words) == ("V1", 1, 4)
    assert report.unreferenced == ("bridge", "mayor", "comet")
    table = (report.folder / "references_by_cluster.csv").read_text("utf-8-sig")
    rows = list(csv.DictReader(table.splitlines()))
    assert [(row["cluster"], row["version"], row["references"]) for row in rows] == [
        ("ferry", "V1", "2"),
        ("ferry", "V4", "2"),
    ]
    record = json.loads((report.folder / "measures.json").read_text("utf-8"))
    assert set(record["bleu"]) == {"V1", "V4"}
    told = capsys.readouterr()
    assert "ROUGE-SU4" in told.out
    assert "without references" in told.err


def test_measures_of_before_do_not_stay(run, references):
    measure_run(run, request(references))
    report = measure_run(run, request(None))
    assert report.references is None
    assert not list(report.folder.glob("references*"))


def test_a_folder_without_references_is_refused(run, tmp_path):
    with pytest.raises(FormatError, match=r"no reference found: looked for ferry\.txt"):
        measure_run(run, request(tmp_path))


def test_damaged_references_are_all_named(run, references):
    (references / "ferry.txt").write_bytes(b"caf\xe9\n")
    (references / "mayor.txt").write_bytes(b"")
    with pytest.raises(ProblemsError, match=r"(?s)ferry\.txt.*mayor\.txt") as told:
        measure_run(run, request(references))
    assert len(told.value.errors) == 2
