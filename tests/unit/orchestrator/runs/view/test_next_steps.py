"""A run ends with new sentences and with the commands that show more."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from orchestrator.runs.folder import RunFolder
from orchestrator.runs.sentences import write_sentence_files
from orchestrator.runs.view.next_steps import show_next_steps
from support.runs import make_run


def shown(root):
    console = Console(file=io.StringIO(), width=200)
    show_next_steps(console, RunFolder(root))
    return console.file.getvalue().splitlines()


def test_three_chosen_sentences_of_three_clusters_and_the_report_are_named(finished_run, monkeypatch):
    monkeypatch.chdir(finished_run.folder)
    root = Path("runs/corpus")
    first = {}
    for record in RunFolder(root).sentence_records():
        if record.version == "V4" and record.row.chosen:
            first.setdefault(record.cluster, record.row.text)
    wanted = [f"  {text}" for text in first.values()][:3]
    assert shown(root) == [
        "",
        "new sentences, such as these of V4:",
        *wanted,
        "version V6 makes more grammatical ones, by exchanging whole constituents:",
        "  the same command with --versions V6 --name corpus-V6",
        "",
        "next:",
        "  open runs/corpus/report.html",
        "  orchestrator samples corpus --chosen",
        "  orchestrator judge deal corpus --judges 4",
    ]


def test_a_run_in_another_folder_is_named_by_its_path(finished_run):
    root = finished_run.folder / "runs/corpus"
    assert f"  orchestrator samples {root} --chosen" in shown(root)


@pytest.mark.parametrize("version", ["V6", "pang"])
def test_a_run_of_v6_or_of_trees_is_not_told_of_v6(tmp_path, version):
    root = make_run(tmp_path / "harbour", {"ferry": ["it sank .", "the ferry sank ."]}, ("V1", version))
    (root / "report.html").write_text("")
    write_sentence_files(RunFolder(root), ["ferry"], ("V1", version))
    assert "next:" in shown(root)
    assert not any("--versions V6" in line for line in shown(root))


def test_a_run_without_a_report_says_nothing(tmp_path):
    assert shown(tmp_path) == []
