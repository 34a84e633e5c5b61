"""Real server, orchestrator and workers, killed midway: nothing is lost, counts twice or differs."""

import shutil
from pathlib import Path

import psutil
import pytest

from support.processes import is_alive, stopped
from support.waiting import eventually


def server_of(trial):
    """Return the process of the run's server."""
    (server,) = [
        child
        for child in psutil.Process(trial.process.pid).children(recursive=True)
        if "valkey-server" in " ".join(child.cmdline()[:1])
    ]
    return server


def test_an_orchestrator_that_is_killed_twice_leaves_no_process_and_goes_on_each_time(trial):
    left_behind = []
    for reached in (2, 12):
        trial.submit()
        trial.reach(reached)
        children = psutil.Process(trial.process.pid).children(recursive=True)
        assert any("valkey-server" in child.name() for child in children)
        trial.process.kill()
        trial.process.wait()
        left_behind += children
    assert trial.finished() < 24
    trial.submit()
    trial.finish()
    # A worker whose server is gone takes some seconds to give up.
    assert eventually(lambda: not any(map(is_alive, left_behind)))


@pytest.mark.parametrize(
    "persistence",
    [
        pytest.param(True, id="with persistence", marks=pytest.mark.slow),
        pytest.param(False, id="without persistence"),
    ],
)
def test_a_killed_server_is_started_again_and_what_was_in_flight_is_sent_again(trial, persistence):
    trial.submit()
    trial.reach(3)
    server = server_of(trial)
    data = Path(server.cwd()) / "appendonlydir"
    assert data.is_dir()
    # Or it would be started again before its data are gone.
    with stopped([psutil.Process(trial.process.pid)]):
        server.kill()
        if not persistence:
            shutil.rmtree(data)
    trial.finish()
    assert "was restarted" in trial.output


@pytest.mark.parametrize("part", ["main process", "children"])
def test_a_killed_worker_is_started_again(trial, part):
    trial.submit()
    trial.reach(3)
    killed = trial.pool() if part == "children" else [trial.main_worker()]
    assert len(killed) == (2 if part == "children" else 1)
    for process in killed:
        process.kill()
    trial.finish()
    assert ("was restarted" in trial.output) == (part == "main process")


def test_one_of_two_submits_of_a_run_at_once_does_it_and_the_other_is_refused(trial):
    processes = [trial.orchestrator.start("submit", trial.corpus, "--workers", 2) for _ in range(2)]
    ended = {process: process.communicate(timeout=200) for process in processes}
    assert sorted(process.returncode for process in ended) == [0, 2], ended
    winner, loser = sorted(ended, key=lambda process: process.returncode)
    assert f"process {winner.pid}" in ended[loser][1]
    trial.log.write_text(ended[winner][0], "utf-8")
    trial.check()
