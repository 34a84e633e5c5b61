"""The command prints pairs, and refuses options that do not go together."""

import csv
import json

import pytest

from support.made_runs import make_new_run

FIELDS = [
    "source", "target", "relation", "edits", "difference", "operations", "cluster", "split", "origin",
]  # fmt: skip


@pytest.fixture
def samples(orchestrator):
    """Run the command on a run of V6."""
    make_new_run(orchestrator.folder / "runs/sea")
    return lambda *arguments: orchestrator.call("samples", "sea", *arguments)


def test_pairs_are_json_lines_or_tables_of_the_same_values(samples):
    values = [json.loads(line) for line in samples("--format", "pairs").stdout.splitlines()]
    assert len(values) == 16
    assert {tuple(value) for value in values} == {tuple(FIELDS)}
    as_texts = [{name: str(value) for name, value in each.items()} for each in values]
    assert list(csv.DictReader(samples("--format", "pairs-csv").stdout.splitlines())) == as_texts
    head, *rows = (line.split("\t") for line in samples("--format", "pairs-tsv").stdout.splitlines())
    assert [dict(zip(head, row, strict=True)) for row in rows] == as_texts


def test_options_select_pairs(samples):
    arguments = ("--relation", "equal,less", "--most-edits", "1", "--split", "0,0,100", "--cluster", "quay")
    values = [json.loads(line) for line in samples("--format", "pairs", *arguments).stdout.splitlines()]
    assert [(value["relation"], value["edits"], value["split"]) for value in values] == [("equal", 1, "test")]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--refused", "--format", "pairs"),
            "--refused prints text about candidates: it has no --format pairs",
        ),
        (("--relation", "equal"), "--relation selects pairs: add --format pairs, pairs-csv or pairs-tsv"),
        (("--format", "pairs", "--version", "V4"), "sentences of V6 alone"),
        (("--format", "pairs", "--split", "most"), "--split takes three percentages, such as 80,10,10"),
        (("--format", "pairs", "--split", "80,10"), "three percentages that make 100"),
        (("--format", "pairs", "--relation", "eqaul"), "did you mean 'equal'?"),
        (("--format", "pairs", "--cluster", "pilot"), "has no cluster 'pilot'"),
    ],
)
def test_options_that_make_no_sense_are_refused(samples, arguments, message):
    done = samples(*arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
