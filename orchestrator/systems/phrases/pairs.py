"""Paraphrase pairs of a run, counted over its clusters (Pang et al. 2003, section 4.1)."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

import paralattice
from orchestrator.io.atomic import write_json, write_whole
from orchestrator.io.console import say
from orchestrator.runs.folder import RunFolder
from paralattice.english.stop_words import DEFAULT_STOP_WORDS
from paralattice.errors import FormatError, ParalatticeError, ProblemsError
from paralattice.lattice.options import PairOptions
from paralattice.lattice.pairs import Context, ParaphrasePair, extract_pairs
from paralattice.lattice.records.pair_table import write_pair_table
from paralattice.methods import method_of
from paralattice.methods.pang import PANG

# A run may have thousands of files; the first problems are enough to see what is wrong.
_PROBLEMS = 50
_COUNTS = ("clusters", "pairs", "lexical", "reliable", "composed", "unread", "too_long", "function_words")

_TABLE = """
CREATE TABLE pairs (
    first TEXT, second TEXT, cluster INTEGER, name TEXT,
    places INTEGER, composed INTEGER, before TEXT, after TEXT
)
"""
# Texts are compared as bytes, which sorts phrases by their words.
_COUNTED = """
SELECT first, second, count(*) OVER pair AS clusters, min(composed) OVER pair AS composed,
       name, places, before, after
FROM pairs WINDOW pair AS (PARTITION BY first, second)
ORDER BY clusters DESC, composed, first, second, cluster
"""


@dataclass(frozen=True, slots=True)
class PairReport:
    """The tables that were written.

    Attributes
    ----------
    table, reliable_table
        The files of all pairs, and of the pairs seen in more than one cluster.
    counts
        Numbers by name: ``clusters`` that were read; distinct ``pairs``, and among them of single words
        (``lexical``), seen in more than one cluster (``reliable``) and made of others (``composed``); paths
        and pairs of states that were left out (``unread``, ``too_long``), as in
        :class:`paralattice.lattice.pairs.PairExtraction`; and pairs of function words and punctuation that
        were left out, counted in each cluster (``function_words``).
    """

    table: Path
    reliable_table: Path
    counts: dict[str, int]


def write_pair_tables(
    run: Path, version: str = PANG, options: PairOptions | None = None, function_words: bool = False
) -> PairReport:
    """Extract the pairs of a run's lattices and write their tables into its folder.

    Clusters without a lattice, such as failed ones, are left out.  Pairs are counted in a file, so
    that memory does not grow with the number of clusters.

    Parameters
    ----------
    run
        The folder of a run.
    version
        The version whose lattices are read.
    options
        Which pairs are extracted; ``None`` for the defaults.
    function_words
        Whether the tables have pairs that consist of function words and punctuation alone.

    Raises
    ------
    FormatError, ProblemsError
        Files of the run are absent or damaged.
    RunError
        The run does not have the version.
    OSError
        A file cannot be written.
    """
    options = options or PairOptions()
    folder = RunFolder(run)
    folder.require_version(version)
    # The empty name opens a database in a temporary file.
    with closing(sqlite3.connect("")) as base:
        base.execute(_TABLE)
        found = _extract(folder, version, options, base, function_words) | _counts(base)
        counts = {name: found[name] for name in _COUNTS}
        report = PairReport(folder.pair_table(version), folder.pair_table(version, reliable=True), counts)
        write_whole(report.table, _lines(base.execute(_COUNTED)))
        write_whole(report.reliable_table, _lines(row for row in base.execute(_COUNTED) if row[2] > 1))
    record = {
        "paralattice": paralattice.__version__,
        "version": version,
        "options": options.to_dict(),
        **counts,
    }
    write_json(report.table.with_suffix(".json"), record)
    return report


def write_run_pairs(folder: RunFolder, console: Console) -> None:
    """Write the tables that each run has of its versions, and print their sizes."""
    for version in folder.versions():
        if not method_of(version).pair_table:
            continue
        for line in pair_lines(write_pair_tables(folder.root, version)):
            say(console, line)


def _extract(
    run: RunFolder, version: str, options: PairOptions, base: sqlite3.Connection, function_words: bool
) -> dict[str, int]:
    """Fill the table; return the numbers of clusters read, and of paths and pairs of states left out."""
    counts = {"clusters": 0, "unread": 0, "too_long": 0, "function_words": 0}
    problems: list[ParalatticeError] = []
    for number, entry in enumerate(run.cluster_entries()):
        if not run.has_samples(entry.name, version):
            continue
        try:
            found = extract_pairs(run.version(entry.name, version).lattice, options)
        except FormatError as error:
            problems.append(error)
            continue
        pairs = {
            pair: context for pair, context in found.pairs.items() if function_words or _has_content(pair)
        }
        counts["function_words"] += len(found.pairs) - len(pairs)
        rows = ((*texts, number, entry.name, *rest) for texts, rest in _rows(pairs))
        base.executemany("INSERT INTO pairs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        counts["clusters"] += 1
        counts["unread"] += found.unread
        counts["too_long"] += found.too_long
    if problems:
        raise ProblemsError(problems[:_PROBLEMS])
    return counts


def _has_content(pair: ParaphrasePair) -> bool:
    """Return whether a word of the pair is neither punctuation nor a function word."""
    return any(
        any(map(str.isalnum, word)) and word.lower() not in DEFAULT_STOP_WORDS
        for word in pair.first + pair.second
    )


def _rows(pairs: dict[ParaphrasePair, Context]) -> Iterator[tuple[tuple[str, str], tuple[Any, ...]]]:
    for pair, context in pairs.items():
        around = (" ".join(context.left), " ".join(context.right))
        yield (
            (" ".join(pair.first), " ".join(pair.second)),
            (context.places, int(context.composed), *around),
        )


def _counts(base: sqlite3.Connection) -> dict[str, int]:
    counts = base.execute(
        "SELECT count(*), total(instr(first || second, ' ') = 0), total(clusters > 1), total(composed) FROM "
        "(SELECT first, second, count(*) AS clusters, min(composed) AS composed FROM pairs "
        "GROUP BY first, second)"
    ).fetchone()
    return dict(zip(("pairs", "lexical", "reliable", "composed"), map(int, counts), strict=True))


def _lines(rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    return write_pair_table(
        (first, second, clusters, "yes" if composed else "no", *rest)
        for first, second, clusters, composed, *rest in rows
    )


def pair_lines(report: PairReport) -> Iterator[str]:
    """Yield lines for people: the tables, their numbers of pairs, and the numbers of omissions."""
    counts = report.counts
    made = f"; {counts['composed']:,} are made of others" if counts["composed"] else ""
    words = f"{counts['lexical']:,} of them of single words{made}"
    yield f"{report.table}: {counts['pairs']:,} pairs of {counts['clusters']:,} clusters, {words}"
    yield f"{report.reliable_table}: those seen in more than one cluster, {counts['reliable']:,}"
    if counts["unread"]:
        yield f"left out: {counts['unread']:,} paths, for there were more between two states (see --paths)"
    if counts["function_words"]:
        left = f"{counts['function_words']:,} pairs of function words and punctuation"
        yield f"left out: {left} (see --function-words)"
