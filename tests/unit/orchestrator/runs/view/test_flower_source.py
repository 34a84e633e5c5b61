"""Flower shows the run that began last, and learns its broker from files that only its owner can read."""

import os
import stat
from pathlib import Path

import pytest

from orchestrator.engine.local_backend import LocalBackend
from orchestrator.runs.view.flower_source import FlowerSource, LocalRuns, source_for
from workers.broker.remote import BrokerError
from workers.settings import FLOWER_VARIABLE, Settings


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """Start a server of a run, without workers."""
    started = []
    monkeypatch.setattr(LocalBackend, "_start_worker", lambda _: None)

    def start(run):
        machine = LocalBackend(
            Settings("", str(tmp_path / "store")), 1, tmp_path / "runs" / run / "logs" / "worker.log"
        )
        started.append(machine.__enter__())
        # The clock of a file system may tick too slowly to tell which run began last.
        os.utime(tmp_path / "runs" / run / "logs" / "server", (len(started), len(started)))
        return machine

    yield start
    for one in started:
        one.stop()


def test_the_run_that_began_last_is_shown_then_the_other_then_none(tmp_path, machine):
    find = LocalRuns(tmp_path / "runs")
    assert find() == FlowerSource("", "")
    first, second = machine("first"), machine("second")
    assert find() == FlowerSource(second.broker_url, "run second")
    second.stop()
    assert find() == FlowerSource(first.broker_url, "run first")
    first.stop()
    assert find() == FlowerSource("", "")


def test_a_url_lies_in_a_file_of_its_owner_and_the_runs_folder_only_names_it(tmp_path, machine):
    started = machine("one")
    text = (tmp_path / "runs/one/logs/server").read_text()
    named = Path(text.strip())
    assert named.read_text().strip() == started.broker_url
    assert stat.S_IMODE(named.stat().st_mode) == 0o600
    assert stat.S_IMODE(named.parent.stat().st_mode) == 0o700
    assert started.broker_url not in text


def test_a_server_of_which_only_the_files_are_left_is_no_run_under_way(tmp_path):
    logs = tmp_path / "runs/dead/logs"
    logs.mkdir(parents=True)
    (logs / "server").write_text(f"{tmp_path / 'url'}\n")
    find = LocalRuns(tmp_path / "runs")
    assert find() == FlowerSource("", "")
    (tmp_path / "url").write_text("redis://:p@127.0.0.1:1/0\n")
    assert find() == FlowerSource("", "")


def test_a_shared_broker_that_cannot_be_used_is_refused(monkeypatch):
    monkeypatch.delenv(FLOWER_VARIABLE, raising=False)
    with pytest.raises(BrokerError, match="cannot be reached"):
        source_for("redis://:p@127.0.0.1:1/0", Path("runs"))
    assert os.environ.get(FLOWER_VARIABLE) is None
