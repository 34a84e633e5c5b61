"""``orchestrator tune``: runs a grid of settings over training clusters, and the best over dev clusters."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

import paralattice
from orchestrator.engine.backends import KeptBackend
from orchestrator.engine.signals import stop_signals
from orchestrator.io.atomic import write_json
from orchestrator.io.console import say, warn
from orchestrator.io.tables import table_file_names, write_tables
from orchestrator.measures.measure import MeasureRequest
from orchestrator.report.writing import write_run_report
from orchestrator.runs.folder import RunError, RunFolder, run_folder
from orchestrator.runs.ledger import Ledger
from orchestrator.runs.plan import Plan
from orchestrator.runs.session import INTERRUPTED, RunSession
from orchestrator.runs.submission.admission import check_resources, no_clusters
from orchestrator.runs.submission.adoption import adopt
from orchestrator.runs.submission.request import Request
from orchestrator.runs.submission.staging import stage_clusters
from orchestrator.systems.tuning.measures import TuningModels, outcomes
from orchestrator.systems.tuning.source import DEV, TRAIN, ArtefactCounts, TuningCorpus
from orchestrator.systems.tuning.summary import show_ranking
from paralattice.errors import FormatError, ProblemsError
from paralattice.formats.tables.paper_tables import Table
from paralattice.methods import METHODS, is_syntactic, method_of
from paralattice.tuning import ranking
from paralattice.tuning.grid import Axis, Grid, Setting, read_grid

FOLDERS = {TRAIN: "settings", DEV: "dev"}
"""Folders of the runs of each split."""

_TABLES = {TRAIN: "tuning", DEV: "tuning-dev"}
# Options of the alignment that only versions with syntax use.
_SYNTAX = (
    "iob_exact", "iob_partial", "iob_none", "trace_weight", "trace_length_discount", "threshold",
    "position_limit",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TuneRequest:
    """Options of a tuning.

    Attributes
    ----------
    base
        Corpus, resources, and the options that all settings have; its name is that of the tuning.
    grid
        File of the values to try.
    measure, best
        Name of the measure that ranks settings; its best value, empty for the measure's default.
    measuring
        How sentences are measured.
    top
        Number of settings that are applied to the split ``dev``.
    largest
        Largest number of settings.
    """

    base: Request
    grid: Path
    measure: str
    measuring: MeasureRequest
    best: str = ""
    top: int = 3
    largest: int = 200


def run_tuning(
    request: TuneRequest, console: Console, show: Callable[[dict[str, Any]], None] | None = None
) -> int:
    """Run a grid; return the exit code: 0 done, 1 a cluster failed or nothing was ranked, 130 stopped.

    Parameters
    ----------
    request
        The arguments.
    console
        Where to print plan, progress and the best settings.
    show
        Shows the plan of a dry run, or the rows of the tables by their names; ``None`` to show neither.

    Raises
    ------
    ParalatticeError
        The input is bad, or the workers do not start; no process is left running.
    """
    grid = _read_grid(request)
    if not request.base.dry_run:
        check_resources(request.base.resources, console)
    with TuningCorpus(request.base, console) as corpus:
        settings = list(grid.settings())
        if not any(True for _ in corpus.clusters(corpus.options(settings[0]), TRAIN)):
            raise no_clusters(request.base.corpus, TRAIN)
        plan = _print_plan(request, grid, corpus, console)
        if request.base.dry_run:
            say(console, "nothing was run (--dry-run)")
            if show is not None:
                show(plan)
            return 0
        tuning = _Tuning(request, corpus, console)
        code = tuning.go(settings)
        if show is not None and code != INTERRUPTED:
            show({table.name: table.records() for table in tuning.tables})
        return code


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


def _print_plan(request: TuneRequest, grid: Grid, corpus: TuningCorpus, console: Console) -> dict[str, Any]:
    """Print what a tuning would compute; return it as a record."""
    artefacts = ArtefactCounts(request.base.resources.open_store())
    every = [corpus.options(setting) for setting in grid.settings()]
    artefacts.expect((options, corpus.clusters(options, TRAIN)) for options in every)
    counts = {split: sum(1 for _ in corpus.clusters(every[0], split)) for split in (TRAIN, DEV)}
    product = " x ".join(f"{len(axis.values)} {axis.option}" for axis in grid.axes)
    versions = every[0].versions
    top = min(request.top, grid.size)
    for line in (
        f"{grid.size} settings ({product}) over {counts[TRAIN]} clusters, {', '.join(versions)}",
        *artefacts.lines("to compute", "shared or stored"),
        *_best_line(top, counts[DEV], request.measure),
        *_unaffected_line(grid, versions),
    ):
        say(console, line)
    record = {"settings": grid.size, "clusters": counts, "versions": list(versions), "top": top}
    return {**record, "artefacts": artefacts.record()}


def _best_line(top: int, clusters: int, measure: str) -> list[str]:
    """Return what the best settings are applied to, if any are."""
    if not top:
        return []
    if not clusters:
        return ["no cluster is in split dev: the best settings are applied to nothing"]
    return [f"then the best {top} over {clusters} clusters of split dev, by {measure}"]


def _unaffected_line(grid: Grid, versions: Sequence[str]) -> list[str]:
    """Return the versions that would give the same with all settings, if any."""
    varied = [axis for axis in grid.axes if len(axis.values) > 1]
    unaffected = [name for name in versions if varied and not any(_matters(axis, name) for axis in varied)]
    if not unaffected:
        return []
    return [f"note: nothing in the grid matters to {', '.join(unaffected)} (see --versions)"]


def _matters(axis: Axis, version: str) -> bool:
    """Return whether a version's lattices depend on an option."""
    if not any(axis.stage in method.reads for method in METHODS.values()):
        return True
    return axis.stage in method_of(version).reads and (is_syntactic(version) or axis.name not in _SYNTAX)


class _Stopped(Exception):  # noqa: N818 - it is no error
    """The tuning was asked to stop."""


class _Tuning:
    """A tuning that is being computed."""

    def __init__(self, request: TuneRequest, corpus: TuningCorpus, console: Console) -> None:
        self._request = request
        self._corpus = corpus
        self._console = console
        self._folder = run_folder(request.base.runs, request.base.name)
        self._artefacts = ArtefactCounts(request.base.resources.open_store())
        self._stopped: list[int] = []
        self._failed = 0
        self.tables: list[Table] = []

    def go(self, settings: Sequence[Setting]) -> int:
        """Run and rank the settings, apply the best ones, and return the exit code."""
        if self._folder.read() is not None:
            raise RunError(f"{self._folder.root} is the folder of a run: give the tuning another --name")
        options = self._corpus.options(settings[0])
        clusters = {
            cluster.name: cluster.sentences
            for split in (TRAIN, DEV)
            for cluster in self._corpus.clusters(options, split)
        }
        models = TuningModels(self._request.measuring.model, clusters)
        self._folder.create()
        root, resources = self._folder.root, self._request.base.resources
        machine = KeptBackend(resources, root / "logs", root.parent, partial(warn, self._console))
        with self._folder.locked(), stop_signals() as self._stopped, machine:
            try:
                return self._rank_and_apply(settings, machine, models)
            except _Stopped:
                self._say_artefacts()
                warn(self._console, "stopped; the same command continues from here")
                return INTERRUPTED

    def _rank_and_apply(self, settings: Sequence[Setting], machine: KeptBackend, models: TuningModels) -> int:
        best: list[Setting] = list(settings)
        ranked: dict[str, list[ranking.Ranked]] = {}
        for split in (TRAIN, DEV):
            if not best or not any(True for _ in self._corpus.clusters(self._corpus.options(best[0]), split)):
                break
            found = list(self._outcomes(best, split, machine, models))
            ranked[split] = ranking.rank(found, ranking.MEASURES[self._request.measure], self._request.best)
            self._show(ranked[split], split)
            best = [one.setting for one in ranking.best_settings(ranked[split], self._request.top)]
            tied = ranking.tied_with_last(ranked[split], self._request.top)
            if split == TRAIN and tied:
                note = f"note: {tied} more are as good as the last that is applied to dev (--top)"
                say(self._console, note)
        if DEV not in ranked:
            # The tables of an earlier ranking must not stay beside this one.
            for file in table_file_names(_TABLES[DEV]):
                (self._folder.root / file).unlink(missing_ok=True)
        self._write_record(settings, ranked, models)
        self._say_artefacts()
        self._say(f"tables in {self._folder.root}")
        return 1 if self._failed or ranked[TRAIN][0].rank is None else 0

    def _outcomes(
        self, settings: Sequence[Setting], split: str, machine: KeptBackend, models: TuningModels
    ) -> Iterator[ranking.Outcome]:
        for number, setting in enumerate(settings, 1):
            folder = run_folder(self._folder.root / FOLDERS[split], setting.folder)
            if self._stopped or self._run(setting, split, folder, machine) == INTERRUPTED:
                raise _Stopped
            found = outcomes(folder, setting, self._request.measuring, models)
            if not self._request.base.resources.quiet:
                self._say(f"{split} {number:>{len(str(len(settings)))}} of {len(settings)}  {setting.label}")
            self._say_failures(setting, folder)
            yield from found

    def _run(self, setting: Setting, split: str, folder: RunFolder, machine: KeptBackend) -> int:
        """Compute the missing part of a setting's run in its folder; return its exit code."""
        options, base = self._corpus.options(setting), self._request.base
        folder.create()
        # A run writes into a log of its own: a tuning may have hundreds of runs.
        folder.submit_log.parent.mkdir(parents=True, exist_ok=True)
        with (
            folder.locked(),
            self._artefacts.counting(lambda: self._corpus.clusters(options, split), options),
            folder.submit_log.open("w", encoding="utf-8", errors="replace") as log,
        ):
            with closing(Ledger()) as ledger:
                clusters = self._corpus.clusters(options, split)
                described = stage_clusters(Plan(options), clusters, ledger, replace(base, split=split))
                record = adopt(folder, described, ledger, base.update)
            resources = replace(base.resources, flower=None, quiet=True)
            console = Console(file=log, width=160)
            lend = None if resources.broker else machine.lend
            return RunSession(folder, record, resources, console, (write_run_report,), lend).go()

    def _say_failures(self, setting: Setting, folder: RunFolder) -> None:
        failed = {row["cluster"]: row["reason"] for row in folder.result_rows() if row["status"] == "failed"}
        self._failed += len(failed)
        for cluster, reason in failed.items():
            warn(self._console, f"failed: {setting.label}: {cluster}: {reason}")

    def _show(self, ranked: Sequence[ranking.Ranked], split: str) -> None:
        best = self._request.best or ranking.MEASURES[self._request.measure].best
        caption = f"Settings over the clusters of split {split}, by {self._request.measure} ({best} first)."
        table = ranking.tuning_table(_TABLES[split], ranked, self._request.measure, caption)
        write_tables(self._folder.root, [table])
        self.tables.append(table)
        show_ranking(self._console, ranked, self._request.measure, caption)

    def _write_record(
        self, settings: Sequence[Setting], ranked: dict[str, list[ranking.Ranked]], models: TuningModels
    ) -> None:
        record = {
            "paralattice": paralattice.__version__,
            "name": self._folder.name,
            "corpus": str(self._request.base.corpus.resolve()),
            "grid": {axis.option: list(axis.values) for axis in settings[0].axes},
            "measure": self._request.measure,
            "best": self._request.best or ranking.MEASURES[self._request.measure].best,
            "language_model": models.models.record(),
            "settings": len(settings),
            "top": [one.setting.folder for one in ranked.get(DEV, [])],
            "artefacts": self._artefacts.record(),
        }
        write_json(self._folder.root / "tuning.json", record)

    def _say_artefacts(self) -> None:
        for line in self._artefacts.lines():
            self._say(line)

    def _say(self, text: str) -> None:
        say(self._console, text)
