"""The rows and the medians of ``results.csv`` that the page shows."""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from orchestrator.report.clusters import sentence_rows_of
from orchestrator.runs.folder import RunError, RunFolder
from orchestrator.runs.results import RESULT_COLUMNS
from orchestrator.runs.view.summary import FIGURES, Medians
from paralattice.methods import methods_of
from paralattice.report.parts import TextTable, version_description

#: Rows of the table: those of the first clusters, then rows of failed clusters.
ROWS = 10_000
FAILED_ROWS = 2_000

_KEPT = [name for name in RESULT_COLUMNS if name not in ("aligned_columns", "draws")]
_PLACE = _KEPT.index("version") + 1
#: The sentence of a version that makes one for a cluster follows the version.
COLUMNS = (*_KEPT[:_PLACE], "sentence", *_KEPT[_PLACE:])


@dataclass(slots=True)
class ResultSummary:
    """Counts, medians and some rows of a run's results.

    Attributes
    ----------
    rows
        Cells of :data:`COLUMNS`, of the rows that the page has.
    total
        Number of rows in ``results.csv``.
    clusters
        Number of clusters by status: ``done``, ``failed``.
    sentences
        Number of sentences in all these clusters.
    chosen
        Names of the clusters that the page shows, in the order of the rows.
    medians
        Of the lattices of each version.
    """

    rows: list[tuple[str, ...]] = field(default_factory=list)
    total: int = 0
    clusters: Counter[str] = field(default_factory=Counter)
    sentences: int = 0
    chosen: list[str] = field(default_factory=list)
    medians: Medians = field(default_factory=Medians)

    def table(self, versions: Iterable[str]) -> TextTable:
        """Return the table of the medians of each version."""
        absent = "–"  # noqa: RUF001 - a dash: there is no value
        rows = tuple(
            (
                name,
                version_description(name),
                str(self.medians.lattices[name]),
                *self.medians.texts(name, absent),
            )
            for name in versions
        )
        heads = ("version", "matches", "lattices", *FIGURES)
        right = (False, False, *[True] * (len(heads) - 2))
        return TextTable("Medians of the lattices of each version", heads, rows, right)


def summarise_results(run: RunFolder, clusters: int | None = None, only: Sequence[str] = ()) -> ResultSummary:
    """Read the results of a run, one row at a time.

    Parameters
    ----------
    clusters
        Maximum number of clusters that the page shows; ``None`` for all.
    only
        Names of the clusters that it shows; if empty, the first ones that are done.

    Raises
    ------
    RunError
        There are no results, or a named cluster is not done.
    FormatError
        The file is not a table of results.
    """
    wanted = set(only)
    most = sys.maxsize if clusters is None else clusters
    summary = ResultSummary()
    last = ""
    for number, row in enumerate(run.result_rows(), start=1):
        try:
            new = row["cluster"] != last
            last = row["cluster"]
            _add(summary, row, new, last in wanted if only else len(summary.chosen) < most, run)
        except (KeyError, ValueError):
            again = "the same `orchestrator submit` writes it again"
            raise RunError(f"{run.results}: row {number} is damaged; {again}") from None
    missing = sorted(wanted - set(summary.chosen))
    if missing:
        raise RunError(f"{run.results}: there is no result of the cluster {missing[0]!r}")
    return summary


def _add(summary: ResultSummary, row: Mapping[str, str], new: bool, wanted: bool, run: RunFolder) -> None:
    done = row["status"] == "done"
    summary.total += 1
    if new:
        summary.clusters[row["status"]] += 1
        summary.sentences += int(row["sentences"])
        if done and wanted:
            summary.chosen.append(row["cluster"])
    if done:
        summary.medians.add(row)
    shown_too = bool(summary.chosen) and summary.chosen[-1] == row["cluster"]
    if len(summary.rows) < ROWS or shown_too or (not done and len(summary.rows) < ROWS + FAILED_ROWS):
        ones = shown_too and any(method.one for method in methods_of([row["version"]]))
        told = sentence_rows_of(run, row["cluster"], row["version"])[:1] if ones else []
        cells = {**row, "sentence": "".join(each.text for each in told)}
        summary.rows.append(tuple(cells.get(name) or "" for name in COLUMNS))
