"""From figures to the files of ``RUN/evaluation``, and what a person sees of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

import paralattice
from orchestrator.engine.worker_pool import at_work
from orchestrator.io.atomic import write_bytes_whole
from orchestrator.io.console import say
from orchestrator.runs.session import Machinery
from orchestrator.systems.pang.evaluation.gathering import (
    EvaluatedRun,
    EvaluationRequest,
    Figures,
    gather_figures,
)
from orchestrator.systems.pang.evaluation.models import (
    DEBIAN_WORDNET,
    WordNetError,
    open_synonyms,
    store_model,
)
from orchestrator.systems.pang.evaluation.tables import Synonyms, tables
from paralattice.formats.tables import FORMATS, Table, shown_cell, table_files
from paralattice.measures.synonyms import Synonymy

EVALUATION = "evaluation"
NAMES = ("table2", "synonyms", "table3", "table4", "repetition", "edgain", "table5", "table6")
"""The tables that there may be, in their order."""


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """What came out.

    Attributes
    ----------
    folder
        Where the files are.
    tables
        In the order of :data:`NAMES`.
    failures
        Why lattices could not be evaluated, by version and cluster.
    """

    folder: Path
    tables: tuple[Table, ...]
    failures: Mapping[str, str]

    @property
    def exit_code(self) -> int:
        """0 where all lattices were evaluated, else 1."""
        return 1 if self.failures else 0


def evaluate_run(
    folder: Path, request: EvaluationRequest, machinery: Machinery, console: Console
) -> EvaluationReport:
    """Evaluate the lattices of a run on the workers, write ``evaluation/`` into its folder, show the tables.

    What is computed is kept in the store, so that the same command goes on where it was stopped.

    Parameters
    ----------
    folder
        The folder of a run; clusters that are not done are left out.
    request
        What is asked for.
    machinery
        What is computed with.
    console
        Where to say how it goes.

    Raises
    ------
    ParaphraseError
        Files of the run, texts or models are damaged; there is no WordNet in the folder that was
        named; or the machinery does not start.
    OSError
        A file cannot be read or written.
    StopRequest
        Somebody asked for the end.
    """
    run = EvaluatedRun(folder, request)
    found, about = _wordnet(run, request, console)
    store = machinery.open_store()
    key, model = store_model(request.model, store) if request.model else ("", None)
    if request.model is None:
        say(console, "no Table 4: it needs a language model (--text FILE or --model FILE)")
    with at_work(machinery, f"evaluate-{folder.resolve().name}", folder / "logs", console) as crew:
        figures = gather_figures(run, request, key, store, crew)
        failures = dict(crew.failures)
    made = tuple(tables(run.versions, figures, request.references, found))
    report = EvaluationReport(folder / EVALUATION, made, failures)
    record = {
        "paralattice": paralattice.__version__,
        "run": run.identity,
        "versions": list(run.versions),
        "clusters": len(run.clusters),
        "left_out": list(run.left_out),
        "failed": failures,
        "language_model": model,
        "wordnet": about,
        "pairs": request.pairs.to_dict(),
        **{name: getattr(request, name) for name in ("held_out", "references", "seed")},
        "curves": {version: _curves(figures, version, request) for version in run.versions},
    }
    _write(report, record)
    _show(console, report)
    return report


def _curves(figures: Iterable[Figures], version: str, request: EvaluationRequest) -> int:
    """Return how many groups are in Table 6."""
    return sum(one.version == version and len(one.curve) == request.references for one in figures)


def _wordnet(
    run: EvaluatedRun, request: EvaluationRequest, console: Console
) -> tuple[tuple[Synonymy, Synonyms] | None, str | None]:
    """Return WordNet with the synonyms of the run's clusters, and its folder; nothing where it is absent."""
    folder = request.wordnet or DEBIAN_WORDNET
    try:
        synonymy = open_synonyms(folder)
    except WordNetError as error:
        if request.wordnet:
            raise
        say(console, f"no Table 2: {error}")
        return None, None
    synonyms = {name: synonymy.pairs(run.sentences(name)) for name in run.clusters}
    return (synonymy, synonyms), str(folder)


def _write(report: EvaluationReport, record: dict[str, Any]) -> None:
    for name, content in table_files(report.tables).items():
        # Excel reads a CSV file as UTF-8 if it begins with a byte order mark.
        encoding = "utf-8-sig" if name.endswith(".csv") else "utf-8"
        write_bytes_whole(report.folder / name, content.encode(encoding, "replace"))
    text = json.dumps(record, ensure_ascii=False, indent=2) + "\n"
    write_bytes_whole(report.folder / "evaluation.json", text.encode("utf-8", "replace"))
    for name in set(NAMES) - {table.name for table in report.tables}:
        # Those of an earlier evaluation must not stay beside other numbers.
        for kind in FORMATS:
            (report.folder / f"{name}.{kind}").unlink(missing_ok=True)


def _show(console: Console, report: EvaluationReport) -> None:
    for table in report.tables:
        say(console, f"\n{table.name}: {table.caption}")
        show_table(console, table)
    for name, reason in report.failures.items():
        say(console, f"failed: {name}: {reason}")
    say(console, f"\ntables in {report.folder}")


def show_table(console: Console, table: Table) -> None:
    """Print a table; where the terminal is too narrow, its lines go on below, for no digit may be lost."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    cells = [[shown_cell(*pair) for pair in zip(table.columns, row, strict=True)] for row in table.rows]
    least = 0
    for place, column in enumerate(table.columns):
        texts = any(isinstance(row[place], str) for row in table.rows)
        # Titles are folded between words, numbers nowhere.
        words = [*column.title.split(), *(row[place] for row in cells)]
        width = max(map(len, words))
        grid.add_column(column.title, justify="left" if texts else "right", min_width=width)
        least += width + 1
    for row in cells:
        grid.add_row(*map(Text, row))
    console.print(grid, width=max(console.width, least), crop=False)
