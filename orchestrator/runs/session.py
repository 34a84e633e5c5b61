"""A run under way: what it is computed with, and its life from the ledger to the exit code."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import redis
from rich.console import Console

from orchestrator.engine.local_backend import LocalMachine
from orchestrator.engine.lost_work import PATIENCE
from orchestrator.engine.scheduler import Conductor
from orchestrator.engine.shared_backend import SharedMachine, shared_settings
from orchestrator.engine.signals import stop_signals
from orchestrator.io.atomic import write_whole
from orchestrator.io.console import say
from orchestrator.report import write_report
from orchestrator.runs.cluster_work import ClusterWork
from orchestrator.runs.folder import RunError, RunFolder
from orchestrator.runs.ledger import DONE, PENDING, Ledger
from orchestrator.runs.plan import Plan, Planned, Remaining
from orchestrator.runs.results import RESULT_COLUMNS, csv_lines, result_rows
from orchestrator.runs.view.flower import FLOWER_FOLDER, Page, flower_beside, is_watched
from orchestrator.runs.view.progress import Display
from orchestrator.runs.view.publisher import Reporter
from orchestrator.runs.view.status import BROKEN, CANCELLED, FAILED, STOPPED, Status
from orchestrator.runs.view.status import DONE as ALL_DONE
from orchestrator.runs.view.summary import show_failures, show_results
from orchestrator.systems.pang.pairs import write_run_pairs
from paralattice.run_options import Options
from workers.app import use_broker
from workers.broker.inspection import withdraw
from workers.broker.remote import shown_url
from workers.broker.run_registry import Board
from workers.events import EventReader, connect
from workers.settings import Settings
from workers.store import Store, open_store, settled_location
from workers.store.identity import queue_of

INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Machinery:
    """What a run is computed with; nothing of it changes the results.

    Attributes
    ----------
    store, endpoint
        Where the artefacts are: what :func:`workers.store.open_store` takes.
    workers, window
        Worker processes, and clusters in flight at most.
    quiet
        Show no progress.
    broker
        URL of a shared broker with workers elsewhere; empty for a server and workers of our own.
    patience
        Seconds of silence after which a cluster's messages are looked for.
    flower
        Where Flower shows the run; ``None`` for no Flower.
    """

    store: str
    endpoint: str = ""
    workers: int = 1
    window: int = 64
    quiet: bool = False
    broker: str = ""
    patience: float = PATIENCE
    flower: Page | None = None

    def open_store(self) -> Store:
        """Return the store."""
        return open_store(settled_location(self.store), self.endpoint)


@contextmanager
def usable(folder: RunFolder) -> Iterator[None]:
    """Name the run's folder in place of an error of files or of the ledger.

    Raises
    ------
    RunError
        In place of such an error.
    """
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise RunError(
            f"cannot write below {folder.root}: {reason}\n"
            "what is done is kept; the same command goes on once this is mended"
        ) from error


class Run:
    """A run under way: from the ledger to the exit code.

    Parameters
    ----------
    folder
        The run's folder, whose lock this process holds.
    record
        The content of ``run.json``.
    machinery
        Where it is computed.
    console
        Where to say how it goes.
    lend
        Given the run's identity, lends a machine that serves other runs as well; where it is absent,
        the run has one of its own.
    """

    def __init__(
        self,
        folder: RunFolder,
        record: dict[str, Any],
        machinery: Machinery,
        console: Console,
        lend: Callable[[str], AbstractContextManager[LocalMachine]] | None = None,
    ) -> None:
        self._folder = folder
        self._record = record
        self._plan = Plan(record["id"], Options.from_dict(record["signature"]["options"]))
        self._machinery = machinery
        self._console = console
        self._lend = lend
        self._store = machinery.open_store()

    def go(self, names: Collection[str] | None = None) -> int:
        """Do what is left to do, write the results, say how it went.

        Parameters
        ----------
        names
            The clusters to compute, of those that are pending; all of them where it is ``None``.

        Returns
        -------
        int
            The exit code: 0 done, 1 a cluster failed, 130 stopped on request.

        Raises
        ------
        RunError
            Folder or ledger cannot be used.
        """
        with usable(self._folder), closing(Ledger(self._folder.ledger)) as ledger:
            started = time.time()
            try:
                state = self._compute(ledger, names)
            finally:
                self._finish(ledger, started)
            if state not in (CANCELLED, STOPPED):
                write_report(self._folder.root)
                self._write_pairs()
            return self._report(ledger, state)

    def _write_pairs(self) -> None:
        write_run_pairs(self._folder, self._console)

    def _compute(self, ledger: Ledger, names: Collection[str] | None) -> str:
        """Compute clusters; return in which state that leaves the run."""
        machinery = self._machinery
        work = ClusterWork(self._folder.root, self._plan, self._store, machinery.workers)
        conductor = Conductor(work, ledger, machinery.window)
        left = Remaining(self._plan, self._store)
        for cluster in conductor.collect_complete(self._pending(ledger, names)):
            left.add(cluster)
        display = Display(self._console, left.units(), left.clusters, machinery.quiet)
        if not left.clusters:
            state = _end(ledger)
            self._reporter(ledger, display).publish(state)
            return state
        with (
            stop_signals() as stopped,
            self._machine(display.say) as machine,
            display,
            flower_beside(machinery.flower, machine, self._folder.flower_log, display.say),
            closing(connect(machine.broker_url)) as client,
        ):
            use_broker(machine.broker_url, machine.queue)
            reader = EventReader(client, self._record["id"])
            if not reader.exists():
                ledger.start_stream()
            reporter = self._reporter(ledger, display, Board(client) if machinery.broker else None)
            reporter.ask(conductor, machine.census)
            clusters = self._pending(ledger, names)
            with _published(reporter, ledger, stopped) as ask_to_stop:
                conductor.conduct(clusters, reader, machine, reporter, ask_to_stop)
            if reporter.cancelled():
                taken = withdraw(client, self._record["id"], machine.queue)
                display.say(f"cancelled; {taken} messages were taken back")
                return CANCELLED
            if stopped:
                display.say(f"stopping; {machine.what_is_under_way}")
                return STOPPED
            _delete(reader)
            return _end(ledger)

    def _reporter(self, ledger: Ledger, display: Display, board: Board | None = None) -> Reporter:
        return Reporter(display, self._folder, self._first_status(ledger), board)

    def _first_status(self, ledger: Ledger) -> Status:
        counts = ledger.counts()
        shared = self._machinery.broker
        return Status(
            self._record["name"],
            self._record["id"],
            queue=queue_of(self._store.location, self._machinery.endpoint) if shared else "",
            versions=self._plan.options.versions,
            clusters={"total": sum(counts.values()), "done": counts.get(DONE, 0)},
        )

    def _pending(self, ledger: Ledger, names: Collection[str] | None) -> Iterator[Planned]:
        for name, _, body in ledger.clusters(PENDING):
            if names is None or name in names:
                yield self._plan.restore(name, body)

    def _machine(
        self, say: Callable[[str], None]
    ) -> AbstractContextManager[LocalMachine] | AbstractContextManager[SharedMachine]:
        machinery, run = self._machinery, self._record["id"]
        if self._lend is not None:
            return self._lend(run)
        if not machinery.broker:
            log = self._folder.worker_log
            watched = machinery.flower is not None or is_watched(self._folder.root.parent / FLOWER_FOLDER)
            settings = Settings("", self._store.location, store_endpoint=machinery.endpoint)
            return LocalMachine(settings, machinery.workers, log, run, machinery.patience, watched)
        settings = shared_settings(machinery.broker, self._store.location, machinery.endpoint)
        return SharedMachine(settings, run, say, machinery.patience)

    def _finish(self, ledger: Ledger, started: float) -> None:
        write_whole(self._folder.results, csv_lines(RESULT_COLUMNS, result_rows(self._plan, ledger)))
        machinery = self._machinery
        times = {
            "started": _stamp(started),
            "seconds": round(time.time() - started, 3),
            **(
                {"broker": shown_url(machinery.broker)}
                if machinery.broker
                else {"workers": machinery.workers}
            ),
        }
        self._record["submits"] = [*self._record.get("submits", []), times]
        self._folder.write(self._record)

    def _report(self, ledger: Ledger, state: str) -> int:
        failures = ledger.failures()
        show_results(self._console, result_rows(self._plan, ledger))
        for cluster, note in ledger.notes():
            self._say(f"note: {cluster}: {note}")
        show_failures(self._console, failures)
        counts = ledger.counts()
        self._say(
            f"{counts.get(DONE, 0)} of {sum(counts.values())} clusters done, {len(failures)} failed; "
            f"results in {self._folder.root}"
        )
        if state in (STOPPED, CANCELLED):
            self._say(f"{state}; the same command goes on from here")
            return INTERRUPTED
        return 1 if failures else 0

    def _say(self, text: str) -> None:
        say(self._console, text)


@contextmanager
def _published(reporter: Reporter, ledger: Ledger, stopped: list[int]) -> Iterator[Callable[[], bool]]:
    """Publish how a run goes on and how it ended; give what tells whether its end was asked for."""
    reporter.begin()
    try:
        yield lambda: bool(stopped) or reporter.cancelled()
    except BaseException:
        reporter.publish(BROKEN)
        raise
    asked = CANCELLED if reporter.cancelled() else STOPPED if stopped else ""
    reporter.publish(asked or _end(ledger))


def _end(ledger: Ledger) -> str:
    return FAILED if ledger.failures() else ALL_DONE


def _delete(reader: EventReader) -> None:
    # Events that nobody reads any more go by themselves in the end.
    with suppress(redis.RedisError):
        reader.delete()


def _stamp(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
