"""The scheduler: a bounded window of targets in flight until all are done or have failed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Generic, Protocol

import redis
from kombu.exceptions import OperationalError

from orchestrator.engine.journal import Changes, Journal
from orchestrator.engine.work_items import AnyTarget, WorkItem, Workload
from tasks.task import Message, send
from workers.app import app
from workers.events import Event, EventReader
from workers.store import MissingArtefactError

if TYPE_CHECKING:
    from orchestrator.engine.backends import Backend

MAX_ATTEMPTS = 3
_WAIT_SECONDS = 0.5
# Hundreds of events arrive per second, and a read costs more than an event.
_PAUSE_SECONDS = 0.02
_COLLECTED_AT_ONCE = 100


class Watcher(Protocol):
    """Follows the progress."""

    def update(self, units: Mapping[str, int], done: int, failed: int) -> None:
        """Note new units by stage, and the targets done and failed so far."""

    def say(self, text: str) -> None:
        """Show a line."""


@dataclass(slots=True)
class _Pending(Generic[AnyTarget]):
    """A target in flight, with the keys of the work items that it awaits."""

    target: AnyTarget
    attempt: int = 1
    awaited: set[str] = field(default_factory=set)
    # The keys awaited last: the same keys again mean that the results were not stored.
    former: frozenset[str] = frozenset()
    final: bool = False
    since: float = field(default_factory=time.monotonic)


@dataclass(slots=True)
class _Sent:
    """A work item that was sent, with the names of the targets that await it."""

    item: WorkItem
    attempt: int
    names: set[str]
    since: float = field(default_factory=time.monotonic)


class Scheduler(Generic[AnyTarget]):
    """Sends the work items of targets, follows their events, collects complete targets.

    Parameters
    ----------
    workload
        The targets and their work items.
    journal
        The record of progress.
    run
        Identity of the run, or of the work, on the broker.
    window
        The maximum number of targets in flight, unless the backend tells a greater one.
    """

    def __init__(self, workload: Workload[AnyTarget], journal: Journal, run: str, window: int) -> None:
        self._workload = workload
        self._journal = journal
        self._run = run
        self._window = window
        self._fresh: Iterator[AnyTarget] = iter(())
        self._pending: dict[str, _Pending[AnyTarget]] = {}
        self._sent: dict[str, _Sent] = {}
        self._done = 0
        self._failed = 0
        self._unsent = False
        self._changes = Changes(position=journal.position())

    def collect_complete(self, targets: Iterable[AnyTarget]) -> Iterator[AnyTarget]:
        """Collect the targets whose results are all stored; yield the others."""
        for target, complete in self._workload.complete_among(targets):
            if not (complete and self._collect(target)):
                yield target
            if len(self._changes.done) >= _COLLECTED_AT_ONCE:
                self._record()
        self._record()

    def steps(
        self,
        targets: Iterable[AnyTarget],
        reader: EventReader,
        backend: Backend,
        watcher: Watcher,
        stopped: Callable[[], bool],
    ) -> Iterator[None]:
        """Run targets until all are done or have failed, or until told to stop; yield after each step.

        Parameters
        ----------
        targets
            The targets to compute; taken when the window has room.
        reader
            The run's stream of events.
        backend
            The broker and the workers, which are kept running.
        watcher
            Follows the progress.
        stopped
            Whether to stop; called between two steps.
        """
        self._fresh = iter(targets)
        self._changes.position = self._journal.position()
        self._done = 0
        while not stopped() and self._refill():
            events = self._read(reader)
            self._handle(events)
            units = self._record()
            if events:
                backend.on_progress()
                # The events are recorded: if the broker cannot delete them now, they expire.
                with suppress(redis.RedisError):
                    reader.forget(self._changes.position)
                time.sleep(_PAUSE_SECONDS)
            self._keep_running(backend, watcher)
            self._window = max(self._window, backend.window())
            # Recorded again: the search for lost items may have found the last targets complete.
            watcher.update(units + self._record(), self._done, self._failed)
            yield
        if not self._pending:
            backend.on_idle()

    def in_flight(self) -> int:
        """Return how many targets are in flight."""
        return len(self._pending)

    def silence(self) -> tuple[str, float, set[str]] | None:
        """Return the target in flight that has been silent longest, its seconds, and what it awaits."""
        if not self._pending:
            return None
        name, pending = min(self._pending.items(), key=lambda entry: entry[1].since)
        return name, time.monotonic() - pending.since, pending.awaited

    def failures(self) -> Mapping[str, str]:
        """Return the reasons of the targets that have failed."""
        return self._journal.failures() if self._failed else {}

    def _refill(self) -> bool:
        """Send targets while there is room; return whether any are in flight."""
        # Many at once, so that sentences of many clusters share a parse batch.
        if len(self._pending) <= self._window // 2:
            batch = [_Pending(target) for target in islice(self._fresh, self._window - len(self._pending))]
            self._pending |= {pending.target.name: pending for pending in batch}
            self._changes.attempts |= {pending.target.name: 1 for pending in batch}
            self._send_next(batch)
        return bool(self._pending)

    def _read(self, reader: EventReader) -> list[Event]:
        try:
            entries = reader.read(self._changes.position, _WAIT_SECONDS)
        except redis.RedisError:
            # The backend checks next whether its server has died.
            time.sleep(_WAIT_SECONDS)
            return []
        if entries:
            self._changes.position = entries[-1][0]
        return [event for _, event in entries]

    def _handle(self, events: Iterable[Event]) -> None:
        ready: list[_Pending[AnyTarget]] = []
        for event in events:
            if event.error:
                self._handle_failure(event)
                continue
            self._changes.events.append(event)
            ready += (pending for pending in self._end(event.key) if not pending.awaited)
        # Sorted out beforehand: a target whose artefacts are damaged is sent again while it is collected.
        unfinished = [pending for pending in ready if not pending.final]
        for pending in ready:
            if pending.final:
                self._collect_or_retry(pending)
        # All at once, so that they share a look-up in the store.
        self._send_next(unfinished)

    def _end(self, key: str) -> list[_Pending[AnyTarget]]:
        """Remove an ended item from the targets that await it; return these targets."""
        self._workload.ended(key)
        sent = self._sent.pop(key, None)
        entries = [self._pending[name] for name in sorted(sent.names)] if sent else []
        for pending in entries:
            pending.awaited.discard(key)
            pending.since = time.monotonic()
        return entries

    def _handle_failure(self, event: Event) -> None:
        sent = self._sent.get(event.key)
        # An earlier attempt may fail late, and many items of one attempt may fail.
        if sent is None or sent.attempt != event.attempt:
            return
        entries = self._end(event.key)
        # A sentence that breaks the parser must not fail the other clusters of its batch.
        again = event.retry or len(entries) > 1
        for pending in entries:
            if event.retry:
                self._workload.drop_damaged(pending.target)
            if again:
                self._retry(pending, event.error)
            else:
                self._fail(pending, event.error)

    def _collect_or_retry(self, pending: _Pending[AnyTarget]) -> None:
        if self._collect(pending.target):
            self._release(pending)
            del self._pending[pending.target.name]
        else:
            self._workload.drop_damaged(pending.target)
            self._retry(pending, "an artefact was damaged each time it was computed")

    def _collect(self, target: AnyTarget) -> bool:
        try:
            rows = self._workload.collect(target)
        except MissingArtefactError:
            return False
        self._changes.results |= {(target.name, name): row for name, row in rows.items()}
        self._changes.done.append(target.name)
        self._done += 1
        return True

    def _retry(self, pending: _Pending[AnyTarget], reason: str) -> None:
        if pending.attempt >= MAX_ATTEMPTS:
            self._fail(pending, f"{reason} (after {pending.attempt} attempts)")
            return
        self._release(pending)
        pending.attempt += 1
        pending.former = frozenset()
        self._changes.attempts[pending.target.name] = pending.attempt
        self._send_next([pending])

    def _fail(self, pending: _Pending[AnyTarget], reason: str) -> None:
        self._release(pending)
        del self._pending[pending.target.name]
        self._changes.failed[pending.target.name] = reason
        self._failed += 1

    def _release(self, pending: _Pending[AnyTarget]) -> None:
        """Drop the items that a target awaits."""
        for key in pending.awaited:
            sent = self._sent[key]
            sent.names.discard(pending.target.name)
            if not sent.names:
                del self._sent[key]
                self._workload.ended(key)
        pending.awaited.clear()

    def _send_next(self, entries: Sequence[_Pending[AnyTarget]]) -> None:
        """Send the next items of targets; collect the targets that are complete."""
        by_name = {pending.target.name: pending for pending in entries}
        new: dict[str, _Sent] = {}
        needs: dict[str, list[WorkItem]] = {name: [] for name in by_name}
        for name, item in self._workload.next_items(
            [(pending.target, pending.attempt) for pending in entries]
        ):
            needs[name].append(item)
            if item.key not in self._sent:
                self._sent[item.key] = new[item.key] = _Sent(item, by_name[name].attempt, set())
            self._sent[item.key].names.add(name)
        self._publish(new.values())
        for name, items in needs.items():
            self._await(by_name[name], items)

    def _await(self, pending: _Pending[AnyTarget], items: Sequence[WorkItem]) -> None:
        pending.awaited = {item.key for item in items}
        pending.final = all(item.final for item in items)
        if not items:
            self._collect_or_retry(pending)
        elif pending.awaited == pending.former:
            self._retry(pending, "the result is not in the store")
        else:
            pending.former = frozenset(pending.awaited)

    def _publish(self, sent: Iterable[_Sent]) -> None:
        try:
            with app.producer_pool.acquire(block=True) as producer:
                for one in sent:
                    one.since = time.monotonic()
                    names = tuple(sorted(one.names))
                    message = Message(self._run, names, one.item.key, one.attempt, one.item.content)
                    send(one.item.task, one.item.label, message, producer)
        except (OperationalError, redis.RedisError):
            # They stay in flight and are sent again once the broker is back.
            self._unsent = True

    def _keep_running(self, backend: Backend, watcher: Watcher) -> None:
        if died := backend.ensure_running():
            watcher.say(f"{died}; work in flight is sent again")
            self._unsent = True
        if self._unsent:
            # Workers skip stored results, so a duplicate message costs little.
            self._unsent = False
            self._publish(self._sent.values())
        now = time.monotonic()
        silences = {key: now - sent.since for key, sent in self._sent.items()}
        for key in sorted(backend.lost(silences)):
            for pending in self._end(key):
                # Perhaps only its last event was lost.
                if all(complete for _, complete in self._workload.complete_among([pending.target])):
                    self._collect_or_retry(pending)
                else:
                    self._retry(pending, f"no event for {silences[key]:.0f} seconds")

    def _record(self) -> Counter[str]:
        counted = self._journal.record(self._changes)
        self._changes = Changes(position=self._changes.position)
        return counted
