"""The shell is offered runs, versions, samplers, parsers and options."""

import pytest
from click.shell_completion import ShellComplete

from orchestrator.cli import cli


@pytest.fixture
def offered(monkeypatch, tmp_path):
    """Return what is offered for the last word of a command line."""
    monkeypatch.chdir(tmp_path)
    for name in ("bridges", "storms"):
        (tmp_path / "runs" / name).mkdir(parents=True)
        (tmp_path / "runs" / name / "run.json").write_text("{}")
    (tmp_path / "elsewhere" / "comets").mkdir(parents=True)
    (tmp_path / "elsewhere" / "comets" / "run.json").write_text("{}")
    (tmp_path / "runs" / "no-run").mkdir()

    def offered(*words):
        *before, last = words
        shell = ShellComplete(cli, {}, "orchestrator", "_ORCHESTRATOR_COMPLETE")
        return [item.value for item in shell.get_completions(list(before), last) if item.type == "plain"]

    return offered


@pytest.mark.parametrize(
    "command", [("report",), ("status",), ("judge", "deal"), ("phrases", "list"), ("retry",)]
)
def test_runs_are_offered_where_a_run_is_wanted(offered, command):
    assert offered(*command, "") == ["bridges", "storms"]
    assert offered(*command, "st") == ["storms"]
    assert offered(*command, "--runs", "elsewhere", "") == ["comets"]


def test_versions_are_offered_after_each_comma_and_none_twice(offered):
    assert "V4" in offered("submit", "corpus", "--versions", "")
    found = offered("submit", "corpus", "--versions", "V1,V")
    assert "V1,V4" in found
    assert "V1,V1" not in found


def test_rules_are_offered_after_each_comma(offered):
    assert offered("samples", "bridges", "--refused", "same,whi") == ["same,which"]


def test_samplers_parsers_and_options_are_offered(offered):
    assert offered("submit", "corpus", "--sampler", "arc-") == ["arc-uniform", "arc-count"]
    assert "default" in offered("submit", "corpus", "--parser", "d")
    assert offered("submit", "corpus", "--set", "align.posi") == ["align.position_limit="]


def test_commands_of_groups_are_offered(offered):
    assert offered("phrases", "") == ["list", "deal", "score", "evaluate"]
