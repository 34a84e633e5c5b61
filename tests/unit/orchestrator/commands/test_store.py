"""``store stats`` and ``store clean``: what they print, remove and refuse."""

import json
import os
import secrets
import shutil

import pytest
from click.testing import CliRunner

from orchestrator.cli import cli
from orchestrator.commands.store import store as store_group
from paralattice.errors import ParalatticeError
from support.packs import pack_path
from workers.store import Artefact, StoreError, digest, open_store
from workers.store.keys import COMMON_SHELF, shelved

PARSE = shelved(COMMON_SHELF, digest("parse"))


@pytest.fixture(params=["folder", "bucket"])
def location(request, tmp_path, monkeypatch):
    """Fill a store in a folder or a bucket with packs of one day, and of another long ago; name it."""
    monkeypatch.chdir(tmp_path)
    if request.param == "folder":
        place = str(tmp_path / "store")
    else:
        server = request.getfixturevalue("s3")
        monkeypatch.setenv("ORCHESTRATOR_STORE_ENDPOINT", server.endpoint)
        place = f"s3://lattices/{secrets.token_hex(4)}"
    store = open_store(place, os.environ.get("ORCHESTRATOR_STORE_ENDPOINT", ""))
    for number in range(3):
        store.put(digest(number), Artefact(number))
    store.put(PARSE, Artefact("tree"))
    return place


def call(*words):
    """Run a command; return its exit code and what it printed."""
    done = CliRunner().invoke(cli, ["store", *map(str, words)])
    if isinstance(done.exception, ParalatticeError):
        raise done.exception
    return done.exit_code, done.output


def test_stats_shows_packs_and_parses(location):
    code, output = call("stats", "--store", location)
    assert code == 0
    assert output.startswith(f"{location}: 4 packs, 0.0 MB\n  1 of them with parses\n")


def test_stats_as_json_has_exact_figures(location):
    code, output = call("stats", "--store", location, "--json")
    found = json.loads(output)
    assert code == 0
    assert (found["store"], found["packs"], found["parses"]) == (location, 4, 1)
    assert found["bytes"] > 4 * 100
    assert found["oldest"] <= found["newest"]


def test_clean_removes_what_is_old_enough(location):
    assert json.loads(call("clean", "--store", location, "--older-than", "1h", "--json")[1])["removed"] == 0
    code, output = call("clean", "--store", location, "--older-than", "0s")
    assert code == 0
    assert output == f"{location}: 4 packs, 0.0 MB, were removed\n"
    assert json.loads(call("stats", "--store", location, "--json")[1])["packs"] == 0


def test_a_clean_in_the_midst_of_another_does_no_harm(location, monkeypatch):
    store = open_store(location, os.environ.get("ORCHESTRATOR_STORE_ENDPOINT", ""))
    kind, others = type(store), []
    discard = kind.discard

    def discard_after_another(self, names):
        if not others:
            others.append("begun")
            others.append(call("clean", "--store", location, "--older-than", "0s")[0])
        discard(self, names)

    monkeypatch.setattr(kind, "discard", discard_after_another)
    assert call("clean", "--store", location, "--older-than", "0s")[0] == 0
    assert others == ["begun", 0]
    assert json.loads(call("stats", "--store", location, "--json")[1])["packs"] == 0
    store.put(digest(1), Artefact(1))
    assert store.get(digest(1)) is not None


def test_a_dry_run_removes_nothing(location):
    code, output = call("clean", "--store", location, "--older-than", "0s", "--dry-run")
    assert (code, output) == (0, f"{location}: 4 packs, 0.0 MB, would be removed\n")
    assert json.loads(call("stats", "--store", location, "--json")[1])["packs"] == 4


def test_what_a_run_needs_is_kept(tmp_path, finished_run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(finished_run.folder / "runs", tmp_path / "runs")
    before = json.loads(call("stats", "--json")[1])["packs"]
    code, output = call("clean", "--unreferenced", "--older-than", "0s", "--json")
    assert code == 0
    left = json.loads(call("stats", "--json")[1])["packs"]
    assert 0 < left == before - json.loads(output)["removed"]
    shutil.rmtree(tmp_path / "runs/corpus")
    call("clean", "--unreferenced", "--older-than", "0s")
    assert json.loads(call("stats", "--json")[1])["packs"] == 0


def test_nothing_is_removed_where_it_is_unknown_what_a_run_needs(tmp_path, finished_run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(finished_run.folder / "runs", tmp_path / "runs")
    for path in (tmp_path / "runs/corpus").glob("ledger.sqlite*"):
        path.unlink()
    (tmp_path / "runs/corpus/ledger.sqlite").write_text("this is no database, but a text" * 40)
    before = json.loads(call("stats", "--json")[1])["packs"]
    code, output = call("clean", "--unreferenced", "--older-than", "0s")
    assert code == 1
    assert "cannot be read" in output
    assert "nothing was removed" in output
    assert json.loads(call("stats", "--json")[1])["packs"] == before


def test_a_file_that_is_no_pack_is_left_alone(tmp_path):
    store = open_store(tmp_path / "store")
    store.put(digest(1), Artefact(1))
    other = pack_path(store, digest(1)).with_name("notes.txt")
    other.write_text("mine")
    assert "were removed" in call("clean", "--store", store.root, "--older-than", "0s")[1]
    assert other.read_text() == "mine"
    assert store.missing([digest(1)]) == {digest(1)}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["clean"], "say what to remove: --older-than AGE, --unreferenced, or both"),
        (["clean", "--older-than", "soon"], "'soon' is not a number and s, m, h, d or w, such as 30d"),
        (["clean", "--older-than", "-3d"], "is not a number and s, m, h, d or w"),
    ],
)
def test_a_command_line_that_says_too_little_is_refused(words, reason):
    code, output = call(*words)
    assert code == 2
    assert reason in output


@pytest.mark.parametrize("words", [["stats"], ["clean", "--older-than", "1d"]])
def test_a_store_that_is_not_there_is_refused_and_not_made(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ORCHESTRATOR_STORE", raising=False)
    with pytest.raises(StoreError, match=r"there is no store .*runs/.store: name it with --store"):
        call(*words)
    assert list(tmp_path.iterdir()) == []


def test_both_commands_have_a_summary():
    assert {name: command.get_short_help_str() for name, command in store_group.commands.items()} == {
        "stats": "Show the size and age of a store.",
        "clean": "Remove artefacts from a store.",
    }
