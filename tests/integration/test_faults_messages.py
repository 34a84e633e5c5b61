"""Messages that come twice, and connections that break: nothing is lost, nothing counts twice."""

from collections import Counter
from contextlib import closing

import pytest
import redis
from celery import Celery

from orchestrator.runs.ledger import Ledger
from support.waiting import eventually
from workers.broker.embedded import EmbeddedBroker
from workers.settings import BROKER_VARIABLE
from workers.store.identity import queue_of

CLUSTERS = 24


class Copier:
    """Puts a copy of every message on the queue before the message itself."""

    def __init__(self, url):
        self.copies = Counter()
        self._client = redis.Redis.from_url(url)

    def __call__(self, words):
        if words[0].upper() == b"LPUSH" and words[1].startswith(b"paralattice-"):
            self._client.lpush(*words[1:])
            self.copies[words[1].decode()] += 1


@pytest.fixture
def server():
    """Run a server that the program did not start."""
    server = EmbeddedBroker()
    server.start()
    yield server
    server.stop()


def through(server, proxy):
    """Return the URL of a server behind a proxy."""
    return server.url.replace(f":{server.port}/", f":{proxy.port}/")


@pytest.mark.parametrize("watched", [pytest.param(False, marks=pytest.mark.slow), True])
def test_when_every_message_comes_twice_every_cluster_is_done_once(
    watched, trial, server, worker, proxy_to, monkeypatch
):
    copier = Copier(server.url)
    url = through(server, proxy_to(server.port, watch=copier))
    store = trial.orchestrator.folder / "store"
    worker(url, store)
    if watched:
        # As Flower asks for it; with an application of its own, whose connections end with it.
        with Celery(broker=server.url) as flower:
            assert eventually(lambda: flower.control.enable_events(reply=True))
    monkeypatch.setenv(BROKER_VARIABLE, url)
    trial.submit("--store", store)
    trial.finish()
    # What a run sends does not depend on whether Flower shows it.
    assert copier.copies[queue_of(store)] == CLUSTERS
    with closing(Ledger(trial.folder / "ledger.sqlite")) as ledger:
        assert ledger.units() == dict.fromkeys(("chunk", "align", "merge", "build", "sample"), 5 * CLUSTERS)
        assert ledger.attempts() == {f"c{number:03}": 1 for number in range(CLUSTERS)}


def test_when_all_connections_are_dropped_again_and_again_the_run_completes(trial):
    trial.submit("--patience", 2, window=1)
    trial.reach(1)
    drops = []
    with redis.Redis.from_url(trial.main_worker().environ()[BROKER_VARIABLE]) as client:
        for clusters in range(1, CLUSTERS - 4):
            trial.reach(clusters)
            # It does not drop the connection that asks for it.
            drops.append(client.client_kill_filter(_type="normal"))
    trial.finish()
    assert sum(dropped > 0 for dropped in drops) >= 5, drops
