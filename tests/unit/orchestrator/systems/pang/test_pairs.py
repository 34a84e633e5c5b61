"""Tables of paraphrase pairs, from the folder of a run."""

import importlib.util
import json
from pathlib import Path

import pytest

from orchestrator.runs.folder import RunError
from orchestrator.runs.read_lattices import read_lattice
from orchestrator.systems.pang.pairs import pair_lines, write_pairs
from paralattice.errors import FormatError, ProblemsError
from paralattice.lattice import count_pairs, extract_pairs, reliable_pairs
from paralattice.lattice.options import PairOptions
from paralattice.lattice.pairs import write_pairs as pairs_text

CLUSTERS = {
    "ferry": ["the last ferry left the pier", "the last boat left the pier", "the last boat sailed"],
    "lake": ["a boat left the lake", "a ferry left the lake", "a ferry sailed over the lake"],
    "note": ["the last note came", "The final note came", "the final note , at last , came"],
}
VERSIONS = ("V1", "V2")


def _load():
    path = Path(__file__).resolve().parents[4] / "support" / "runs.py"
    spec = importlib.util.spec_from_file_location("tests_support_runs_of_pairs", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def run(tmp_path):
    return _load().make_run(tmp_path / "run", CLUSTERS, VERSIONS)


def extractions(run, version, options):
    return [
        (name, extract_pairs(read_lattice(run / version / name / "lattice.json"), options))
        for name in CLUSTERS
    ]


@pytest.mark.parametrize("options", [PairOptions(), PairOptions(longest=2, composed=False)])
def test_the_tables_are_those_that_the_library_makes_in_memory(run, options):
    report = write_pairs(run, "V1", options)
    found = extractions(run, "V1", options)
    counted = count_pairs(found)
    assert report.table.read_text("utf-8") == pairs_text(counted)
    assert report.reliable_table.read_text("utf-8") == pairs_text(reliable_pairs(counted))
    assert (report.table.name, report.reliable_table.name) == (
        "paraphrases-V1.tsv",
        "paraphrases-V1-reliable.tsv",
    )
    assert report.pairs == len(counted) > 1
    assert report.reliable == len(reliable_pairs(counted)) > 0
    assert report.lexical == sum(len(one.pair.first) == len(one.pair.second) == 1 for one in counted)
    assert report.composed == sum(one.composed for one in counted)
    assert (report.unread, report.too_long) == (
        sum(extraction.unread for _, extraction in found),
        sum(extraction.too_long for _, extraction in found),
    )
    record = json.loads(report.table.with_suffix(".json").read_text("utf-8"))
    assert record["options"]["longest"] == options.longest
    assert record["pairs"] == report.pairs


def test_what_is_left_out_is_said(run):
    report = write_pairs(run, "V1", PairOptions(paths=2))
    assert report.unread
    assert list(pair_lines(report))[-1].startswith(f"left out: {report.unread} paths")


def test_a_failed_cluster_is_left_out(run):
    for path in (run / "V1" / "lake").iterdir():
        path.unlink()
    assert write_pairs(run, "V1").clusters == 2


def test_a_damaged_lattice_is_named(run):
    (run / "V1" / "lake" / "lattice.json").write_text("{")
    with pytest.raises(ProblemsError, match=r"lake/lattice.json: not JSON"):
        write_pairs(run, "V1")
    assert not (run / "paraphrases-V1.tsv").exists()


def test_a_version_that_the_run_has_not_is_refused(run):
    with pytest.raises(RunError, match="has no version 'pang', but V1, V2"):
        write_pairs(run)


def test_a_folder_that_is_no_runs_is_refused(tmp_path):
    with pytest.raises(FormatError, match="the folder is no run's"):
        write_pairs(tmp_path)
