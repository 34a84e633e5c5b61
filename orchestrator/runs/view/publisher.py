"""Publishing the status of a run under way: on the terminal, in the run's folder and on the broker."""

import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

import redis

from orchestrator.engine.scheduler import Scheduler
from orchestrator.io.atomic import write_json
from orchestrator.runs.folder import RunFolder
from orchestrator.runs.plan import PlannedCluster
from orchestrator.runs.view.progress import Display
from orchestrator.runs.view.status import FAILURES_SHOWN, RUNNING, StageStatus, Status, read_status
from workers.broker.inspection import Inspection
from workers.broker.run_registry import RunRegistry
from workers.task_names import CLUSTER, STAGES

QUIET_SECONDS = 10.0
"""Seconds without anything new after which a run says what it waits for."""

_SECONDS = 2.0
_RATE_SECONDS = 60.0


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
        The list of runs on a shared broker, if any.
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
        self._looked = self._heard = time.monotonic()
        self._pace: deque[tuple[float, int]] = deque([(time.monotonic(), 0)])
        self._scheduler: Scheduler[PlannedCluster] | None = None
        self._inspection: Callable[[], Inspection | None] = lambda: None

    def ask(self, scheduler: Scheduler[PlannedCluster], inspection: Callable[[], Inspection | None]) -> None:
        """Set the sources of the clusters in flight and of the workers' tasks."""
        self._scheduler, self._inspection = scheduler, inspection

    def say(self, text: str) -> None:
        """Print a line."""
        self._display.say(text)

    def update(self, units: Mapping[str, int], done: int, failed: int) -> None:
        """Add units done since the last update, by stage; note the clusters done and failed so far."""
        if units or (done, failed) != (self._done, self._failed):
            self._heard = time.monotonic()
        self._display.update(units, done, failed)
        self._done, self._failed = done, failed
        if time.monotonic() - self._published > _SECONDS:
            self.publish(self._status.state)

    def publish(self, state: str) -> None:
        """Write the status to the folder and the broker; a broker that does not answer is ignored."""
        self._published = time.monotonic()
        self._write(self._standing(state))

    def _write(self, status: Status) -> None:
        self._status = status
        values = status.to_dict()
        write_json(self._folder.status, values)
        if self._registry is not None:
            with suppress(redis.RedisError):
                self._registry.write(self._status.id, values)

    def publish_complete(self, state: str) -> None:
        """Publish a run of which nothing was left to do; the figures of its last submit stay."""
        last, now = read_status(self._folder), self._standing(state)
        if last is not None and last.id == now.id:
            now = replace(now, stages=last.stages, started=last.started, updated=last.updated, rate=last.rate)
        self._write(now)

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
        running = state == RUNNING
        # A run that has ended has no workers: what they answered last is no longer true.
        inspection = self._inspection() if running else None
        self._display.phase(self._phase(inspection) if running else "")
        oldest = max(inspection.tasks, key=lambda task: task.seconds, default=None) if inspection else None
        silence = self._scheduler.silence() if self._scheduler and running else None
        idle = time.monotonic() - self._heard
        self._display.note(
            f"nothing new for {idle:.0f} s: {oldest}" if oldest and idle > QUIET_SECONDS else ""
        )
        return replace(
            self._status,
            state=state,
            updated=time.time(),
            clusters=self._clusters(),
            stages=self._stages(inspection, running),
            rate=self._rate(),
            left=self._display.seconds_left() if running else None,
            workers=inspection.processes if inspection else self._status.workers if running else None,
            others=inspection.others if inspection else (),
            oldest=oldest._asdict() if oldest else None,
            refused=inspection.refused if inspection else self._status.refused,
            failures=self._failures(),
            silent=_silent(*silence, inspection) if silence else None,
        )

    def _clusters(self) -> dict[str, int]:
        total, done = self._status.clusters["total"], self._before + self._done
        flying = self._scheduler.in_flight() if self._scheduler else 0
        # A cluster that ends is counted a moment before it is no longer in flight.
        waiting = max(0, total - done - self._failed - flying)
        return {"total": total, "done": done, "failed": self._failed, "flying": flying, "waiting": waiting}

    def _failures(self) -> dict[str, str]:
        new = self._scheduler.failures() if self._scheduler else {}
        return dict(islice({**self._status.failures, **new}.items(), FAILURES_SHOWN))

    def _phase(self, inspection: Inspection | None) -> str:
        """Return what is under way before the first results, or before the first sentence is parsed."""
        if not (self._display.begun() or (inspection and inspection.processes)):
            return self._display.current_phase
        return "loading the parser" if self._display.awaits_parser() else ""

    def _stages(self, inspection: Inspection | None, under_way: bool) -> dict[str, StageStatus]:
        known = inspection is not None or not under_way
        running = Counter(task.stage for task in inspection.tasks) if inspection else Counter[str]()
        failures = self._scheduler.failures() if self._scheduler else {}
        failed = Counter(reason.partition(":")[0] for reason in failures.values())
        stages = {
            stage: StageStatus(total, done, running[stage] if known else None, failed[stage])
            for stage, (done, total) in zip(STAGES, self._display.stages(), strict=True)
        }
        if running[CLUSTER]:
            # One task that computes several stages of a cluster: only its process knows which.
            done, total = self._before + self._done, self._status.clusters["total"]
            stages[CLUSTER] = StageStatus(total, done, running[CLUSTER])
        return stages

    def _rate(self) -> float:
        now = time.monotonic()
        self._pace.append((now, self._done + self._failed))
        while now - self._pace[0][0] > _RATE_SECONDS and len(self._pace) > 2:
            self._pace.popleft()
        then, before = self._pace[0]
        return round((self._done + self._failed - before) / max(now - then, 1e-6), 3)


def _silent(cluster: str, seconds: float, keys: set[str], inspection: Inspection | None) -> dict[str, Any]:
    """Return a silent cluster with what the workers say of it."""
    doing = ""
    if inspection:
        tasks = [str(task) for task in inspection.tasks if task.key in keys]
        waits = keys & inspection.keys
        doing = tasks[0] if tasks else "its message waits for a worker" if waits else "its message is sought"
    return {"cluster": cluster, "seconds": round(seconds, 1), "doing": doing}
