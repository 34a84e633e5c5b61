"""What is printed at the end: the table of a run, its failures."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from orchestrator.io.console import say

_ROWS_SHOWN = 40
# More does not fit a float; as an integer it would take kilobytes.
_COUNTLESS = 10**300
_NUMBERS = ("states", "arcs", "paths", "distinct", "novel", "chosen")


def show_results(console: Console, rows: Iterable[dict[str, Any]]) -> None:
    """Print a line a cluster and version, or a version's medians where those would be too many.

    Parameters
    ----------
    console
        Where to print.
    rows
        Those of ``results.csv``; taken one at a time, since there may be millions.
    """
    done = (row for row in rows if row["status"] == "done")
    first = list(islice(done, _ROWS_SHOWN + 1))
    if len(first) > _ROWS_SHOWN:
        console.print(_version_table(chain(first, done)))
    elif first:
        console.print(_cluster_table(first))


def show_failures(console: Console, failures: dict[str, str]) -> None:
    """Print every failed cluster with its reason."""
    for name, reason in failures.items():
        say(console, f"failed: {name}: {reason}")


def _cluster_table(rows: Iterable[dict[str, Any]]) -> Table:
    table = _table("cluster", "sentences", "version")
    previous = None
    for row in rows:
        new = row["cluster"] != previous
        previous = row["cluster"]
        if new and table.row_count:
            table.add_section()
        head = (Text(row["cluster"]), str(row["sentences"])) if new else (Text(), "")
        table.add_row(*head, row["version"], *(shown(row[name]) for name in _NUMBERS))
    return table


def _version_table(rows: Iterable[dict[str, Any]]) -> Table:
    clusters: Counter[str] = Counter()
    values: defaultdict[tuple[str, str], array[float]] = defaultdict(lambda: array("d"))
    for row in rows:
        clusters[row["version"]] += 1
        for name in _NUMBERS:
            if row[name] is not None:
                values[row["version"], name].append(min(row[name], _COUNTLESS))
    table = _table("version", "clusters", "")
    for version, count in clusters.items():
        table.add_row(version, str(count), "median", *(_median(values[version, name]) for name in _NUMBERS))
    return table


def _table(*heads: str) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(heads[0], overflow="fold")
    table.add_column(heads[1], justify="right")
    table.add_column(heads[2])
    for name in _NUMBERS:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _median(values: Sequence[float]) -> str:
    # The lower median: a count that really occurs.
    if not values:
        return "?"
    median = sorted(values)[(len(values) - 1) // 2]
    return shown(int(median)) if median < _COUNTLESS else ">1e300"


def shown(value: int | None) -> str:
    """Return a count for people: exact up to 9,999,999, then as a power of ten; ``?`` for unknown."""
    if value is None:
        return "?"
    if value < 10_000_000:
        return f"{value:,}"
    digits = str(value)
    return f"{digits[0]}.{digits[1]}e{len(digits) - 1}"
