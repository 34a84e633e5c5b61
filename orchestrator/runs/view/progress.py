"""Progress of a run: bars on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Mapping

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from orchestrator.io.console import say
from workers.app import STAGES

_LINE_SECONDS = 5.0
# Rough relative costs of a unit, to estimate the time left.
_WEIGHTS = {"parse": 10.0, **dict.fromkeys(STAGES[1:], 1.0)}
UNITS = {"parse": "sentences", **dict.fromkeys(STAGES[1:], "lattices")}
"""The noun for the units of each stage."""


class _Rate(ProgressColumn):
    """Units per second."""

    def render(self, task: Task) -> Text:
        """Return the column's text."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:.0f}/s" if speed else "", justify="right")


class Display:
    """The progress of a run's stages on the terminal; a context manager.

    Parameters
    ----------
    console
        Where to print; progress bars on a terminal, lines elsewhere.
    totals
        Numbers of units to compute, by stage.
    clusters
        Number of clusters to compute.
    quiet
        Whether to print only warnings.
    """

    def __init__(self, console: Console, totals: dict[str, int], clusters: int, quiet: bool = False) -> None:
        self._console = console
        self._totals = totals
        self._clusters = clusters
        self._quiet = quiet
        self._done = dict.fromkeys(STAGES, 0)
        self._started = self._last_line = time.monotonic()
        self._bars = self._make_bars() if console.is_terminal and not quiet else None

    def _make_bars(self) -> Progress:
        bars = Progress(
            TextColumn("{task.description:6}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[unit]}"),
            _Rate(),
            TimeRemainingColumn(),
            console=self._console,
        )
        for stage in STAGES:
            bars.add_task(stage, total=self._totals[stage], unit=UNITS[stage])
        return bars

    def __enter__(self) -> Display:
        """Start the bars."""
        if self._bars is not None:
            self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the bars."""
        if self._bars is not None:
            self._bars.stop()

    def say(self, text: str) -> None:
        """Print a line, above the bars if there are any."""
        say(self._console, text)

    def update(self, units: Mapping[str, int], done: int, failed: int) -> None:
        """Add units done since the last update, by stage; note the clusters done and failed so far."""
        for stage, more in units.items():
            # Work repeated after a failure must not count twice.
            self._done[stage] = min(self._done[stage] + more, self._totals[stage])
        if self._bars is not None:
            for task in self._bars.tasks:
                self._bars.update(task.id, completed=self._done[STAGES[task.id]])
        elif not self._quiet:
            self._plain(done, failed)

    def stages(self) -> list[tuple[int, int]]:
        """Return the units done and the units to compute of each stage, in the stages' order."""
        return [(self._done[stage], self._totals[stage]) for stage in STAGES]

    def seconds_left(self) -> float | None:
        """Return the estimated seconds to the end; ``None`` before anything is done."""
        elapsed, share = time.monotonic() - self._started, self._share()
        return round(elapsed / share - elapsed, 1) if share else None

    def _plain(self, done: int, failed: int) -> None:
        now = time.monotonic()
        finished = done + failed >= self._clusters
        if now - self._last_line < _LINE_SECONDS and not finished:
            return
        self._last_line = now
        stages = "  ".join(f"{stage} {self._done[stage]}/{self._totals[stage]}" for stage in STAGES)
        failures = f" ({failed} failed)" if failed else ""
        self.say(f"{stages}  clusters {done}/{self._clusters}{failures}  {self._pace(now)}")

    def _pace(self, now: float) -> str:
        elapsed = now - self._started
        seconds = self.seconds_left()
        left = f"  {seconds:.0f} s left" if seconds is not None else ""
        sentences = f"  {self._done['parse'] / elapsed:.0f} sentences/s" if self._done["parse"] else ""
        return f"{elapsed:.0f} s{sentences}{left}"

    def _share(self) -> float:
        """Return the share of the work that is done, from 0 to 1."""
        total = sum(_WEIGHTS[stage] * self._totals[stage] for stage in STAGES)
        return sum(_WEIGHTS[stage] * self._done[stage] for stage in STAGES) / total if total else 1.0
