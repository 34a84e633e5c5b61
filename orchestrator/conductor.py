"""The life of a run: a bounded window of clusters in flight until all are done or have failed."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import redis
from kombu.exceptions import OperationalError

from orchestrator.collect import collect_cluster
from orchestrator.ledger import Batch, Ledger
from orchestrator.plan import Plan, Planned, drop_damaged, is_complete
from orchestrator.submitter import Submitter
from workers.events import Event, EventReader
from workers.settings import TASK_TIME_LIMIT
from workers.store import MissingArtefactError, Store

MAX_ATTEMPTS = 3
_WAIT_SECONDS = 0.5
_STUCK_SECONDS = TASK_TIME_LIMIT + 120


class Machine(Protocol):
    """What the conductor asks of the machinery that it runs on."""

    def ensure_running(self) -> bool:
        """Start again what has died; return whether anything had."""

    def progressed(self) -> None:
        """Note that work was done."""


class Watcher(Protocol):
    """Who is told how the run goes on."""

    def update(self, events: Iterable[Event], done: int, failed: int) -> None:
        """Note stages that were done, and how many clusters are done and have failed."""

    def say(self, text: str) -> None:
        """Show a line."""


@dataclass(slots=True)
class _Flight:
    """A cluster in flight."""

    cluster: Planned
    missing: set[str]
    attempts: int
    since: float


class Conductor:
    """Submits clusters, follows their events, collects what is complete.

    Parameters
    ----------
    root
        The run's folder.
    plan, ledger, store
        The run's plan, ledger and artefacts.
    window
        Clusters in flight at most.
    workers
        Number of worker processes.
    """

    def __init__(
        self, root: Path, plan: Plan, ledger: Ledger, store: Store, window: int, workers: int
    ) -> None:
        self._root = root
        self._plan = plan
        self._ledger = ledger
        self._store = store
        self._window = window
        self._submitter = Submitter(plan, store, workers)
        self._waiting: deque[Planned] = deque()
        self._flights: dict[str, _Flight] = {}
        self._done = 0
        self._failed = 0
        self._unsent = False
        self._batch = Batch()

    def collect_complete(self, clusters: Iterable[Planned]) -> list[Planned]:
        """Collect clusters whose artefacts are all there; return the others."""
        rest = []
        for cluster in clusters:
            if not (is_complete(cluster, self._plan, self._store) and self._collect(cluster)):
                rest.append(cluster)
        self._record()
        return rest

    def conduct(
        self,
        clusters: Iterable[Planned],
        reader: EventReader,
        machine: Machine,
        watcher: Watcher,
        stopped: Callable[[], bool],
    ) -> None:
        """Run clusters until all are done or have failed, or until told to stop.

        Parameters
        ----------
        clusters
            What is to be computed.
        reader
            The run's stream of events.
        machine
            What has to be kept running.
        watcher
            Who is told of the progress.
        stopped
            Asked between two steps; when it says so, the method returns.
        """
        self._waiting.extend(clusters)
        self._batch.position = self._ledger.position()
        attempts = self._ledger.attempts()
        while (self._waiting or self._flights) and not stopped():
            self._refill(attempts)
            events = self._read(reader)
            for event in events:
                self._handle(event)
            self._record()
            if events:
                machine.progressed()
                reader_forget(reader, self._batch.position)
            if machine.ensure_running():
                watcher.say("a process had died and was started again; what was in flight is sent again")
                self._unsent = True
            if self._unsent:
                self._resubmit_all()
            self._sweep()
            watcher.update(events, self._done, self._failed)

    def _read(self, reader: EventReader) -> list[Event]:
        try:
            entries = reader.read(self._batch.position, _WAIT_SECONDS)
        except redis.RedisError:
            # The machine is asked next whether its server has died.
            time.sleep(_WAIT_SECONDS)
            return []
        if entries:
            self._batch.position = entries[-1][0]
        return [event for _, event in entries]

    def _refill(self, attempts: dict[str, int]) -> None:
        # In lumps, so that sentences of many clusters share a parse batch.
        if not self._waiting or len(self._flights) > self._window * 3 // 4:
            return
        lump = [
            self._waiting.popleft() for _ in range(min(self._window - len(self._flights), len(self._waiting)))
        ]
        for cluster in lump:
            self._take_off(cluster, attempts.get(cluster.name, 0) + 1)
        self._submit(lump)

    def _take_off(self, cluster: Planned, attempt: int) -> None:
        missing = set(self._plan.options.versions)
        self._flights[cluster.name] = _Flight(cluster, missing, attempt, time.monotonic())
        self._batch.attempts[cluster.name] = attempt

    def _hold(self, clusters: Iterable[Planned]) -> None:
        for cluster in clusters:
            del self._flights[cluster.name]
            self._batch.attempts.pop(cluster.name, None)
            self._waiting.append(cluster)

    def _handle(self, event: Event) -> None:
        if event.stage == "parse":
            self._submitter.parsed(event.part)
        if event.error:
            self._handle_failure(event)
            return
        self._batch.events.append(event)
        for name in event.clusters:
            flight = self._flights.get(name)
            if flight is None:
                continue
            flight.since = time.monotonic()
            if event.stage == "sample":
                flight.missing.difference_update(event.part.split(","))
                self._land(flight)

    def _land(self, flight: _Flight) -> None:
        if flight.missing:
            return
        if self._collect(flight.cluster):
            del self._flights[flight.cluster.name]
        else:
            drop_damaged(flight.cluster, self._plan, self._store)
            self._retry(flight, "an artefact was damaged each time it was computed")

    def _collect(self, cluster: Planned) -> bool:
        try:
            rows = collect_cluster(self._root, cluster, self._plan, self._store)
        except MissingArtefactError:
            return False
        self._batch.results |= {(cluster.name, name): row for name, row in rows.items()}
        self._batch.done.append(cluster.name)
        self._done += 1
        return True

    def _handle_failure(self, event: Event) -> None:
        # A sentence that breaks the parser must not take the other clusters of its batch with it.
        again = event.retry or len(event.clusters) > 1
        for name in event.clusters:
            flight = self._flights.get(name)
            if flight is None:
                continue
            if event.retry:
                drop_damaged(flight.cluster, self._plan, self._store)
            if again:
                self._retry(flight, event.error)
            else:
                self._fail(flight, event.error)

    def _retry(self, flight: _Flight, reason: str) -> None:
        if flight.attempts >= MAX_ATTEMPTS:
            self._fail(flight, f"{reason} (after {flight.attempts} attempts)")
            return
        self._take_off(flight.cluster, flight.attempts + 1)
        self._submit([flight.cluster])

    def _fail(self, flight: _Flight, reason: str) -> None:
        del self._flights[flight.cluster.name]
        self._batch.failed[flight.cluster.name] = reason
        self._failed += 1

    def _resubmit_all(self) -> None:
        # What is computed already is passed over, so a message too many costs little.
        self._submitter.forget_batches()
        self._unsent = False
        self._submit([flight.cluster for flight in self._flights.values()])

    def _submit(self, clusters: Sequence[Planned]) -> None:
        try:
            held = self._submitter.submit(clusters)
        except (OperationalError, redis.RedisError):
            # They stay in flight and are sent again once the broker is back.
            self._unsent = True
            return
        self._hold(held)

    def _sweep(self) -> None:
        now = time.monotonic()
        stuck = [flight for flight in self._flights.values() if now - flight.since > _STUCK_SECONDS]
        for flight in stuck:
            self._submitter.forget_batches()
            self._retry(flight, f"nothing was heard of it for {_STUCK_SECONDS} seconds")

    def _record(self) -> None:
        self._ledger.record(self._batch)
        self._batch = Batch(position=self._batch.position)


def reader_forget(reader: EventReader, position: str) -> None:
    """Drop recorded events from the stream; not being able to is no harm."""
    try:
        reader.forget(position)
    except redis.RedisError:
        return
