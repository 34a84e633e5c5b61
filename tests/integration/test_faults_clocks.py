"""Clocks that jump or are wrong by a day: nothing is lost, counts twice or differs."""

import itertools
import threading

import pytest

from support.waiting import eventually
from workers.broker.embedded import EmbeddedBroker
from workers.settings import BROKER_VARIABLE


def with_clock(clock):
    """Return words before a command that give it this clock."""
    return ["env", *(f"{name}={value}" for name, value in clock.environment.items())]


class Jumps(threading.Thread):
    """Sets a clock a day ahead and a day back, in turns, while a process runs.

    Attributes
    ----------
    count
        How often it was set.
    """

    def __init__(self, clock, process):
        super().__init__()
        self.count = 0
        self._clock = clock
        self._process = process

    def run(self):
        for offset in itertools.cycle(("+1d", "-1d")):
            self._clock.set(offset)
            self.count += 1
            if eventually(lambda: self._process.poll() is not None, 0.5):
                return


@pytest.mark.slow
def test_a_clock_that_jumps_a_day_back_and_forth_changes_nothing(trial, clock):
    trial.orchestrator.prefix = with_clock(clock)
    trial.submit("--patience", 2, window=1)
    trial.reach(1)
    jumps = Jumps(clock, trial.process)
    jumps.start()
    try:
        trial.main_worker().kill()
        trial.finish()
    finally:
        trial.close()
        jumps.join()
    assert jumps.count >= 2


@pytest.mark.slow
@pytest.mark.parametrize("offset", ["+1d", "-1d"])
def test_a_worker_whose_clock_is_wrong_by_a_day_does_its_work(offset, trial, clock, worker, monkeypatch):
    server = EmbeddedBroker()
    server.start()
    try:
        store = trial.orchestrator.folder / "store"
        clock.set(offset)
        worker(server.url, store, with_clock(clock))
        worker(server.url, store)
        monkeypatch.setenv(BROKER_VARIABLE, server.url)
        trial.submit("--store", store)
        trial.finish()
    finally:
        server.stop()
