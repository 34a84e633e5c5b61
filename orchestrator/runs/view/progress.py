"""Progress of a run: bars on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping

from attrs import define
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
from rich.text import Text

from orchestrator.io.console import say, warn
from paralattice.methods import METHODS
from workers.task_names import STAGES

_LINE_SECONDS = 5.0
# Before that much was seen, an estimate of the time left would only tell of the start.
_LEAST_SECONDS, _LEAST_SHARE = 5.0, 0.05
# Rough relative costs of a unit, to estimate the time left.
_WEIGHTS = {**dict.fromkeys(STAGES, 1.0), **{method.stage: method.weight for method in METHODS.values()}}
UNITS = {"parse": "sentences", **dict.fromkeys(STAGES[1:], "lattices")}
"""The noun for the units of each stage."""


class _Count(ProgressColumn):
    """Units done and to do; in words if there is nothing to do."""

    def render(self, task: Task) -> Text:
        """Return the column's text."""
        done = f"{task.completed:.0f}/{task.total:.0f} {task.fields['unit']}"
        return Text(done if task.total else "reused")


class _Rate(ProgressColumn):
    """Units per second."""

    def render(self, task: Task) -> Text:
        """Return the column's text."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:.0f}/s" if speed else "", justify="right")


@define(eq=False, slots=False)
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
    reused
        Stages of which all results were there before; other stages without units are not shown.

    Attributes
    ----------
    current_phase
        What is under way before the first units are done; empty once they are.
    """

    _console: Console
    _totals: dict[str, int]
    _clusters: int
    _quiet: bool = False
    _reused: Collection[str] = ()

    def __attrs_post_init__(self) -> None:
        self._shown = [stage for stage in STAGES if self._totals[stage] or stage in self._reused]
        self._done = dict.fromkeys(STAGES, 0)
        self._started = self._last_line = time.monotonic()
        # When the first units were done, and the share of the work that they were.
        self._first: tuple[float, float] | None = None
        # The pace of what runs, and when and from which units on it is measured next.
        self._pace, self._paced, self._counted = "", self._started, dict(self._done)
        self.current_phase = self._note = ""
        self._bars = self._make_bars() if self._console.is_terminal and not self._quiet else None

    def _make_bars(self) -> Progress:
        bars = Progress(
            TextColumn("{task.description:6}"), BarColumn(), _Count(), _Rate(), console=self._console
        )
        for stage in self._shown:
            bars.add_task(stage, total=self._totals[stage], completed=0, unit=UNITS[stage])
        self._summary = Progress(TextColumn("{task.description}"), console=self._console)
        self._line = self._summary.add_task("")
        return bars

    def __enter__(self) -> Display:
        """Start the bars."""
        if self._bars is not None:
            self._live = Live(Group(self._bars, self._summary), console=self._console, refresh_per_second=4)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the bars."""
        if self._bars is not None:
            self._live.stop()

    def say(self, text: str) -> None:
        """Print a warning on standard error, above the bars if any."""
        warn(self._console, text)

    def phase(self, text: str) -> None:
        """Tell what is under way before the first units are done; an empty text tells nothing."""
        if text == self.current_phase:
            return
        self.current_phase = text
        if self._bars is not None:
            self._summary.update(self._line, description=text)
        elif text and not self._quiet:
            say(self._console, text)

    def note(self, text: str) -> None:
        """Set what the line of progress ends with."""
        self._note = text

    def update(self, units: Mapping[str, int], done: int, failed: int) -> None:
        """Add units done since the last update, by stage; note the clusters done and failed so far."""
        for stage, more in units.items():
            # Work repeated after a failure must not count twice.
            self._done[stage] = min(self._done[stage] + more, self._totals[stage])
        if self._first is None and any(self._done.values()):
            self._first = (time.monotonic(), self._share())
        self._measure_pace(done + failed >= self._clusters)
        if self._bars is not None:
            for task, stage in zip(self._bars.tasks, self._shown, strict=True):
                self._bars.update(task.id, completed=self._done[stage])
            overall = f"{self._overall(done, failed)}  " if self.begun() else ""
            self._summary.update(self._line, description=overall + self.current_phase)
        elif not self._quiet:
            self._plain(done, failed)

    def _measure_pace(self, finished: bool) -> None:
        """Measure the units per second, since the last time, of the stage that most of the work was for."""
        now = time.monotonic()
        more = {stage: self._done[stage] - self._counted[stage] for stage in STAGES}
        stage = max(STAGES, key=lambda name: _WEIGHTS[name] * more[name])
        if more[stage] and (finished or now - self._paced >= _LINE_SECONDS):
            rate = more[stage] / max(now - self._paced, 0.001)
            self._pace = f"  {stage} {rate:.{0 if rate >= 10 else 1}f} {UNITS[stage]}/s"
            self._paced, self._counted = now, dict(self._done)

    def begun(self) -> bool:
        """Return whether a unit of any stage is done."""
        return any(self._done.values())

    def awaits_parser(self) -> bool:
        """Return whether there are sentences to parse, and none is parsed yet."""
        return bool(self._totals["parse"]) and not self._done["parse"]

    def stages(self) -> list[tuple[int, int]]:
        """Return the units done and the units to compute of each stage, in the stages' order."""
        return [(self._done[stage], self._totals[stage]) for stage in STAGES]

    def seconds_left(self) -> float | None:
        """Return the estimated seconds to the end; ``None`` before the pace is known.

        The pace counts from the first unit on, so that starting workers and loading models do not count.
        It is known once a part of the work took some seconds, sentences among it if any must be parsed.
        """
        share = self._share()
        if share >= 1:
            return 0.0
        if self._first is None or self.awaits_parser():
            return None
        elapsed, measured = time.monotonic() - self._first[0], share - self._first[1]
        if elapsed < _LEAST_SECONDS or measured < _LEAST_SHARE:
            return None
        return round(elapsed / measured * (1 - share), 1)

    def _plain(self, done: int, failed: int) -> None:
        now = time.monotonic()
        finished = done + failed >= self._clusters
        if not finished and (now - self._last_line < _LINE_SECONDS or not (self.begun() or self._note)):
            return
        self._last_line = now
        stages = "  ".join(
            f"{stage} {self._done[stage]}/{self._totals[stage]}" if self._totals[stage] else f"{stage} reused"
            for stage in self._shown
        )
        say(self._console, "  ".join(filter(None, (stages, self._overall(done, failed)))))

    def _overall(self, done: int, failed: int) -> str:
        """Return the clusters done, the seconds passed, the pace, and the time left if it is known."""
        elapsed = time.monotonic() - self._started
        failures = f" ({failed} failed)" if failed else ""
        seconds = self.seconds_left()
        left = f"  about {seconds:.0f} s left" if seconds and seconds >= 1 else ""
        line = f"clusters {done}/{self._clusters}{failures}  {elapsed:.0f} s{self._pace}{left}"
        return f"{line}  {self._note}" if self._note else line

    def _share(self) -> float:
        """Return the share of the work that is done, from 0 to 1."""
        total = sum(_WEIGHTS[stage] * self._totals[stage] for stage in STAGES)
        return sum(_WEIGHTS[stage] * self._done[stage] for stage in STAGES) / total if total else 1.0
