"""Runs that tests disturb, and workers and servers that they start by hand."""

import os
import subprocess

import pytest

from support.tcp_proxy import TcpProxy
from support.trial import Trial
from workers.settings import BROKER_VARIABLE, STORE_VARIABLE


@pytest.fixture
def trial(orchestrator, finished_run):
    """Prepare a run that the test disturbs."""
    trial = Trial(orchestrator, finished_run)
    yield trial
    trial.close()


@pytest.fixture
def worker(orchestrator, proxy_to):  # noqa: ARG001 - for the order of the ends
    """Start workers by hand; at the end of the test they are asked to stop, which they have to do.

    Proxies are closed after that: a worker finishes what is under way, for which it needs the server.
    """
    started = []

    def start(url, store, prefix=()):
        with (orchestrator.folder / "worker.log").open("wb") as log:
            process = subprocess.Popen(
                [*prefix, orchestrator.script, "worker", "--workers", "2"],
                env={**os.environ, BROKER_VARIABLE: url, STORE_VARIABLE: str(store)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        started.append(process)
        return process

    yield start
    for process in started:
        process.terminate()
        assert process.wait(timeout=60) == 0


@pytest.fixture
def proxy_to():
    """Put TCP proxies before servers; they are closed at the end of the test."""
    proxies = []

    def make(port, **arguments):
        proxies.append(TcpProxy(port, **arguments))
        return proxies[-1]

    yield make
    for proxy in proxies:
        proxy.close()
