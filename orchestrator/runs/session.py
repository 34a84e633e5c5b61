"""The session of a run: from the ledger to the exit code."""

import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import cached_property
from typing import Any

import redis
from attrs import define, field
from rich.console import Console

from orchestrator.engine.backends import Backend, open_backend
from orchestrator.engine.resources import Resources
from orchestrator.engine.scheduler import Scheduler
from orchestrator.engine.signals import stop_signals
from orchestrator.engine.starting import starting_text
from orchestrator.io.atomic import write_whole
from orchestrator.io.console import say, warn
from orchestrator.runs.cluster_workload import ClusterWorkload
from orchestrator.runs.folder import ResultWriter, RunError, RunFolder
from orchestrator.runs.ledger import DONE, PENDING, Ledger
from orchestrator.runs.plan import Plan, PlannedCluster, Remaining
from orchestrator.runs.results import RESULT_COLUMNS, csv_lines, result_rows
from orchestrator.runs.sentences import write_sentence_files
from orchestrator.runs.view.next_steps import show_next_steps
from orchestrator.runs.view.progress import Display
from orchestrator.runs.view.publisher import Reporter
from orchestrator.runs.view.status import BROKEN, CANCELLED, FAILED, RUNNING, STOPPED, Status
from orchestrator.runs.view.status import DONE as ALL_DONE
from orchestrator.runs.view.summary import ShownResults, show_failures
from paralattice.adapters.parser_files import parser_digest
from paralattice.errors import FormatError
from paralattice.run_options import Options
from workers.broker.inspection import NeededParser, run_queue, withdraw
from workers.broker.remote import shown_url
from workers.broker.run_registry import RunRegistry
from workers.events import EventReader, connect
from workers.store.identity import queue_of

Finisher = Callable[[RunFolder, Console], None]
"""Writes files derived from a run's results."""

Lend = Callable[[str], AbstractContextManager[Backend]]
"""Lends a backend to the run with an identity."""

INTERRUPTED = 130


@contextmanager
def usable(folder: RunFolder) -> Iterator[None]:
    """Turn errors of files, of the ledger and of the server into errors in words.

    Raises
    ------
    RunError
        A file or the ledger cannot be used, or the server does not answer.
    FormatError
        The ledger is damaged.
    """
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
            raise FormatError(f"is damaged: {error}", str(folder.ledger)) from error
        reason = getattr(error, "strerror", None) or error
        raise RunError(
            f"cannot write below {folder.root}: {reason}\n"
            "finished work is kept; run the same command again once this is fixed"
        ) from error
    except redis.RedisError as error:
        # Once the run is under way the scheduler waits for the server; this is the first or last contact.
        raise RunError(
            f"the broker does not answer: {' '.join(str(error).split())}\n"
            "finished work is kept; run the same command again once it does"
        ) from error


@define(eq=False, slots=False)
class RunSession:
    """A run under way: from the ledger to the exit code.

    Parameters
    ----------
    folder
        The run's folder, whose lock this process holds.
    record
        The content of ``run.json``.
    resources
        Store, workers and broker.
    console
        Where to show progress and results.
    after
        Called in turn with folder and console when all clusters are computed.
    lend
        Given the run's identity, lends a backend that serves other runs as well; ``None`` to open
        a backend for this run.
    """

    _folder: RunFolder
    _record: dict[str, Any]
    _resources: Resources
    _console: Console
    _after: Sequence[Finisher] = ()
    _lend: Lend | None = None
    _shown: ShownResults = field(factory=ShownResults, init=False)

    def __attrs_post_init__(self) -> None:
        self._plan = Plan(Options.from_dict(self._record["signature"]["options"]))
        self._store = self._resources.open_store()

    def go(self, names: Collection[str] | None = None) -> int:
        """Compute the pending clusters, write the results, print a summary.

        Parameters
        ----------
        names
            The pending clusters to compute; ``None`` for all.

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
            fresh = bool(ledger.counts().get(PENDING)) or not self._folder.sentence_table.exists()
            # A process that ended before it wrote its tables leaves no cluster pending.
            fresh |= ledger.files_are_behind()
            try:
                with ResultWriter(self._folder.root) as writer:
                    # What a killed process wrote and did not note in the ledger is written again.
                    fresh |= writer.mend(set(ledger.names(DONE)))
                    state = self._compute(ledger, writer, names)
            finally:
                self._finish(ledger, started, fresh)
            # A run to which nothing was added has them.
            if state not in (CANCELLED, STOPPED) and (fresh or not self._folder.report.exists()):
                for write in self._after:
                    write(self._folder, self._console)
                ledger.files_are_written()
            return self._report(ledger, state)

    def _compute(self, ledger: Ledger, writer: ResultWriter, names: Collection[str] | None) -> str:
        """Compute clusters; return the state of the run afterwards."""
        resources, run = self._resources, self._record["id"]
        workload = ClusterWorkload(writer, self._plan, self._store, resources.workers)
        scheduler = Scheduler(workload, ledger, run, resources.first_window)
        left = Remaining(self._plan, self._store)
        for cluster in scheduler.collect_complete(self._pending(ledger, names)):
            left.add(cluster)
        units = left.units()
        reused = {stage for stage in left.stages if not units[stage]}
        display = Display(self._console, units, left.clusters, resources.quiet, reused)
        if not left.clusters:
            state = _end(ledger)
            self._reporter(ledger, display).publish_complete(state)
            display.phase("nothing to compute: all results were there")
            return state
        display.phase(starting_text(resources))
        with stop_signals() as stopped:
            # `watch` and `kill` may be given before the workers have started.
            self._reporter(ledger, display).publish(RUNNING)
            return self._follow(ledger, scheduler, names, display, stopped)

    def _follow(
        self,
        ledger: Ledger,
        scheduler: Scheduler[PlannedCluster],
        names: Collection[str] | None,
        display: Display,
        stopped: list[int],
    ) -> str:
        """Start what computes, send and collect until all is done; return the state of the run."""
        run = self._record["id"]
        with display, self._backend(display.say) as backend, closing(connect(backend.broker_url)) as client:
            reader = EventReader(client, run)
            if not reader.open():
                ledger.start_stream()
            reporter = self._reporter(
                ledger, display, RunRegistry(client) if self._resources.broker else None
            )
            reporter.ask(scheduler, backend.inspection)
            with _published(reporter, ledger, stopped) as stop_requested:
                targets = self._pending(ledger, names)
                for _ in scheduler.steps(targets, reader, backend, reporter, stop_requested):
                    pass
                # Before others are told that the run has ended.
                if reporter.cancelled():
                    taken = withdraw(client, run, backend.queue)
                    display.say(f"cancelled; {taken} messages were withdrawn")
            if reporter.cancelled():
                return CANCELLED
            if stopped:
                display.say(f"stopping; {backend.interrupted}")
                return STOPPED
            # If the broker cannot delete the events now, they expire.
            with suppress(redis.RedisError):
                reader.delete()
            return _end(ledger)

    def _backend(self, show: Callable[[str], None]) -> AbstractContextManager[Backend]:
        if self._lend is not None:
            return self._lend(self._record["id"])
        logs, runs = self._folder.worker_log.parent, self._folder.root.parent
        return open_backend(self._resources, self._record["id"], logs, runs, show, self._needed_parser)

    @cached_property
    def _needed_parser(self) -> NeededParser | None:
        """The parser that workers need, unless trees are given and no sentence is made."""
        parse = self._plan.options.parse
        if not (self._record["signature"]["parser"]["digest"] or self._plan.parses_new):
            return None
        return NeededParser(parse.parser, parse.device, parser_digest(parse))

    def _reporter(self, ledger: Ledger, display: Display, registry: RunRegistry | None = None) -> Reporter:
        counts = ledger.counts()
        status = Status(
            self._record["name"],
            self._record["id"],
            queue=self._queue() if self._resources.broker else "",
            versions=self._plan.options.versions,
            code=self._record["signature"]["code"],
            clusters={"total": sum(counts.values()), "done": counts.get(DONE, 0)},
            failures=ledger.failures(),
        )
        return Reporter(display, self._folder, status, registry)

    def _queue(self) -> str:
        return run_queue(queue_of(self._store.location, self._resources.endpoint), self._needed_parser)

    def _pending(self, ledger: Ledger, names: Collection[str] | None) -> Iterator[PlannedCluster]:
        for name, _, body in ledger.clusters(PENDING):
            if names is None or name in names:
                yield self._plan.restore(name, body)

    def _finish(self, ledger: Ledger, started: float, fresh: bool) -> None:
        """Write the tables; those of sentences only if there may be new ones, since they are large."""
        rows = self._shown.gathered(result_rows(self._plan, ledger))
        write_whole(self._folder.results, csv_lines(RESULT_COLUMNS, rows))
        if fresh:
            done = (name for name, _, _ in ledger.clusters(DONE))
            write_sentence_files(self._folder, done, self._plan.options.versions)
        resources = self._resources
        times = {
            "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(started)),
            "seconds": round(time.time() - started, 3),
            **(
                {"broker": shown_url(resources.broker)}
                if resources.broker
                else {"workers": resources.workers}
            ),
        }
        self._record["submits"] = [*self._record.get("submits", []), times]
        self._folder.write(self._record)

    def _report(self, ledger: Ledger, state: str) -> int:
        failures = ledger.failures()
        self._shown.show(self._console)
        for cluster, note in ledger.notes():
            warn(self._console, f"note: {cluster}: {note}")
        show_failures(self._console, failures)
        counts = ledger.counts()
        say(
            self._console,
            f"{counts.get(DONE, 0)} of {sum(counts.values())} clusters done, {len(failures)} failed; "
            f"results in {self._folder.root}",
        )
        if state in (STOPPED, CANCELLED):
            warn(self._console, f"{state}; the same command continues from here")
            return INTERRUPTED
        if not self._resources.quiet:
            show_next_steps(self._console, self._folder)
        return 1 if failures else 0


@contextmanager
def _published(reporter: Reporter, ledger: Ledger, stopped: list[int]) -> Iterator[Callable[[], bool]]:
    """Publish the run's status until it ends; yield a function that returns whether to stop."""
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
