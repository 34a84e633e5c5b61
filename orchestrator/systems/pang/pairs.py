"""Paraphrase pairs of a run, counted over its clusters (Pang et al. 2003, section 4.1)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import paralattice
from orchestrator.io.atomic import write_json, write_whole
from orchestrator.runs.folder import RunFolder
from orchestrator.runs.read_lattices import LATTICE, read_lattice, require_version, run_record
from paralattice.errors import FormatError, ParaphraseError, ProblemsError
from paralattice.lattice.options import PairOptions
from paralattice.lattice.pairs import PAIR_COLUMNS, PairExtraction, extract_pairs
from paralattice.versions import PANG

# So many problems say enough; a run may have thousands of files.
_PROBLEMS = 50

_TABLE = """
CREATE TABLE pairs (
    first TEXT, second TEXT, cluster INTEGER, name TEXT,
    places INTEGER, composed INTEGER, before TEXT, after TEXT
)
"""
# Texts are compared by their bytes, which puts phrases into the order of their words.
_COUNTED = """
SELECT first, second, count(*) OVER pair AS clusters, min(composed) OVER pair AS composed,
       name, places, before, after
FROM pairs WINDOW pair AS (PARTITION BY first, second)
ORDER BY clusters DESC, composed, first, second, cluster
"""


@dataclass(frozen=True, slots=True)
class PairReport:
    """What was written.

    Attributes
    ----------
    table, reliable_table
        All pairs; those seen in more than one cluster.
    clusters
        How many were read.
    pairs, lexical, reliable, composed
        Different pairs, and among them those of two single words, those seen in more than one cluster,
        and those made of others.
    unread, too_long
        Paths and pairs of states that were left out, as in :class:`paralattice.lattice.pairs.PairExtraction`.
    """

    table: Path
    reliable_table: Path
    clusters: int
    pairs: int
    lexical: int
    reliable: int
    composed: int
    unread: int
    too_long: int


def pair_file(run: Path, version: str, kind: str = "") -> Path:
    """Return the path of a table of pairs: ``paraphrases.tsv``, or ``paraphrases-V1.tsv`` of another version.

    Parameters
    ----------
    kind
        ``reliable`` for the pairs seen in more than one cluster.
    """
    parts = ["paraphrases", *([version] if version != PANG else []), *([kind] if kind else [])]
    return run / f"{'-'.join(parts)}.tsv"


def write_pairs(run: Path, version: str = PANG, options: PairOptions | None = None) -> PairReport:
    """Extract the pairs of a run's lattices and write their tables into its folder.

    Clusters without a lattice, such as failed ones, are left out.  Pairs are counted in a file, so
    that memory does not grow with the number of clusters.

    Parameters
    ----------
    run
        The folder of a run.
    version
        Whose lattices.
    options
        What is extracted; ``None`` for the defaults.

    Raises
    ------
    FormatError, ProblemsError, RunError
        Files of the run are absent or damaged, or it has no such version.
    OSError
        A file cannot be written.
    """
    options = options or PairOptions()
    require_version(run_record(run), version, run)
    # An empty name is a database in a temporary file.
    with closing(sqlite3.connect("")) as base:
        base.execute(_TABLE)
        cut = _extract(run, version, options, base)
        report = _report(run, version, base, cut)
        write_whole(report.table, _lines(base.execute(_COUNTED)))
        write_whole(report.reliable_table, _lines(row for row in base.execute(_COUNTED) if row[2] > 1))
    figures = {
        name: value for name, value in asdict(report).items() if name not in ("table", "reliable_table")
    }
    record = {
        "paralattice": paralattice.__version__,
        "version": version,
        "options": options.to_dict(),
        **figures,
    }
    write_json(report.table.with_suffix(".json"), record)
    return report


def _extract(run: Path, version: str, options: PairOptions, base: sqlite3.Connection) -> dict[str, int]:
    """Fill the table; return how many clusters were read and what was left out."""
    cut = {"clusters": 0, "unread": 0, "too_long": 0}
    problems: list[ParaphraseError] = []
    for number, entry in enumerate(RunFolder(run).cluster_entries()):
        path = run / version / entry.name / LATTICE
        if not path.exists():
            continue
        try:
            found = extract_pairs(read_lattice(path), options)
        except FormatError as error:
            problems.append(error)
            continue
        rows = ((*texts, number, entry.name, *rest) for texts, rest in _rows(found))
        base.executemany("INSERT INTO pairs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        cut["clusters"] += 1
        cut["unread"] += found.unread
        cut["too_long"] += found.too_long
    if problems:
        raise ProblemsError(problems[:_PROBLEMS])
    return cut


def _rows(found: PairExtraction) -> Iterator[tuple[tuple[str, str], tuple[Any, ...]]]:
    for pair, context in found.pairs.items():
        around = (" ".join(context.left), " ".join(context.right))
        yield (
            (" ".join(pair.first), " ".join(pair.second)),
            (context.places, int(context.composed), *around),
        )


def _report(run: Path, version: str, base: sqlite3.Connection, cut: dict[str, int]) -> PairReport:
    counts = base.execute(
        "SELECT count(*), total(instr(first || second, ' ') = 0), total(clusters > 1), total(composed) FROM "
        "(SELECT first, second, count(*) AS clusters, min(composed) AS composed FROM pairs "
        "GROUP BY first, second)"
    ).fetchone()
    pairs, lexical, reliable, composed = map(int, counts)
    return PairReport(
        table=pair_file(run, version),
        reliable_table=pair_file(run, version, "reliable"),
        pairs=pairs,
        lexical=lexical,
        reliable=reliable,
        composed=composed,
        **cut,
    )


def _lines(rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    yield "\t".join(PAIR_COLUMNS) + "\n"
    for first, second, clusters, composed, *rest in rows:
        cells = (first, second, clusters, "yes" if composed else "no", *rest)
        yield "\t".join(map(str, cells)) + "\n"


def pair_lines(report: PairReport) -> Iterator[str]:
    """Yield what a person is told of the pairs."""
    made = f"; {report.composed:,} are made of others" if report.composed else ""
    yield (
        f"{report.table}: {report.pairs:,} pairs of {report.clusters:,} clusters, {report.lexical:,} of them "
        f"of single words{made}"
    )
    yield f"{report.reliable_table}: those seen in more than one cluster, {report.reliable:,}"
    if report.unread:
        yield f"left out: {report.unread:,} paths, for there were more between two states (see --paths)"
