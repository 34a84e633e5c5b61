"""From a run folder to its page, within bounds of memory and time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import paralattice
from orchestrator.io.atomic import write_whole
from orchestrator.report.clusters import packed_cluster
from orchestrator.report.rows import COLUMNS, Results, read_results
from orchestrator.report.scores import score_figures, score_notes, score_tables
from orchestrator.report.signature import command_text, signature_pairs
from orchestrator.runs.folder import RunError, RunFolder
from paralattice.formats.names import name_problem
from paralattice.judging.study_files import SENTENCE_FILES
from paralattice.report import PageContent, write_page

REPORT = "report.html"
#: Characters of clusters beyond which the page takes no further one.
LARGEST_PAGE = 32 << 20


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What the page shows.

    Attributes
    ----------
    clusters
        How many clusters can be looked into at most: the first that are done.
    only
        Names of those that can be, whatever their number.
    """

    clusters: int = 200
    only: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What was written.

    Attributes
    ----------
    path
        The page.
    shown, done, failed
        Clusters that can be looked into, that are done, that failed.
    """

    path: Path
    shown: int
    done: int
    failed: int


def write_report(run: Path, options: ReportOptions | None = None, target: Path | None = None) -> Report:
    """Write the page of a run.

    The same run folder gives the same page, byte for byte: it has no times, no
    places on this machine and no name that chance gave.

    Parameters
    ----------
    run
        The folder of a run.
    options
        What to show.
    target
        The file; ``report.html`` in the run's folder where it is ``None``.

    Raises
    ------
    RunError
        The folder is no run's or has no results, or a named cluster has none.
    OSError
        The page cannot be written.
    """
    options = options or ReportOptions()
    record = RunFolder(run).read()
    if record is None:
        raise RunError(f"{run / 'run.json'} is absent: the folder is no run's")
    versions = _versions(record, run)
    results = read_results(run / "results.csv", options.clusters, options.only)
    blocks = list(_blocks(run, results.chosen, versions))
    shown = results.chosen[: len(blocks)]
    content = _content(run, record, versions, results, shown)
    path = target or run / REPORT
    write_whole(path, write_page(content, blocks))
    return Report(path, len(shown), results.clusters["done"], results.clusters["failed"])


def _versions(record: dict[str, Any], run: Path) -> list[str]:
    versions = record.get("versions")
    if not isinstance(versions, list) or any(name_problem(str(name)) for name in versions):
        raise RunError(f"{run / 'run.json'}: is not the record of a run")
    return [str(name) for name in versions]


def _blocks(run: Path, names: Sequence[str], versions: Sequence[str]) -> Iterator[str]:
    size = 0
    for name in names:
        if name_problem(name):
            raise RunError(f"{run / 'results.csv'}: {name!r} cannot be the name of a cluster")
        block = packed_cluster(run, name, versions)
        size += len(block)
        if size > LARGEST_PAGE:
            return
        yield block


def _content(
    run: Path, record: dict[str, Any], versions: Sequence[str], results: Results, shown: Sequence[str]
) -> PageContent:
    scores = run / SENTENCE_FILES.scores
    signature = record.get("signature")
    return PageContent(
        name=str(record.get("name") or run.resolve().name),
        versions=versions,
        tiles=_tiles(run, versions, results),
        tables=[results.table(versions)],
        bounds=_bounds(results, shown),
        columns=COLUMNS,
        rows=results.rows,
        shown=shown,
        scores=score_tables(run),
        figures=score_figures(scores),
        score_notes=score_notes(scores, str(record.get("id", ""))),
        signature=signature_pairs(signature if isinstance(signature, dict) else {}),
        command=command_text(record),
    )


def _tiles(run: Path, versions: Sequence[str], results: Results) -> list[tuple[str, str]]:
    known = results.clusters.total()
    waiting = max(0, _count_clusters(run) - known)
    counts = [
        ("clusters", known + waiting),
        ("done", results.clusters["done"]),
        ("failed", results.clusters["failed"]),
        *([("not finished", waiting)] if waiting else []),
        ("sentences", results.sentences),
        ("versions", len(versions)),
        ("lattices", results.lattices.total()),
    ]
    return [(name, f"{count:,}") for name, count in counts] + [("Paralattice", paralattice.__version__)]


def _count_clusters(run: Path) -> int:
    """Return the number of clusters in the corpus; 0 where it is not known."""
    try:
        with (run / "clusters.csv").open("rb") as file:
            return sum(1 for _ in file) - 1
    except OSError:
        return 0


def _bounds(results: Results, shown: Sequence[str]) -> list[str]:
    done, rows = results.clusters["done"], len(results.rows)
    bounds = []
    if rows < results.total:
        bounds.append(
            f"The table has {rows:,} of {results.total:,} rows: those of the first clusters, and of failed "
            "ones beyond; results.csv has all of them."
        )
    if len(shown) < done:
        full = ", as many as fit into one page" if len(shown) < len(results.chosen) else ""
        bounds.append(
            f"{len(shown):,} of {done:,} clusters that are done can be looked into{full}: those whose names "
            "are links. For others: orchestrator report RUN --only NAME, or --clusters NUMBER."
        )
    return bounds
