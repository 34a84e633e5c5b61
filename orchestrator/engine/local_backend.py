"""The local backend: a server and workers of this machine, started for a run and stopped with it."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from attrs import define, field

from orchestrator.engine.lost_work import PATIENCE, LostWork
from orchestrator.io.atomic import write_whole
from orchestrator.io.shortage import SHORTAGE, tells_shortage
from paralattice.errors import ParalatticeError
from workers.broker.embedded import EmbeddedBroker
from workers.broker.inspection import Inspection
from workers.main import EVENTS_FLAG
from workers.settings import Settings, task_time_limit
from workers.supervision.guard import Guarded

SERVER_POINTER = "server"
"""File among the logs: it names the file with the server's URL, which only its owner can read."""

_RESTARTS_WITHOUT_PROGRESS = 5
_STOP_SECONDS = 5.0
_STATUS_SECONDS = 2.0
_STUCK_SECONDS = 120


class WorkerError(ParalatticeError):
    """The workers do not stay alive."""


@define(eq=False, slots=False)
class LocalBackend:
    """An embedded server and a worker with its child processes, as a context manager.

    Parameters
    ----------
    settings
        Location of the artefacts; the backend starts the broker.
    workers
        Number of worker processes.
    log
        File for the workers' log; :data:`SERVER_POINTER` is beside it while the server runs.
    run
        Identity of the run.
    patience
        Seconds of silence after which the messages of a work item are looked for.
    events
        Whether workers send events of tasks, for Flower.
    """

    interrupted: ClassVar = "the next submit repeats the unfinished tasks"

    _made_for: Settings = field(alias="settings")
    _workers: int
    _log: Path
    _run: str = ""
    _patience: float = PATIENCE
    _events: bool = False
    _broker: EmbeddedBroker = field(factory=EmbeddedBroker, init=False)
    _lost_work: LostWork | None = field(default=None, init=False)
    _worker: Guarded | None = field(default=None, init=False)
    _restarts: int = field(default=0, init=False)
    _at_rest: bool = field(default=False, init=False)

    @property
    def broker_url(self) -> str:
        """The broker's URL with its password."""
        return self._broker.url

    @property
    def queue(self) -> str:
        """The queue that the workers listen to."""
        return self._made_for.queue

    def __enter__(self) -> LocalBackend:
        """Start server and workers."""
        try:
            self._broker.start()
            write_whole(self._log.with_name(SERVER_POINTER), f"{self._broker.url_file}\n")
            self._start_worker()
            self._lost_work = LostWork(self._settings(), self._run, self._patience)
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Stop workers and server."""
        self.stop()

    @contextmanager
    def serving(self, run: str) -> Iterator[LocalBackend]:
        """Serve another run, one at a time; server and workers keep running afterwards.

        Parameters
        ----------
        run
            Identity of the run.
        """
        if self._lost_work is not None:
            self._lost_work.close()
        self._lost_work = LostWork(self._settings(), run, self._patience)
        yield self

    def stop(self) -> None:
        """Stop workers and server; tasks under way are killed, since they can run again."""
        if self._lost_work is not None:
            self._lost_work.close()
        if self._worker is not None:
            # A worker that waits for messages has nothing to finish.
            self._worker.stop(grace=0 if self._at_rest else _STOP_SECONDS)
            self._worker = None
        self._broker.stop()
        with suppress(OSError):
            self._log.with_name(SERVER_POINTER).unlink()

    def window(self) -> int:
        """Return 0: the number of workers was known before."""
        return 0

    def on_progress(self) -> None:
        """Note that work was done, and reset the count of restarts."""
        self._restarts = 0
        self._at_rest = False

    def on_idle(self) -> None:
        """Note that nothing is left to do."""
        self._at_rest = True

    def inspection(self) -> Inspection | None:
        """Return the last inspection, and request another if it is not recent."""
        return self._lost_work.inspection(_STATUS_SECONDS) if self._lost_work else None

    def ensure_running(self) -> str:
        """Restart server and worker if they have died.

        Returns
        -------
        str
            A notice, since messages may be lost; empty if nothing had died.

        Raises
        ------
        WorkerError
            The worker died several times in a row without doing any work.
        BrokerError
            The server cannot be restarted.
        """
        server_died = self._broker.ensure_running()
        worker_died = self._worker is not None and not self._worker.running
        if self._worker is not None and worker_died:
            self._worker.stop(grace=0)
            self._restarts += 1
            if self._restarts > _RESTARTS_WITHOUT_PROGRESS:
                raise WorkerError(f"the worker process keeps dying; {self._reason()}")
            time.sleep(min(0.2 * 2**self._restarts, 5.0))
            self._start_worker()
        return "a process had died and was restarted" if server_died or worker_died else ""

    def lost(self, silences: Mapping[str, float]) -> set[str]:
        """Return the keys of work items whose messages are lost.

        An item that is silent for longer than any task may take is lost, whatever the workers answer.

        Parameters
        ----------
        silences
            Seconds since each item was sent, by key.
        """
        limit = task_time_limit() + _STUCK_SECONDS
        stuck = {name for name, seconds in silences.items() if seconds > limit}
        return stuck | self._lost_work.lost(silences) if self._lost_work else stuck

    def _start_worker(self) -> None:
        self._log.parent.mkdir(parents=True, exist_ok=True)
        # -P: modules in the current folder must not shadow ours.
        command = [
            sys.executable,
            "-P",
            "-m",
            "workers.main",
            str(self._workers),
            *[EVENTS_FLAG] * self._events,
        ]
        self._worker = Guarded(command, self._log, self._settings().to_environment())

    def _settings(self) -> Settings:
        return replace(self._made_for, broker_url=self._broker.url)

    def _reason(self) -> str:
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        # A library's error of its own may follow that of the system.
        if tells_shortage("\n".join(lines[-60:])):
            return f"{SHORTAGE}; its log is {self._log}"
        return f"its log is {self._log}:\n" + "\n".join(lines[-8:])
