"""The status of runs on the terminal: one run, a run until it ends, a list of runs."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from orchestrator.io.console import say
from orchestrator.io.tables import grid
from orchestrator.runs.view.progress import UNITS
from orchestrator.runs.view.publisher import QUIET_SECONDS
from orchestrator.runs.view.status import RUNNING, Status
from workers.broker.inspection import Task

_LOOK_SECONDS = 1.0
_LINE_SECONDS = 5.0


def show_status(status: Status, console: Console, as_json: bool = False) -> None:
    """Print a status, for people or as JSON."""
    if as_json:
        console.print_json(json.dumps(status.to_dict(), ensure_ascii=False))
    else:
        console.print(status_view(status), soft_wrap=True)


def follow_run(look: Callable[[], Status], console: Console) -> Status:
    """Show the status of a run until the run ends; return its last status.

    A terminal shows a live view; a file gets a line every five seconds.
    """
    live = Live(console=console, auto_refresh=False) if console.is_terminal else None
    shown = 0.0
    with live or nullcontext():
        while True:
            status = look()
            if live is not None:
                live.update(status_view(status), refresh=True)
            elif status.state != RUNNING or time.monotonic() - shown > _LINE_SECONDS:
                shown = time.monotonic()
                say(console, _line(status))
            if status.state != RUNNING:
                return status
            time.sleep(_LOOK_SECONDS)


def status_view(status: Status) -> RenderableType:
    """Return the view of a status: the run, a table of its stages, its counts and its slowest work."""
    head = f"run {status.name}: {status.state}, on {status.host} (process {status.process}), "
    so_far = " so far" if status.state == RUNNING else ""
    head += f"{_duration(status.updated - status.started)}{so_far}, {', '.join(status.versions)}"
    heads = ("stage", "done", "of", "", "waiting", "tasks running", "failed clusters")
    rows = []
    for name, stage in status.stages.items():
        running = "?" if stage.running is None else str(stage.running)
        unit = UNITS.get(name, "clusters")
        figures = (str(stage.waiting), running, str(stage.failed))
        rows.append((name, str(stage.done), str(stage.total), unit, *figures))
    return Group(Text(head), grid(heads, rows, ("stage", "")), *map(Text, _lines(status)))


def _lines(status: Status) -> Iterator[str]:
    yield _line(status)
    if status.workers is not None:
        yield f"{status.workers} worker processes"
    yield from status.others
    if status.refused:
        yield f"{status.refused} messages were refused on this server, from whomever; see orchestrator doctor"
    if status.oldest and status.state == RUNNING:
        oldest = status.oldest
        yield f"oldest task: {Task(**{name: oldest[name] for name in Task._fields if name in oldest})}"
    for name, reason in status.failures.items():
        yield f"failed: {name}: {reason}"
    more = status.clusters["failed"] - len(status.failures)
    if more > 0 and status.failures:
        yield f"and {more} more failed; results.csv has the reasons"
    if status.silent and status.state == RUNNING and status.silent["seconds"] > QUIET_SECONDS:
        doing = f": {status.silent['doing']}" if status.silent.get("doing") else ""
        yield f"no event of {status.silent['cluster']} for {_duration(status.silent['seconds'])}{doing}"


def _line(status: Status) -> str:
    counts = status.clusters
    line = f"{status.state}: {counts['done']} of {counts['total']} clusters done, {counts['failed']} failed"
    if status.state == RUNNING:
        left = f", {_duration(status.left)} left" if status.left is not None else ""
        line += (
            f", {counts['flying']} in flight, {counts['waiting']} waiting; {status.rate:.1f} per second{left}"
        )
    return line


def runs_table(statuses: list[Status]) -> Table:
    """Return a table with one line per run."""
    heads = ("run", "state", "clusters", "done", "failed", "started", "host")
    rows = []
    for status in statuses:
        started = time.strftime("%Y-%m-%d %H:%M", time.localtime(status.started))
        counts = (str(status.clusters[name]) for name in ("total", "done", "failed"))
        rows.append((status.name, status.state, *counts, started, status.host))
    return grid(heads, rows, ("run", "state", "started", "host"))


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(max(0.0, seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
