"""The life of a run: a bounded window of clusters in flight until all are done or have failed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Protocol

import redis
from kombu.exceptions import OperationalError

from orchestrator.collect import collect_cluster
from orchestrator.ledger import Batch, Ledger
from orchestrator.plan import Plan, Planned, complete_among, drop_damaged, is_complete
from orchestrator.submitter import Submitter
from workers.events import Event, EventReader
from workers.store import MissingArtefactError, Store

MAX_ATTEMPTS = 3
_WAIT_SECONDS = 0.5
# Events come by the hundred a second; each look at them costs more than one of them.
_PAUSE_SECONDS = 0.02
_COLLECTED_AT_ONCE = 100


class Machine(Protocol):
    """What the conductor asks of the machinery that it runs on."""

    def ensure_running(self) -> str:
        """Start again what has died; return what had, so that messages may be lost, or nothing."""

    def lost(self, silences: Mapping[str, float]) -> set[str]:
        """Return the clusters of which nothing will come, of those silent for so many seconds."""

    def progressed(self) -> None:
        """Note that work was done."""


class Watcher(Protocol):
    """Who is told how the run goes on."""

    def update(self, units: Mapping[str, int], done: int, failed: int) -> None:
        """Note units by stage that were done since the last time, and clusters done and failed so far."""

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
        self._fresh: Iterator[Planned] = iter(())
        self._held: list[Planned] = []
        self._flights: dict[str, _Flight] = {}
        self._done = 0
        self._failed = 0
        self._unsent = False
        self._batch = Batch(position=ledger.position())

    def collect_complete(self, clusters: Iterable[Planned]) -> Iterator[Planned]:
        """Collect clusters whose artefacts are all there; yield the others."""
        for cluster, complete in complete_among(clusters, self._plan, self._store):
            if not (complete and self._collect(cluster)):
                yield cluster
            if len(self._batch.done) >= _COLLECTED_AT_ONCE:
                self._record()
        self._record()

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
            What is to be computed; taken as there is room for it.
        reader
            The run's stream of events.
        machine
            What has to be kept running.
        watcher
            Who is told of the progress.
        stopped
            Asked between two steps; when it says so, the method returns.
        """
        self._fresh = iter(clusters)
        self._batch.position = self._ledger.position()
        self._done = 0
        while not stopped() and self._refill():
            events = self._read(reader)
            for event in events:
                self._handle(event)
            units = self._record()
            if events:
                machine.progressed()
                reader_forget(reader, self._batch.position)
                time.sleep(_PAUSE_SECONDS)
            self._keep_running(machine, watcher)
            # Once more: looking for what is lost may have found the last ones.
            watcher.update(units + self._record(), self._done, self._failed)

    def in_flight(self) -> int:
        """Return how many clusters are in flight."""
        return len(self._flights)

    def silence(self) -> tuple[str, float] | None:
        """Return the cluster in flight that is silent for longest, and for how many seconds."""
        if not self._flights:
            return None
        name, flight = min(self._flights.items(), key=lambda entry: entry[1].since)
        return name, time.monotonic() - flight.since

    def failures(self) -> Mapping[str, str]:
        """Return the reasons of the clusters that have failed."""
        return self._ledger.failures() if self._failed else {}

    def _keep_running(self, machine: Machine, watcher: Watcher) -> None:
        died = machine.ensure_running()
        if died:
            watcher.say(f"{died}; what was in flight is sent again")
            self._unsent = True
        if self._unsent:
            self._resubmit_all()
        self._sweep(machine)

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

    def _refill(self) -> bool:
        """Send clusters while there is room; return whether any are in flight or held back."""
        # In lumps, so that sentences of many clusters share a parse batch.
        if len(self._flights) <= self._window * 3 // 4:
            room = self._window - len(self._flights)
            lump = self._held[:room]
            del self._held[:room]
            lump += islice(self._fresh, room - len(lump))
            self._submit([self._take_off(cluster, cluster.job.attempt) for cluster in lump])
        return bool(self._flights or self._held)

    def _take_off(self, cluster: Planned, attempt: int) -> Planned:
        """Note an attempt and return the cluster with its messages' number of it."""
        numbered = cluster.at_attempt(attempt)
        missing = set(self._plan.options.versions)
        self._flights[cluster.name] = _Flight(numbered, missing, attempt, time.monotonic())
        self._batch.attempts[cluster.name] = attempt
        return numbered

    def _hold(self, clusters: Iterable[Planned]) -> None:
        for cluster in clusters:
            del self._flights[cluster.name]
            self._batch.attempts.pop(cluster.name, None)
            self._held.append(cluster)

    def _handle(self, event: Event) -> None:
        if event.error:
            self._handle_failure(event)
            return
        if event.stage == "parse":
            self._submitter.parsed(event.part)
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
        if event.stage == "parse" and not self._submitter.parsed(event.part):
            # Of a batch that is no longer waited for.
            return
        # A sentence that breaks the parser must not take the other clusters of its batch with it.
        again = event.retry or len(event.clusters) > 1
        for name in event.clusters:
            flight = self._flights.get(name)
            # The messages of one attempt may fail by the dozen, which is one failure.
            if flight is None or event.attempt not in (0, flight.attempts):
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
        self._submit([self._take_off(flight.cluster, flight.attempts + 1)])

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

    def _sweep(self, machine: Machine) -> None:
        now = time.monotonic()
        silences = {name: now - flight.since for name, flight in self._flights.items()}
        for name in sorted(machine.lost(silences)):
            self._submitter.forget_batches()
            flight = self._flights.get(name)
            if flight is not None:
                self._recover(flight, f"nothing was heard of it for {silences[name]:.0f} seconds")

    def _recover(self, flight: _Flight, reason: str) -> None:
        # It may be that no more than the news of its end was lost.
        if is_complete(flight.cluster, self._plan, self._store):
            flight.missing.clear()
            self._land(flight)
        else:
            self._retry(flight, reason)

    def _record(self) -> Counter[str]:
        counted = self._ledger.record(self._batch)
        self._batch = Batch(position=self._batch.position)
        return counted


def reader_forget(reader: EventReader, position: str) -> None:
    """Drop recorded events from the stream; not being able to is no harm."""
    try:
        reader.forget(position)
    except redis.RedisError:
        return
