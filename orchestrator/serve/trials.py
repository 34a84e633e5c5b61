"""Computes trials as runs, and shows their versions as they become ready."""

import secrets
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from rich.console import Console

from orchestrator.engine.backends import KeptBackend
from orchestrator.engine.resources import Resources
from orchestrator.io.atomic import write_json, write_whole
from orchestrator.report.clusters import packed_cluster
from orchestrator.report.rows import COLUMNS, summarise_results
from orchestrator.report.writing import write_run_report
from orchestrator.runs.folder import RunFolder
from orchestrator.runs.session import INTERRUPTED
from orchestrator.runs.submission.request import Request
from orchestrator.runs.submission.submit import submit
from orchestrator.serve.trial import Trial, TrialError
from orchestrator.systems.phrases.pairs import write_run_pairs
from paralattice.errors import ParalatticeError
from paralattice.results.run_record import read_record

MOST_SECONDS, MOST_WAITING, MOST_RUNS = 60.0, 8, 1_000
"""Bounds of the computation of a trial, of trials at once, and of the trials that a folder keeps."""

_IDLE_SECONDS = 900.0
_STOPPED = "The server was stopped before the end; try again."


@dataclass(slots=True)
class _Progress:
    """A trial under way: the versions that are being computed, and the results so far."""

    versions: Sequence[str] = ()
    shown: dict[str, Any] = field(default_factory=dict)


class Trials:
    """Computes trials one after the other, on workers that start with the first and stop when idle.

    Parameters
    ----------
    runs
        Folder of the runs; a trial is one of them.
    resources
        Store and workers; with a shared broker none are started.
    """

    def __init__(self, runs: Path, resources: Resources) -> None:
        self._runs = runs
        self._resources = resources
        self._own = runs / ".serve"
        self._backend = KeptBackend(resources, self._own / "logs", runs, lambda _: None)
        self._queue: SimpleQueue[Trial | None] = SimpleQueue()
        self._under_way: dict[str, _Progress] = {}
        self._closing = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the workers, unless they run."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._work, name="trials")
            self._thread.start()

    def close(self) -> None:
        """Stop the trial under way and the workers."""
        self._closing = True
        self._queue.put(None)
        while self._thread is not None and self._thread.is_alive():
            # Again and again: a run that begins drops earlier requests.
            for root in (self._own / "warm-up", *map(self._runs.joinpath, list(self._under_way))):
                with suppress(OSError):
                    RunFolder(root).request_cancel()
            self._thread.join(0.5)

    def add(self, trial: Trial) -> None:
        """Compute a trial, unless it was computed before.

        Raises
        ------
        TrialError
            Too many trials wait, or the folder has too many.
        OSError
            The run's folder cannot be written.
        """
        root, record = self._runs / trial.name, self.record(trial.name)
        if trial.name in self._under_way or (record and record.get("error") == ""):
            return
        if len(self._under_way) >= MOST_WAITING:
            raise TrialError(f"{MOST_WAITING} trials are waiting already; try again in a few seconds.")
        if not record and sum(1 for _ in self._runs.glob("try-*")) >= MOST_RUNS:
            raise TrialError(f"{self._runs} has {MOST_RUNS:,} trials; remove some of its folders try-….")
        write_whole(root / "event.txt", trial.text)
        write_json(root / "trial.json", {"text": trial.text, **trial.options})
        self._under_way[trial.name] = _Progress()
        self._queue.put(trial)
        self.start()

    def record(self, name: str) -> dict[str, Any] | None:
        """Return text and options of a trial, with warnings, error and seconds once it has ended.

        There is none if the file is absent or damaged.
        """
        with suppress(ParalatticeError):
            return read_record(self._runs / name / "trial.json")
        return None

    def results(self, name: str, have: str) -> dict[str, Any]:
        """Return the state of a trial, and its results unless a page has them.

        Parameters
        ----------
        have
            The versions that the page has, separated by commas.

        Returns
        -------
        dict
            ``state``: waiting, with the number of trials ``before`` it; computing, with the versions ``now``;
            or ended, with ``warnings``, ``error`` and ``seconds``.  The ``versions`` that are ready, with
            ``columns`` and ``rows`` of ``results.csv`` and the packed records of ``clusters``, for
            :func:`paralattice.report.page.cluster_view`.
        """
        progress = self._under_way.get(name)
        if progress is None:
            record = {"error": _STOPPED, "warnings": [], "seconds": None, **(self.record(name) or {})}
            ended = {key: record[key] for key in ("error", "warnings", "seconds")}
            return {"state": "ended", **ended, **_shown(self._runs / name, have)}
        if not progress.versions:
            return {"state": "waiting", "before": list(self._under_way).index(name)}
        new = progress.shown if ",".join(progress.shown.get("versions", ())) != have else {}
        return {"state": "computing", "now": progress.versions, **new}

    def _work(self) -> None:
        """Compute what is asked for until :meth:`close`; the workers end when nothing is asked for long."""
        if not self._resources.broker:
            self._warm_up()
        while not self._closing:
            try:
                trial = self._queue.get(timeout=_IDLE_SECONDS)
            except Empty:
                self._renew()
                continue
            if trial is not None and not self._closing:
                self._compute(trial)
        self._backend.close()

    def _renew(self) -> None:
        """Stop the workers; the next trial starts new ones."""
        self._backend.close()
        self._backend = KeptBackend(self._resources, self._own / "logs", self._runs, lambda _: None)

    def _warm_up(self) -> None:
        """Have the workers load the parser, for sentences that no store can have."""
        sign, text = secrets.token_hex(4), self._own / "warm-up.txt"
        with suppress(ParalatticeError, OSError):
            days = ("Monday", "Tuesday", "Friday", "Sunday")
            write_whole(text, [f"The server {sign} started on {day} morning.\n" for day in days])
            request = Request(text, self._own, "warm-up", self._resources, update=True)
            submit(request, Console(file=StringIO()), lend=self._backend.lend)

    def _compute(self, trial: Trial) -> None:
        """Compute a trial, the versions that take long after the others, and note its end in its record."""
        folder, log, begun = RunFolder(self._runs / trial.name), StringIO(), time.monotonic()
        progress, error = self._under_way[trial.name], "Something went wrong on the server; try again."
        ended = threading.Event()
        threading.Thread(target=_stop_late, args=(folder, ended)).start()
        try:
            for versions in trial.steps():
                progress.versions = versions
                self._submit(trial, versions, log)
                progress.shown = _shown(folder.root)
            error = ""
        except (ParalatticeError, OSError) as problem:
            error = str(problem).replace(f"{folder.root / 'event.txt'}:", "line ")
        finally:
            ended.set()
            warnings = [line[9:] for line in log.getvalue().splitlines() if line.startswith("warning: ")]
            end = {"error": error, "warnings": [*dict.fromkeys(warnings)]}
            seconds = round(time.monotonic() - begun, 2)
            with suppress(OSError):
                record = {"text": trial.text, **trial.options, **end, "seconds": seconds}
                write_json(folder.root / "trial.json", record)
            del self._under_way[trial.name]

    def _submit(self, trial: Trial, versions: Sequence[str], log: StringIO) -> None:
        """Compute some versions of a trial; raise :class:`TrialError` if that takes too long."""
        request = Request(
            self._runs / trial.name / "event.txt",
            self._runs,
            trial.name,
            self._resources,
            options={**trial.options, "versions": versions},
            update=True,
        )
        after = (write_run_report, write_run_pairs) if versions == trial.options["versions"] else ()
        lend = None if self._resources.broker else self._backend.lend
        if submit(request, Console(file=log), after, lend=lend) == INTERRUPTED:
            # A worker may be busy with it for minutes.
            self._renew()
            late = f"This took longer than {MOST_SECONDS:.0f} s: give fewer sentences or versions."
            if "no worker of" in log.getvalue():
                late = "No worker of this version listens; start `orchestrator worker`, and try again."
            raise TrialError(_STOPPED if self._closing else late)


def _stop_late(folder: RunFolder, ended: threading.Event) -> None:
    """Stop a run that has not ended in time; a run that begins drops earlier requests to stop it."""
    wait = MOST_SECONDS
    while not ended.wait(wait):
        with suppress(OSError):
            folder.request_cancel()
        wait = 0.5


def _shown(root: Path, have: str = "") -> dict[str, Any]:
    """Return the results of a run, unless a page has these versions; nothing without one."""
    # A new one, because it keeps what it has read.
    folder = RunFolder(root)
    with suppress(ParalatticeError, OSError):
        versions = folder.versions()
        if ",".join(versions) != have:
            found = summarise_results(folder)
            packed = {name: packed_cluster(folder, name, versions) for name in found.chosen}
            return {"versions": versions, "columns": COLUMNS, "rows": found.rows, "clusters": packed}
    return {}
