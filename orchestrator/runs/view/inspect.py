"""``orchestrator status``, ``watch``, ``runs`` and ``cancel``: runs as seen from any shell."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import redis
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from orchestrator.io.console import say
from orchestrator.runs.folder import RunError, RunFolder
from orchestrator.runs.view.status import (
    BROKEN,
    CANCELLED,
    LOST,
    RUNNING,
    STOPPED,
    Status,
    read_status,
    run_folders,
    unless_silent,
)
from workers.broker.inspection import withdraw
from workers.broker.remote import check_broker, settled_url
from workers.broker.run_registry import RunRegistry
from workers.events import connect

_LOOK_SECONDS = 1.0
_LINE_SECONDS = 5.0
_SILENT = 10.0
_UNITS = {"parse": "sentences"}


class Runs:
    """The runs in a folder, and those that a broker knows of.

    Parameters
    ----------
    folder
        Folder of all runs.
    broker
        URL of a shared broker; empty without one.
    """

    def __init__(self, folder: Path, broker: str = "") -> None:
        self._folder = folder
        self._broker = broker

    def all(self) -> list[Status]:
        """Return the status of every run that said something, each once, the newest first."""
        here = [status for status in map(read_status, run_folders(self._folder)) if status is not None]
        known = {status.id for status in here}
        there = [status for status in self._on_board() if status.id not in known]
        return sorted([*here, *there], key=lambda status: status.updated, reverse=True)

    def one(self, run: str) -> Status:
        """Return the status of a run.

        Parameters
        ----------
        run
            Its folder, its name or its identity; empty for the newest one that goes on,
            or else the newest.

        Raises
        ------
        RunError
            There is none, or it has said nothing yet.
        """
        folder = find_run(self._folder, run) if run else None
        if folder is not None:
            status = read_status(folder)
            if status is None:
                raise RunError(f"run {folder.name!r} has not begun to compute")
            return status
        found = [status for status in self.all() if run in ("", status.name, status.id)]
        if not found:
            raise self._unknown(run)
        return next((status for status in found if status.state == RUNNING), found[0])

    def _unknown(self, run: str) -> RunError:
        names = ", ".join(dict.fromkeys(status.name for status in self.all())) or "none"
        where = f"{self._folder} and on the broker" if self._broker else str(self._folder)
        if not run:
            return RunError(f"no run in {where}")
        return RunError(f"there is no run {run!r}; the runs in {where}: {names}")

    def cancel(self, run: str, seconds: float, say: Callable[[str], None]) -> bool:
        """Ask a run to end, wait until it has, and take its messages back where it cannot.

        Returns
        -------
        bool
            Whether it has ended.
        """
        status = self.one(run)
        if status.state != RUNNING:
            say(f"run {status.name} does not go on: it is {status.state}")
            return self._withdraw(status, say)
        folder = find_run(self._folder, run or status.name)
        if folder is not None:
            folder.request_cancel()
        else:
            with self._client() as client:
                RunRegistry(client).request_cancel(status.id)
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and status.state == RUNNING:
            time.sleep(_LOOK_SECONDS / 2)
            status = self.one(run or status.name)
        say(f"run {status.name} is {status.state}")
        return status.state != RUNNING

    def _withdraw(self, status: Status, say: Callable[[str], None]) -> bool:
        # Of a run that came to its end there is nothing to take back.
        if self._broker and status.queue and status.state in (LOST, STOPPED, BROKEN):
            with self._client() as client:
                taken = withdraw(client, status.id, status.queue)
                RunRegistry(client).write(status.id, replace(status, state=CANCELLED).to_dict())
            say(f"{taken} messages were taken back")
        return True

    def _on_board(self) -> Iterator[Status]:
        if not self._broker:
            return
        with self._client() as client:
            for values in RunRegistry(client).read().values():
                yield unless_silent(Status.from_dict(values))

    @contextmanager
    def _client(self) -> Iterator[redis.Redis]:
        url = settled_url(self._broker)
        check_broker(url)
        with closing(connect(url)) as client:
            yield client


def find_run(runs: Path, run: str) -> RunFolder | None:
    """Return the run of a folder or of a name below ``runs``; ``None`` where there is none."""
    for path in (Path(run), runs / run):
        if (path / "run.json").is_file():
            return RunFolder(path.resolve())
    return None


def existing_run(runs: Path, run: str) -> RunFolder:
    """Return the run of a folder or of a name below ``runs``.

    Raises
    ------
    RunError
        There is none.
    """
    folder = find_run(runs, run)
    if folder is None:
        names = ", ".join(folder.name for folder in run_folders(runs)) or "none"
        raise RunError(f"there is no run {run!r}; the runs in {runs}: {names}")
    return folder


def show_status(status: Status, console: Console, as_json: bool = False) -> None:
    """Print a status, for people or as JSON."""
    if as_json:
        console.print_json(json.dumps(status.to_dict(), ensure_ascii=False))
    else:
        console.print(status_view(status), soft_wrap=True)


def watch(look: Callable[[], Status], console: Console) -> Status:
    """Show a run until it ends; Ctrl-C ends the watching, not the run."""
    if console.is_terminal:
        return _watch_live(look, console)
    shown = 0.0
    while True:
        status = look()
        if status.state != RUNNING or time.monotonic() - shown > _LINE_SECONDS:
            shown = time.monotonic()
            say(console, _line(status))
        if status.state != RUNNING:
            return status
        time.sleep(_LOOK_SECONDS)


def _watch_live(look: Callable[[], Status], console: Console) -> Status:
    with Live(console=console, auto_refresh=False) as live:
        while True:
            status = look()
            live.update(status_view(status), refresh=True)
            if status.state != RUNNING:
                return status
            time.sleep(_LOOK_SECONDS)


def status_view(status: Status) -> RenderableType:
    """Return what a person sees of a status."""
    head = f"run {status.name}: {status.state}, on {status.host} (process {status.process}), "
    head += f"{_duration(status.updated - status.started)} so far, {', '.join(status.versions)}"
    return Group(Text(head), _stage_table(status), *(Text(line) for line in _lines(status)))


def _stage_table(status: Status) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in ("stage", "done", "of", "", "waiting", "tasks running", "failed clusters"):
        table.add_column(name, justify="left" if name in ("stage", "") else "right")
    for name, stage in status.stages.items():
        running = "?" if stage.running is None else str(stage.running)
        unit = _UNITS.get(name, "lattices")
        figures = (str(stage.waiting), running, str(stage.failed))
        table.add_row(name, str(stage.done), str(stage.total), unit, *figures)
    return table


def _lines(status: Status) -> Iterator[str]:
    yield _line(status)
    if status.workers is not None:
        yield f"{status.workers} worker processes"
    if status.oldest and status.state == RUNNING:
        oldest = status.oldest
        yield f"oldest task: {oldest['stage']} of {oldest['cluster']}, {oldest['seconds']:.0f} s"
    if status.silent and status.state == RUNNING and status.silent["seconds"] > _SILENT:
        yield f"nothing heard of {status.silent['cluster']} for {_duration(status.silent['seconds'])}"


def _line(status: Status) -> str:
    counts = status.clusters
    line = f"{status.state}: {counts['done']} of {counts['total']} clusters done, {counts['failed']} failed"
    if status.state == RUNNING:
        left = f", {_duration(status.left)} left" if status.left is not None else ""
        line += (
            f", {counts['flying']} in flight, {counts['waiting']} waiting; {status.rate:.1f} a second{left}"
        )
    return line


def runs_table(statuses: list[Status]) -> Table:
    """Return a line a run."""
    table = Table(box=None, pad_edge=False)
    for name in ("run", "state", "clusters", "done", "failed", "started", "host"):
        table.add_column(name, justify="right" if name in ("clusters", "done", "failed") else "left")
    for status in statuses:
        started = time.strftime("%Y-%m-%d %H:%M", time.localtime(status.started))
        counts = (str(status.clusters[name]) for name in ("total", "done", "failed"))
        table.add_row(Text(status.name), status.state, *counts, started, status.host)
    return table


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(max(0.0, seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
