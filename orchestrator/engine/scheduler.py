"""A bounded window of clusters, or of other items, in flight until all are done or have failed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

import redis
from kombu.exceptions import OperationalError

from orchestrator.runs.ledger import Batch
from workers.events import Event, EventReader
from workers.store import MissingArtefactError

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
        """Return the items of which nothing will come, of those silent for so many seconds."""

    def progressed(self) -> None:
        """Note that work was done."""

    def rested(self) -> None:
        """Note that nothing is in flight and nothing is left to be done."""


class Watcher(Protocol):
    """Who is told how the run goes on."""

    def update(self, units: Mapping[str, int], done: int, failed: int) -> None:
        """Note units by stage that were done since the last time, and clusters done and failed so far."""

    def say(self, text: str) -> None:
        """Show a line."""


class Conducted(Protocol):
    """What is sent to the workers, followed and collected as one: a cluster of a run, or an item of a bag."""

    @property
    def name(self) -> str:
        """Its name, as messages and events have it."""

    @property
    def attempt(self) -> int:
        """How often it has been sent, this time included."""


AnyItem = TypeVar("AnyItem", bound=Conducted)


class Work(Protocol[AnyItem]):
    """What the conductor asks of the work that it conducts.

    Attributes
    ----------
    last_stage
        The stage whose events complete an item.
    """

    last_stage: str

    def parts(self, item: AnyItem) -> set[str]:
        """Return the parts that events of the last stage report of an item."""

    def at_attempt(self, item: AnyItem, attempt: int) -> AnyItem:
        """Return an item whose messages carry the number of an attempt."""

    def submit(self, items: Sequence[AnyItem]) -> list[AnyItem]:
        """Publish items; return those that are held back, to be submitted again later."""

    def is_awaited(self, event: Event) -> bool:
        """Note what an event tells of messages under way; return whether it was waited for."""

    def forget_messages(self) -> None:
        """Note that no message is under way any more."""

    def collect(self, item: AnyItem) -> Mapping[str, dict[str, Any]]:
        """Take a complete item's results, return what the ledger keeps of them; or MissingArtefactError."""

    def complete_among(self, items: Iterable[AnyItem]) -> Iterator[tuple[AnyItem, bool]]:
        """Yield items, each with whether all its results are stored."""

    def drop_damaged(self, item: AnyItem) -> None:
        """Remove those artefacts of an item that are damaged."""


class Book(Protocol):
    """Where the conductor writes down how it goes."""

    def position(self) -> str:
        """Return the identity of the last event that was recorded."""

    def record(self, batch: Batch) -> Counter[str]:
        """Write a batch of changes; return the units by stage that had not been counted before."""

    def failures(self) -> Mapping[str, str]:
        """Return the reasons of the items that have failed."""


@dataclass(slots=True)
class _Flight(Generic[AnyItem]):
    """An item in flight."""

    item: AnyItem
    missing: set[str]
    attempts: int
    since: float


class Conductor(Generic[AnyItem]):
    """Submits items, follows their events, collects what is complete.

    Parameters
    ----------
    work
        What is to be done with each.
    book
        Where it is written down.
    window
        Items in flight at most.
    """

    def __init__(self, work: Work[AnyItem], book: Book, window: int) -> None:
        self._work = work
        self._book = book
        self._window = window
        self._fresh: Iterator[AnyItem] = iter(())
        self._held: list[AnyItem] = []
        self._flights: dict[str, _Flight[AnyItem]] = {}
        self._done = 0
        self._failed = 0
        self._unsent = False
        self._batch = Batch(position=book.position())

    def collect_complete(self, items: Iterable[AnyItem]) -> Iterator[AnyItem]:
        """Collect items whose results are all there; yield the others."""
        for item, complete in self._work.complete_among(items):
            if not (complete and self._collect(item)):
                yield item
            if len(self._batch.done) >= _COLLECTED_AT_ONCE:
                self._record()
        self._record()

    def conduct(
        self,
        items: Iterable[AnyItem],
        reader: EventReader,
        machine: Machine,
        watcher: Watcher,
        stopped: Callable[[], bool],
    ) -> None:
        """Run items until all are done or have failed, or until told to stop; as :meth:`steps` does."""
        for _ in self.steps(items, reader, machine, watcher, stopped):
            pass

    def steps(
        self,
        items: Iterable[AnyItem],
        reader: EventReader,
        machine: Machine,
        watcher: Watcher,
        stopped: Callable[[], bool],
    ) -> Iterator[None]:
        """Run items until all are done or have failed, or until told to stop; pause after each step.

        Parameters
        ----------
        items
            What is to be computed; taken as there is room for it.
        reader
            The run's stream of events.
        machine
            What has to be kept running.
        watcher
            Who is told of the progress.
        stopped
            Asked between two steps; when it says so, the iteration ends.
        """
        self._fresh = iter(items)
        self._batch.position = self._book.position()
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
            yield
        if not self._flights:
            machine.rested()

    def in_flight(self) -> int:
        """Return how many items are in flight."""
        return len(self._flights)

    def silence(self) -> tuple[str, float] | None:
        """Return the item in flight that is silent for longest, and for how many seconds."""
        if not self._flights:
            return None
        name, flight = min(self._flights.items(), key=lambda entry: entry[1].since)
        return name, time.monotonic() - flight.since

    def failures(self) -> Mapping[str, str]:
        """Return the reasons of the items that have failed."""
        return self._book.failures() if self._failed else {}

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
        """Send items while there is room; return whether any are in flight or held back."""
        # In lumps, so that sentences of many clusters share a parse batch.
        if len(self._flights) <= self._window * 3 // 4:
            room = self._window - len(self._flights)
            lump = self._held[:room]
            del self._held[:room]
            lump += islice(self._fresh, room - len(lump))
            self._submit([self._take_off(item, item.attempt) for item in lump])
        return bool(self._flights or self._held)

    def _take_off(self, item: AnyItem, attempt: int) -> AnyItem:
        """Note an attempt and return the item with its messages' number of it."""
        numbered = self._work.at_attempt(item, attempt)
        self._flights[item.name] = _Flight(numbered, self._work.parts(item), attempt, time.monotonic())
        self._batch.attempts[item.name] = attempt
        return numbered

    def _hold(self, items: Iterable[AnyItem]) -> None:
        for item in items:
            del self._flights[item.name]
            self._batch.attempts.pop(item.name, None)
            self._held.append(item)

    def _handle(self, event: Event) -> None:
        if event.error:
            self._handle_failure(event)
            return
        self._work.is_awaited(event)
        self._batch.events.append(event)
        for name in event.clusters:
            flight = self._flights.get(name)
            if flight is None:
                continue
            flight.since = time.monotonic()
            if event.stage == self._work.last_stage:
                flight.missing.difference_update(event.part.split(","))
                self._land(flight)

    def _land(self, flight: _Flight[AnyItem]) -> None:
        if flight.missing:
            return
        if self._collect(flight.item):
            del self._flights[flight.item.name]
        else:
            self._work.drop_damaged(flight.item)
            self._retry(flight, "an artefact was damaged each time it was computed")

    def _collect(self, item: AnyItem) -> bool:
        try:
            rows = self._work.collect(item)
        except MissingArtefactError:
            return False
        self._batch.results |= {(item.name, name): row for name, row in rows.items()}
        self._batch.done.append(item.name)
        self._done += 1
        return True

    def _handle_failure(self, event: Event) -> None:
        if not self._work.is_awaited(event):
            return
        # A sentence that breaks the parser must not take the other clusters of its batch with it.
        again = event.retry or len(event.clusters) > 1
        for name in event.clusters:
            flight = self._flights.get(name)
            # The messages of one attempt may fail by the dozen, which is one failure.
            if flight is None or event.attempt not in (0, flight.attempts):
                continue
            if event.retry:
                self._work.drop_damaged(flight.item)
            if again:
                self._retry(flight, event.error)
            else:
                self._fail(flight, event.error)

    def _retry(self, flight: _Flight[AnyItem], reason: str) -> None:
        if flight.attempts >= MAX_ATTEMPTS:
            self._fail(flight, f"{reason} (after {flight.attempts} attempts)")
            return
        self._submit([self._take_off(flight.item, flight.attempts + 1)])

    def _fail(self, flight: _Flight[AnyItem], reason: str) -> None:
        del self._flights[flight.item.name]
        self._batch.failed[flight.item.name] = reason
        self._failed += 1

    def _resubmit_all(self) -> None:
        # What is computed already is passed over, so a message too many costs little.
        self._work.forget_messages()
        self._unsent = False
        self._submit([flight.item for flight in self._flights.values()])

    def _submit(self, items: Sequence[AnyItem]) -> None:
        try:
            held = self._work.submit(items)
        except (OperationalError, redis.RedisError):
            # They stay in flight and are sent again once the broker is back.
            self._unsent = True
            return
        self._hold(held)

    def _sweep(self, machine: Machine) -> None:
        now = time.monotonic()
        silences = {name: now - flight.since for name, flight in self._flights.items()}
        for name in sorted(machine.lost(silences)):
            self._work.forget_messages()
            flight = self._flights.get(name)
            if flight is not None:
                self._recover(flight, f"nothing was heard of it for {silences[name]:.0f} seconds")

    def _recover(self, flight: _Flight[AnyItem], reason: str) -> None:
        # It may be that no more than the news of its end was lost.
        if all(complete for _, complete in self._work.complete_among([flight.item])):
            flight.missing.clear()
            self._land(flight)
        else:
            self._retry(flight, reason)

    def _record(self) -> Counter[str]:
        counted = self._book.record(self._batch)
        self._batch = Batch(position=self._batch.position)
        return counted


def reader_forget(reader: EventReader, position: str) -> None:
    """Drop recorded events from the stream; not being able to is no harm."""
    try:
        reader.forget(position)
    except redis.RedisError:
        return
