"""A run ends with new sentences and with the commands that show more."""

import io
from pathlib import Path

from rich.console import Console

from orchestrator.runs.folder import RunFolder
from orchestrator.runs.view.next_steps import show_next_steps


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
        "",
        "next:",
        "  open runs/corpus/report.html",
        "  orchestrator samples corpus --chosen",
        "  orchestrator judge deal corpus --judges 4",
    ]


def test_a_run_in_another_folder_is_named_by_its_path(finished_run):
    root = finished_run.folder / "runs/corpus"
    assert f"  orchestrator samples {root} --chosen" in shown(root)


def test_a_run_without_a_report_says_nothing(tmp_path):
    assert shown(tmp_path) == []
