"""Publishing the status of a run under way: on the terminal, in the run's folder and on the broker."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

import redis

from orchestrator.io.atomic import write_json
from orchestrator.runs.folder import RunFolder
from orchestrator.runs.view.progress import Display
from orchestrator.runs.view.status import RUNNING, StageStatus, Status
from workers.app import STAGES
from workers.broker.inspection import Inspection
from workers.broker.run_registry import RunRegistry

_SECONDS = 2.0
_RATE_SECONDS = 60.0


class SchedulerState(Protocol):
    """The part of the scheduler that the status shows."""

    def in_flight(self) -> int:
        """Return how many clusters are in flight."""

    def silence(self) -> tuple[str, float] | None:
        """Return the cluster in flight whose last event is the oldest, and the seconds since then."""

    def failures(self) -> Mapping[str, str]:
        """Return the reasons of the clusters that have failed."""


class Reporter:
    """Shows the progress of a run and publishes its status.

    Parameters
    ----------
    display
        The progress on the terminal.
    folder
        The run's folder.
    status
        The first status; its ``clusters`` count the clusters done before.
    registry
        The list of runs on a shared broker, if there is one.
    """

    def __init__(
        self, display: Display, folder: RunFolder, status: Status, registry: RunRegistry | None
    ) -> None:
        self._display = display
        self._folder = folder
        self._status = status
        self._registry = registry
        self._before = status.clusters.get("done", 0)
        self._done = self._failed = 0
        self._published = 0.0
        self._cancelled = False
        self._looked = time.monotonic()
        self._pace: deque[tuple[float, int]] = deque([(time.monotonic(), 0)])
        self._scheduler: SchedulerState | None = None
        self._inspection: Callable[[], Inspection | None] = lambda: None

    def ask(self, scheduler: SchedulerState, inspection: Callable[[], Inspection | None]) -> None:
        """Set the sources of the clusters in flight and of the workers' tasks."""
        self._scheduler, self._inspection = scheduler, inspection

    def say(self, text: str) -> None:
        """Print a line."""
        self._display.say(text)

    def update(self, units: Mapping[str, int], done: int, failed: int) -> None:
        """Add units done since the last update, by stage; note the clusters done and failed so far."""
        self._display.update(units, done, failed)
        self._done, self._failed = done, failed
        if time.monotonic() - self._published > _SECONDS:
            self.publish(self._status.state)

    def publish(self, state: str) -> None:
        """Write the status to the folder and the broker; a broker that does not answer is ignored."""
        self._published = time.monotonic()
        self._status = self._standing(state)
        values = self._status.to_dict()
        write_json(self._folder.status, values)
        if self._registry is not None:
            with suppress(redis.RedisError):
                self._registry.write(self._status.id, values)

    def begin(self) -> None:
        """Publish that the run is under way, and clear requests to end an earlier submit."""
        self._folder.take_cancel()
        self._cancelled_on_registry()
        self.publish(RUNNING)

    def cancelled(self) -> bool:
        """Return whether the end of the run was requested; checked every two seconds."""
        if not self._cancelled and time.monotonic() - self._looked > _SECONDS:
            self._looked = time.monotonic()
            self._cancelled = self._folder.take_cancel() or self._cancelled_on_registry()
        return self._cancelled

    def _cancelled_on_registry(self) -> bool:
        try:
            return self._registry is not None and self._registry.take_cancel(self._status.id)
        except redis.RedisError:
            return False

    def _standing(self, state: str) -> Status:
        inspection = self._inspection()
        total = self._status.clusters["total"]
        flying = self._scheduler.in_flight() if self._scheduler else 0
        done = self._before + self._done
        oldest = max(inspection.tasks, key=lambda task: task.seconds, default=None) if inspection else None
        silence = self._scheduler.silence() if self._scheduler else None
        return replace(
            self._status,
            state=state,
            updated=time.time(),
            clusters={
                "total": total,
                "done": done,
                "failed": self._failed,
                "flying": flying,
                "waiting": max(0, total - done - self._failed - flying),
            },
            stages=self._stages(inspection),
            rate=self._rate(),
            left=self._display.seconds_left(),
            workers=inspection.processes if inspection else self._status.workers,
            oldest=oldest._asdict() if oldest else None,
            refused=inspection.refused if inspection else self._status.refused,
            silent={"cluster": silence[0], "seconds": round(silence[1], 1)} if silence else None,
        )

    def _stages(self, inspection: Inspection | None) -> dict[str, StageStatus]:
        running = Counter(task.stage for task in inspection.tasks) if inspection else None
        failures = self._scheduler.failures() if self._scheduler else {}
        failed = Counter(reason.partition(":")[0] for reason in failures.values())
        return {
            stage: StageStatus(total, done, running[stage] if running is not None else None, failed[stage])
            for stage, (done, total) in zip(STAGES, self._display.stages(), strict=True)
        }

    def _rate(self) -> float:
        now = time.monotonic()
        self._pace.append((now, self._done + self._failed))
        while now - self._pace[0][0] > _RATE_SECONDS and len(self._pace) > 2:
            self._pace.popleft()
        then, before = self._pace[0]
        return round((self._done + self._failed - before) / max(now - then, 1e-6), 3)
