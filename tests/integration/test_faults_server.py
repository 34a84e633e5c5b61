"""A shared server that is full or emptied, and workers that it hears nothing of: the run goes on."""

import psutil
import pytest
import redis

from support.processes import stopped
from support.waiting import eventually
from workers.broker.embedded import EmbeddedBroker
from workers.settings import BROKER_VARIABLE

PATIENCE_SECONDS = 2


@pytest.fixture
def server():
    """Run a server that the program did not start."""
    server = EmbeddedBroker()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def shared(trial, server, monkeypatch):
    """Submit runs to a shared server."""
    monkeypatch.setenv(BROKER_VARIABLE, server.url)
    trial.store = trial.orchestrator.folder / "store"

    def submit(**options):
        trial.submit("--store", trial.store, "--patience", PATIENCE_SECONDS, **options)

    return submit


def tree(process):
    """Return a process with all below it."""
    parent = psutil.Process(process.pid)
    return [parent, *parent.children(recursive=True)]


@pytest.mark.slow
def test_a_worker_that_is_stopped_for_longer_than_the_patience_may_go_on(trial, shared, worker, server):
    first = worker(server.url, trial.orchestrator.folder / "store")
    shared(window=2)
    trial.reach(2)
    with stopped(tree(first)):
        worker(server.url, trial.store)
        trial.finish()
    # What it held was done meanwhile: it does it again or drops it.
    trial.submit("--store", trial.store, "--name", "corpus")
    trial.finish()


def test_a_lone_worker_that_is_stopped_for_longer_than_the_patience_is_waited_for(trial):
    trial.submit("--patience", PATIENCE_SECONDS, window=2)
    trial.reach(2)
    with stopped([trial.main_worker(), *trial.pool()]):
        assert not eventually(lambda: trial.process.poll() is not None, 3 * PATIENCE_SECONDS)
    trial.finish()


def test_an_emptied_server_is_filled_again(trial, shared, worker, server):
    worker(server.url, trial.orchestrator.folder / "store")
    shared(window=2)
    with redis.Redis.from_url(server.url) as client:
        for clusters in (2, 8, 14):
            trial.reach(clusters)
            client.flushall()
    trial.finish()


def test_a_full_server_is_waited_for(trial, shared, worker, server):
    worker(server.url, trial.orchestrator.folder / "store")
    shared(window=2)
    with redis.Redis.from_url(server.url) as client:
        trial.reach(2)
        client.config_set("maxmemory", 1)
        assert eventually(lambda: "is full (maxmemory 1)" in trial.output), trial.output
        assert trial.process.poll() is None, trial.output
        client.config_set("maxmemory", 0)
    trial.finish()


@pytest.mark.slow
def test_a_connection_that_hangs_half_open_is_given_up(trial, shared, worker, server, proxy_to):
    proxy = proxy_to(server.port)
    worker(server.url.replace(f":{server.port}/", f":{proxy.port}/"), trial.orchestrator.folder / "store")
    shared(window=2)
    trial.reach(2)
    assert proxy.hang() > 0
    trial.finish(seconds=270)


def test_two_runs_on_one_store_at_once_do_not_disturb_each_other(trial, finished_run):
    script = trial.orchestrator
    names = ("one", "corpus")
    started = [
        script.start(
            "submit", trial.corpus, "--workers", 1, "--name", name, "--store", script.folder / "store"
        )
        for name in names
    ]
    for process in started:
        output, errors = process.communicate(timeout=240)
        assert process.returncode == 0, (output, errors)
    trial.log.touch()
    for name in names:
        assert script.files(name) == finished_run.files
        trial.folder = script.folder / "runs" / name
        trial.check_counts()
