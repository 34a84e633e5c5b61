"""Writing the page of a run, within bounds of memory and time."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

import paralattice
from orchestrator.io.atomic import write_whole
from orchestrator.report.blocks import remove_other_parts, write_blocks
from orchestrator.report.clusters import packed_cluster
from orchestrator.report.first import first_sentences
from orchestrator.report.rows import COLUMNS, ResultSummary, summarise_results
from orchestrator.report.scores import saved_tables, score_figures, score_notes
from orchestrator.report.signature import command_text, signature_pairs
from orchestrator.runs.folder import RunFolder
from paralattice.errors import FormatError, ParalatticeError
from paralattice.report.page import PageContent, write_run_page

#: Number of clusters that the page at the end of a run shows in detail: each takes 12 ms of one processor.
_SENTENCE_NOTE = "sentences.csv and sentences.txt beside this page have the chosen sentences of all clusters."
AT_END = 2_000


@dataclass(frozen=True, slots=True)
class Report:
    """The page that was written.

    Attributes
    ----------
    path
        The file.
    shown, done, failed
        Numbers of clusters: shown in detail, done, failed.
    damaged
        Why the records of clusters could not be read, one line each; the page names them too.
    """

    path: Path
    shown: int
    done: int
    failed: int
    damaged: tuple[str, ...] = ()


def write_report(
    run: Path, target: Path | None = None, clusters: int | None = None, only: Sequence[str] = ()
) -> Report:
    """Write the page of a run.

    The same run folder gives the same page, byte for byte: it has no times, no
    paths of this machine and no random names.

    Parameters
    ----------
    run
        The folder of a run.
    target
        The file; ``None`` for ``report.html`` in the run's folder.
    clusters
        Maximum number of clusters shown in detail: the first that are done; ``None`` for all.
    only
        Names of the clusters to show in detail instead, in any number.

    Raises
    ------
    FormatError
        The folder is not a run's, its tables are damaged, or records of clusters were lost.
    RunError
        The run has no results, or a named cluster has none.
    OSError
        The page cannot be written.
    """
    folder = RunFolder(run)
    record = folder.record()
    results = summarise_results(folder, clusters, only)
    path = target or folder.report
    damaged: list[str] = []
    blocks = write_blocks(path, _packed(folder, results.chosen, record["versions"], damaged))
    write_whole(path, write_run_page(_content(folder, record, results), blocks))
    remove_other_parts(path, blocks)
    counts = results.clusters
    return Report(path, len(results.chosen), counts["done"], counts["failed"], tuple(damaged))


def _packed(
    folder: RunFolder, names: Iterable[str], versions: Sequence[str], damaged: list[str]
) -> Iterator[str]:
    """Yield the records of clusters for the page; note which cannot be read."""
    folder.stored.require_records()
    for name in names:
        try:
            folder.cluster(name)
        except FormatError as error:
            damaged.append(str(error))
        yield packed_cluster(folder, name, versions)


def refresh_report(run: Path) -> str:
    """Write the page of a run again, with the scores and measures that are there now; without one, none.

    Returns
    -------
    str
        Why the page could not be written; empty if it was, or without one.
    """
    if RunFolder(run).report.exists():
        try:
            write_report(run)
        except (ParalatticeError, OSError) as error:
            return f"report.html was not written again: {error}"
    return ""


def write_run_report(folder: RunFolder, console: Console) -> None:  # noqa: ARG001 - called as a Finisher
    """Write the page of a run that has ended, with its first :data:`AT_END` clusters in detail."""
    write_report(folder.root, clusters=AT_END)


def _content(run: RunFolder, record: dict[str, Any], results: ResultSummary) -> PageContent:
    signature, versions = record.get("signature"), record["versions"]
    return PageContent(
        name=str(record.get("name") or run.root.resolve().name),
        versions=versions,
        tiles=_tiles(run, len(versions), results),
        tables=[results.table(versions)],
        bounds=_bounds(results),
        columns=COLUMNS,
        rows=results.rows,
        shown=results.chosen,
        first=first_sentences(run, results.chosen, versions),
        sentence_note=_SENTENCE_NOTE if run.sentence_table.exists() else "",
        scores=saved_tables(run),
        figures=score_figures(run),
        score_notes=score_notes(run, str(record.get("id", ""))),
        signature=signature_pairs(signature if isinstance(signature, dict) else {}),
        command=command_text(record),
    )


def _tiles(run: RunFolder, versions: int, results: ResultSummary) -> list[tuple[str, str]]:
    known = results.clusters.total()
    waiting = max(0, _count_clusters(run) - known)
    counts = [
        ("clusters", known + waiting),
        ("done", results.clusters["done"]),
        ("failed", results.clusters["failed"]),
        *([("not finished", waiting)] if waiting else []),
        ("sentences", results.sentences),
        ("versions", versions),
        ("lattices", results.medians.lattices.total()),
    ]
    return [(name, f"{count:,}") for name, count in counts] + [("Paralattice", paralattice.__version__)]


def _count_clusters(run: RunFolder) -> int:
    """Return the number of clusters in the corpus; 0 if it is not known."""
    try:
        with run.clusters.open("rb") as file:
            return sum(1 for _ in file) - 1
    except OSError:
        return 0


def _bounds(results: ResultSummary) -> list[str]:
    done, rows = results.clusters["done"], len(results.rows)
    bounds = []
    if rows < results.total:
        bounds.append(
            f"The table has {rows:,} of {results.total:,} rows: those of the first clusters, and of failed "
            "ones beyond; results.csv has all of them."
        )
    if len(results.chosen) < done:
        bounds.append(
            f"{len(results.chosen):,} of {done:,} clusters that are done can be looked into: those whose "
            "names are links. For all: orchestrator report RUN."
        )
    return bounds
