"""What the page needs of ``results.csv``, read once and a row at a time."""

from __future__ import annotations

import csv
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from orchestrator.runs.folder import RunError
from orchestrator.runs.results import RESULT_COLUMNS
from orchestrator.runs.view.summary import shown
from paralattice.report import TextTable, version_description

#: Rows of the table: those of the first clusters, and then some of failed ones.
ROWS = 10_000
FAILED_ROWS = 2_000

_MEASURES = ("states", "arcs", "paths", "distinct", "novel", "chosen")
_LEFT_OUT = {"aligned_columns", "draws"}
COLUMNS = tuple(name for name in RESULT_COLUMNS if name not in _LEFT_OUT)


@dataclass(slots=True)
class Results:
    """The rows of a run, in short.

    Attributes
    ----------
    rows
        Cells of :data:`COLUMNS`, of the rows that the page has.
    total
        How many rows there are.
    clusters
        Number of clusters by status: ``done``, ``failed``.
    sentences
        Of all these clusters.
    chosen
        Names of the clusters that the page shows, in the order of the rows.
    lattices
        Number of complete lattices by version.
    values
        Figures by version and measure, as floating-point numbers.
    """

    rows: list[tuple[str, ...]] = field(default_factory=list)
    total: int = 0
    clusters: Counter[str] = field(default_factory=Counter)
    sentences: int = 0
    chosen: list[str] = field(default_factory=list)
    lattices: Counter[str] = field(default_factory=Counter)
    values: defaultdict[tuple[str, str], array[float]] = field(
        default_factory=lambda: defaultdict(lambda: array("d"))
    )

    def table(self, versions: Iterable[str]) -> TextTable:
        """Return the medians of each version."""
        rows = (
            (
                name,
                version_description(name),
                str(self.lattices[name]),
                *(self._median(name, measure) for measure in _MEASURES),
            )
            for name in versions
        )
        heads = ("version", "matches", "lattices", *_MEASURES)
        return TextTable(
            "Medians of the lattices of each version",
            heads,
            tuple(rows),
            (False, False, *[True] * (len(heads) - 2)),
        )

    def _median(self, version: str, measure: str) -> str:
        # The lower median: a count that really occurs.
        values = sorted(self.values[version, measure])
        if not values:
            return "–"  # noqa: RUF001 - a dash: there is no value
        median = values[(len(values) - 1) // 2]
        return shown(int(median)) if median < float("inf") else ">1e300"


def read_results(path: Path, clusters: int, only: Sequence[str] = ()) -> Results:
    """Read a table of results.

    Parameters
    ----------
    path
        ``results.csv`` of a run.
    clusters
        How many clusters the page shows at most.
    only
        Names of those that it shows; the first ones that are done where there are none.

    Raises
    ------
    RunError
        The table is absent or is no table of results, or a named cluster is not done.
    """
    wanted = set(only)
    results = Results()
    last = ""
    try:
        with path.open(encoding="utf-8", errors="surrogatepass", newline="") as file:
            for row in csv.DictReader(file):
                new = row["cluster"] != last
                last = row["cluster"]
                _add(results, row, new, last in wanted if only else len(results.chosen) < clusters)
    except FileNotFoundError:
        raise RunError(f"{path} is absent: the run has no results yet") from None
    except (OSError, ValueError, KeyError, csv.Error) as error:
        raise RunError(f"{path}: is not a table of results: {error!r}") from error
    missing = sorted(wanted - set(results.chosen))
    if missing:
        raise RunError(f"{path}: there is no result of the cluster {missing[0]!r}")
    return results


def _add(results: Results, row: Mapping[str, str], new: bool, wanted: bool) -> None:
    done = row["status"] == "done"
    results.total += 1
    if new:
        results.clusters[row["status"]] += 1
        results.sentences += int(row["sentences"] or 0)
        if done and wanted:
            results.chosen.append(row["cluster"])
    if done:
        results.lattices[row["version"]] += 1
        for measure in _MEASURES:
            if row[measure]:
                results.values[row["version"], measure].append(float(row[measure]))
    shown_too = bool(results.chosen) and results.chosen[-1] == row["cluster"]
    if len(results.rows) < ROWS or shown_too or (not done and len(results.rows) < ROWS + FAILED_ROWS):
        results.rows.append(tuple(row.get(name) or "" for name in COLUMNS))
