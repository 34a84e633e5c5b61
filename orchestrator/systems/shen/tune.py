"""``orchestrator tune``: a grid of settings over the training clusters, the best ones over the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

import paralattice
from orchestrator.engine.signals import stop_signals
from orchestrator.io.atomic import write_json, write_whole
from orchestrator.io.console import say
from orchestrator.measures.measure import MeasureRequest
from orchestrator.runs.folder import RunError, RunFolder, run_folder
from orchestrator.runs.session import INTERRUPTED
from orchestrator.runs.submit import Request, check_machinery
from orchestrator.systems.shen.tune_measures import TuningModels, outcomes, read_results
from orchestrator.systems.shen.tune_runs import OneMachine, SettingRuns
from orchestrator.systems.shen.tune_source import DEV, TRAIN, Sharing, Source
from orchestrator.systems.shen.tune_summary import show_ranking
from paralattice.errors import FormatError, ProblemsError
from paralattice.formats.tables import FORMATS, table_files
from paralattice.tuning.grid import Axis, Grid, Setting, read_grid
from paralattice.tuning.ranking import (
    MEASURES,
    Outcome,
    Ranked,
    best_settings,
    rank,
    tied_with_last,
    tuning_table,
)
from paralattice.versions import PANG, is_syntactic

FOLDERS = {TRAIN: "settings", DEV: "dev"}
"""Split to the folder of its runs."""

_TABLES = {TRAIN: "tuning", DEV: "tuning-dev"}


@dataclass(frozen=True, slots=True)
class TuneRequest:
    """What is to be tuned, and how.

    Attributes
    ----------
    base
        Corpus, machinery, and the options that all settings have; its name is that of the tuning.
    grid
        File of the values to be tried.
    measure, best
        The name of the measure that ranks settings; which value is the best one, where that
        is not the measure's own.
    top
        How many settings are applied to the split ``dev``.
    largest
        How many settings there may be.
    measuring
        How sentences are measured.
    """

    base: Request
    grid: Path
    measure: str
    measuring: MeasureRequest
    best: str = ""
    top: int = 3
    largest: int = 200


def tune(request: TuneRequest, console: Console) -> int:
    """Run a grid and return the exit code: 0 done, 1 a cluster failed or nothing to rank, 130 stopped.

    Raises
    ------
    ParaphraseError
        Bad input, or machinery that does not start; nothing is left running.
    """
    grid = _read_grid(request)
    if not request.base.dry_run:
        check_machinery(request.base.machinery, console)
    with Source(request.base, console) as source:
        settings = list(grid.settings())
        source.require_train(settings[0])
        _print_plan(request, grid, source, console)
        if request.base.dry_run:
            say(console, "nothing was run (--dry-run)")
            return 0
        return _Tuning(request, source, console).go(settings)


def _read_grid(request: TuneRequest) -> Grid:
    grid = read_grid(request.grid.read_bytes(), str(request.grid), request.largest)
    given = request.base.options
    clashes = [axis for axis in grid.axes if axis.name in given.get(axis.stage, {})]
    if clashes:
        message = "{} is given on the command line as well"
        raise ProblemsError(
            FormatError(message.format(axis.option), str(request.grid), axis.line) for axis in clashes
        )
    return grid


def _print_plan(request: TuneRequest, grid: Grid, source: Source, console: Console) -> None:
    sharing = Sharing(request.base.machinery.open_store())
    every = [source.options(setting) for setting in grid.settings()]
    sharing.expect((options, source.clusters(options, TRAIN)) for options in every)
    counts = {split: sum(1 for _ in source.clusters(every[0], split)) for split in (TRAIN, DEV)}
    product = " x ".join(f"{len(axis.values)} {axis.option}" for axis in grid.axes)
    versions = every[0].versions
    say(console, f"{grid.size} settings ({product}) over {counts[TRAIN]} clusters, {', '.join(versions)}")
    for line in sharing.lines("to compute", "shared or stored"):
        say(console, line)
    top = min(request.top, grid.size)
    if counts[DEV] and top:
        say(console, f"then the best {top} over {counts[DEV]} clusters of split dev, by {request.measure}")
    elif top:
        say(console, "no cluster is in split dev: the best settings are applied to nothing")
    if indifferent := _indifferent(grid, versions):
        say(console, f"note: nothing in the grid matters to {', '.join(indifferent)} (see --versions)")


def _indifferent(grid: Grid, versions: Sequence[str]) -> list[str]:
    """Return the versions that look at nothing that the grid varies."""
    varied = [axis for axis in grid.axes if len(axis.values) > 1]
    return [name for name in versions if varied and not any(_matters(axis, name) for axis in varied)]


def _matters(axis: Axis, version: str) -> bool:
    syntax = {"iob_exact", "iob_partial", "iob_none", "trace_weight", "trace_length_discount"}
    syntax |= {"threshold", "position_limit"}
    if axis.stage in (PANG, "align"):
        return (axis.stage == PANG) == (version == PANG) and (
            is_syntactic(version) or axis.name not in syntax
        )
    return True


class _Stopped(Exception):  # noqa: N818 - no error: somebody asked for it
    """Somebody asked the tuning to stop."""


class _Tuning:
    """A tuning under way."""

    def __init__(self, request: TuneRequest, source: Source, console: Console) -> None:
        self._request = request
        self._source = source
        self._console = console
        self._folder = run_folder(request.base.runs, request.base.name)
        self._sharing = Sharing(request.base.machinery.open_store())
        self._failed = 0

    def go(self, settings: Sequence[Setting]) -> int:
        """Run, rank, apply, and say how it went."""
        if self._folder.read() is not None:
            raise RunError(f"{self._folder.root} is the folder of a run: give the tuning another --name")
        models = self._models(settings[0])
        self._folder.create()
        machine = OneMachine(self._request.base.machinery, self._folder.root, self._say)
        with self._folder.locked(), stop_signals() as stopped, machine:
            runs = SettingRuns(self._source, self._request.base, machine, self._sharing)
            try:
                return self._rank_and_apply(settings, runs, models, stopped)
            except _Stopped:
                self._say_shared()
                self._say("stopped; the same command goes on from here")
                return INTERRUPTED

    def _models(self, setting: Setting) -> TuningModels:
        options = self._source.options(setting)
        clusters = {
            cluster.name: cluster.sentences
            for split in (TRAIN, DEV)
            for cluster in self._source.clusters(options, split)
        }
        return TuningModels(self._request.measuring.model, clusters)

    def _rank_and_apply(
        self, settings: Sequence[Setting], runs: SettingRuns, models: TuningModels, stopped: list[int]
    ) -> int:
        best: list[Setting] = list(settings)
        ranked: dict[str, list[Ranked]] = {}
        for split in (TRAIN, DEV):
            if not best or not any(True for _ in self._source.clusters(self._source.options(best[0]), split)):
                break
            found = list(self._outcomes(best, split, runs, models, stopped))
            ranked[split] = rank(found, MEASURES[self._request.measure], self._request.best)
            self._show(ranked[split], split)
            best = [one.setting for one in best_settings(ranked[split], self._request.top)]
            tied = tied_with_last(ranked[split], self._request.top)
            if split == TRAIN and tied:
                self._say(f"note: {tied} more are as good as the last that is applied to dev (--top)")
        if DEV not in ranked:
            # Those of an earlier ranking must not stay beside this one.
            for kind in FORMATS:
                (self._folder.root / f"{_TABLES[DEV]}.{kind}").unlink(missing_ok=True)
        self._write_record(settings, ranked, models)
        self._say_shared()
        self._say(f"tables in {self._folder.root}")
        return 1 if self._failed or ranked[TRAIN][0].rank is None else 0

    def _outcomes(
        self,
        settings: Sequence[Setting],
        split: str,
        runs: SettingRuns,
        models: TuningModels,
        stopped: list[int],
    ) -> Iterator[Outcome]:
        for number, setting in enumerate(settings, 1):
            folder = run_folder(self._folder.root / FOLDERS[split], setting.folder)
            if stopped or runs.run(setting, split, folder) == INTERRUPTED:
                raise _Stopped
            found = outcomes(folder, setting, self._request.measuring, models)
            if not self._request.base.machinery.quiet:
                self._say(f"{split} {number:>{len(str(len(settings)))}} of {len(settings)}  {setting.label}")
            self._say_failures(setting, folder)
            yield from found

    def _say_failures(self, setting: Setting, folder: RunFolder) -> None:
        failed = {row["cluster"]: row["reason"] for row in read_results(folder) if row["status"] == "failed"}
        self._failed += len(failed)
        for cluster, reason in failed.items():
            self._say(f"failed: {setting.label}: {cluster}: {reason}")

    def _show(self, ranked: Sequence[Ranked], split: str) -> None:
        measure = MEASURES[self._request.measure]
        best = self._request.best or measure.best
        caption = f"Settings over the clusters of split {split}, by {self._request.measure} ({best} first)."
        table = tuning_table(_TABLES[split], ranked, self._request.measure, caption)
        for name, text in table_files([table]).items():
            # Excel reads a CSV file as UTF-8 if it begins with a byte order mark.
            start = "\ufeff" if name.endswith(".csv") else ""
            write_whole(self._folder.root / name, start + text)
        show_ranking(self._console, ranked, self._request.measure, caption)

    def _write_record(
        self, settings: Sequence[Setting], ranked: dict[str, list[Ranked]], models: TuningModels
    ) -> None:
        record = {
            "paralattice": paralattice.__version__,
            "name": self._folder.name,
            "corpus": str(self._request.base.corpus.resolve()),
            "grid": {axis.option: list(axis.values) for axis in settings[0].axes},
            "measure": self._request.measure,
            "best": self._request.best or MEASURES[self._request.measure].best,
            "language_model": models.models.record(),
            "settings": len(settings),
            "top": [one.setting.folder for one in ranked.get(DEV, [])],
            "artefacts": self._sharing.record(),
        }
        write_json(self._folder.root / "tuning.json", record)

    def _say_shared(self) -> None:
        for line in self._sharing.lines():
            self._say(line)

    def _say(self, text: str) -> None:
        say(self._console, text)
