"""A run's folder: its files, what they hold, and what is said of damaged ones."""

import importlib.util
import os
import re
from pathlib import Path

import pytest

from orchestrator.runs.folder import RunError, RunFolder, existing_run, find_run, run_folder, run_folders
from orchestrator.runs.sentences import write_sentence_files
from paralattice.errors import FormatError
from support.runs import make_run

_SPEC = importlib.util.spec_from_file_location(
    "tests_support_runs_of_folders", Path(__file__).resolve().parents[4] / "support" / "runs.py"
)
support = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(support)


@pytest.fixture
def folder(tmp_path):
    folder = RunFolder(tmp_path / "runs" / "boats")
    folder.create()
    return folder


def test_a_run_is_a_folder_of_its_name(tmp_path):
    folder = run_folder(tmp_path, "boats")
    assert (folder.root, folder.name) == (tmp_path / "boats", "boats")
    assert not folder.root.exists()
    for path in (folder.ledger, folder.results, folder.worker_log):
        assert path.is_relative_to(folder.root)


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", ".hidden", "a\\b", "nul", "tab\t", "x" * 300])
def test_a_name_that_cannot_be_a_folder_is_refused(tmp_path, name):
    with pytest.raises(RunError, match="run name"):
        run_folder(tmp_path, name)


def test_making_a_folder_leaves_nothing_in_it_and_keeps_what_is_there(folder):
    assert list(folder.root.iterdir()) == []
    folder.write({"id": "boats-1"})
    folder.create()
    assert folder.read() == {"id": "boats-1"}


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "runs").write_text("a file in the way")
    with pytest.raises(RunError, match=r"cannot write the run folder .*boats"):
        RunFolder(tmp_path / "runs" / "boats").create()


def test_the_record_is_read_as_it_was_written(folder):
    assert folder.read() is None
    value = {"id": "boats-1", "signature": {"options": {"versions": ["V1"]}}, "submits": []}
    folder.write(value)
    assert folder.read() == value


@pytest.mark.parametrize("content", [b"{", b"", b"\xff\xfe", b"[]", b"null", b'"text"'])
def test_a_record_that_is_damaged_is_named(folder, content):
    (folder.root / "run.json").write_bytes(content)
    with pytest.raises(FormatError, match=r"run\.json"):
        folder.read()


def test_the_results_of_a_run_are_read_by_cluster_and_version(tmp_path):
    run = RunFolder(support.make_run(tmp_path / "harbour", {"ferry": ["the ferry sank .", "it sank ."]}))
    assert run.versions() == ("V1", "V2")
    assert run.options().versions == ("V1", "V2")
    assert run.cluster_entries() == [("ferry", "", 2)]
    assert [(row["version"], row["status"]) for row in run.result_rows()] == [("V1", "done"), ("V2", "done")]
    assert [sentence.words for sentence in run.cluster("ferry").sentences][1] == ("it", "sank", ".")
    assert run.version("ferry", "V1").lattice.start == 0
    assert run.version("ferry", "V1").samples
    assert run.has_samples("ferry", "V1")
    assert not run.has_samples("ferry", "pang")
    assert run.judgements() == []


def test_a_table_of_pairs_has_its_version_in_its_name_unless_it_is_made_of_trees(folder):
    assert folder.pair_table("pang").name == "paraphrases.tsv"
    assert folder.pair_table("V1", reliable=True).name == "paraphrases-V1-reliable.tsv"


def test_a_version_that_the_run_does_not_have_is_refused(folder):
    folder.write({"versions": ["V1", "V4"]})
    folder.require_version("V4")
    with pytest.raises(RunError, match="has no version 'V5', but V1, V4"):
        folder.require_version("V5")


@pytest.mark.parametrize("content", ["{}", '{"versions": []}', '{"versions": ["../V1"]}', None])
def test_a_record_without_usable_versions_is_refused(folder, content):
    if content is not None:
        folder.record_file.write_text(content, "utf-8")
    with pytest.raises(FormatError, match=r"run\.json"):
        folder.record()


@pytest.mark.parametrize("options", [None, 1, {"align": {"gap": "x"}}])
def test_a_record_without_options_is_refused(folder, options):
    folder.write({"versions": ["V1"], "signature": {"options": options}})
    with pytest.raises(FormatError, match=r"run\.json: not the record of a run"):
        folder.options()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cluster,split\nferry,\n", ":2: lacks one of cluster, sentences, split"),
        ("cluster,split,sentences\nferry,,\n", ":2: '' is not a number of sentences"),
        ("cluster,split,sentences\nferry,,2\n../b,,2\n", ":3: holds cluster names that cannot be file names"),
    ],
)
def test_a_damaged_table_of_clusters_is_named_with_its_line(folder, text, message):
    folder.clusters.write_text(text, "utf-8")
    with pytest.raises(FormatError, match=re.escape("clusters.csv" + message)):
        folder.cluster_entries()


def test_absent_tables_are_named(folder):
    with pytest.raises(RunError, match=r"results\.csv is absent: the run has no results yet"):
        list(folder.result_rows())
    with pytest.raises(FormatError, match=r"clusters\.csv: cannot be read: No such file"):
        folder.cluster_entries()


def test_runs_are_found_by_folder_and_by_name_the_most_recent_one_first(tmp_path):
    for name in ("one", "two"):
        run = RunFolder(tmp_path / name)
        run.create()
        run.write({})
    os.utime(tmp_path / "two" / "run.json", (1, 1))
    (tmp_path / "no-run").mkdir()
    assert [run.name for run in run_folders(tmp_path)] == ["one", "two"]
    assert find_run(tmp_path, "two").root == find_run(tmp_path, str(tmp_path / "two")).root
    with pytest.raises(RunError, match=r"there is no run 'three'; the runs in .*: one, two"):
        existing_run(tmp_path, "three")


@pytest.fixture
def harbour(tmp_path):
    clusters = {name: ["the ferry sank .", "at noon the ferry went down ."] for name in ("ferry", "tug")}
    return RunFolder(support.make_run(tmp_path / "harbour", clusters))


def test_rows_that_a_cut_table_of_sentences_has_lost_are_counted(harbour):
    names = [entry.name for entry in harbour.cluster_entries()]
    write_sentence_files(harbour, names, harbour.versions())
    lines = harbour.sentence_table.read_text("utf-8").splitlines(keepends=True)
    assert len(list(harbour.sentence_records())) == len(lines) - 1
    first_version = [lines[0], *(line for line in lines if ",V1," in line)]
    harbour.sentence_table.write_text("".join(first_version), "utf-8")
    with pytest.raises(FormatError, match=r"sentences\.csv: has \d+ of the \d+ chosen sentences"):
        list(harbour.sentence_records())


def test_a_cluster_is_found_under_the_heading_of_its_group(tmp_path):
    folder = RunFolder(make_run(tmp_path / "run", {"John 3-16": ["it sank"]}))
    assert folder.cluster("John 3:16").name == "John 3-16"
    assert folder.stored_name("Luke 2:1") == "Luke 2:1"
