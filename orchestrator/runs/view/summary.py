"""Tables at the end of a run: its results and its failures."""

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.console import Console

from orchestrator.io.console import warn
from orchestrator.io.tables import grid, print_grid

FIGURES = ("states", "arcs", "paths", "distinct", "novel", "chosen")
"""Columns of ``results.csv`` that are shown as medians."""

_ROWS_SHOWN = 40
# A larger count does not fit a float; as an integer it would take kilobytes.
_LARGEST = 1e300
_LARGEST_COUNT = 10**300


class Medians:
    """Medians of the figures of lattices, by version, in little memory.

    Attributes
    ----------
    lattices
        Number of lattices by version.
    """

    def __init__(self) -> None:
        self.lattices: Counter[str] = Counter()
        self._values: defaultdict[tuple[str, str], array[float]] = defaultdict(lambda: array("d"))

    def add(self, row: Mapping[str, Any]) -> None:
        """Add the row of a lattice; figures that are ``None`` or empty are unknown."""
        self.lattices[row["version"]] += 1
        for name in FIGURES:
            if row[name] not in (None, ""):
                value = float(row[name]) if isinstance(row[name], str) else min(row[name], _LARGEST_COUNT)
                self._values[row["version"], name].append(min(value, _LARGEST))

    def texts(self, version: str, unknown: str = "?") -> list[str]:
        """Return the medians of a version in the order of :data:`FIGURES`."""
        found = (sorted(self._values[version, name]) for name in FIGURES)
        # The lower median: a count that really occurs.
        medians = (values[(len(values) - 1) // 2] if values else None for values in found)
        largest = ">1e300"
        return [
            unknown if median is None else short_count(int(median)) if median < _LARGEST else largest
            for median in medians
        ]


class ShownResults:
    """The results that are printed when a run ends, gathered while its table is written."""

    def __init__(self) -> None:
        self._first: list[dict[str, Any]] = []
        self._medians = Medians()
        # By version, the rule that refused most candidates of each cluster without new sentences.
        self._empty: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def gathered(self, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield rows of ``results.csv`` unchanged, and note what is printed of them."""
        for row in rows:
            if row["status"] == "done":
                self._medians.add(row)
                if not row["novel"]:
                    self._empty[row["version"]][row.get("rule", "")] += 1
                if len(self._first) <= _ROWS_SHOWN:
                    self._first.append(row)
            yield row

    def show(self, console: Console) -> None:
        """Print a line for each cluster and version, or the medians of each version for many clusters."""
        if len(self._first) > _ROWS_SHOWN:
            counts = self._medians.lattices.items()
            lines = ((name, str(count), "median", *self._medians.texts(name)) for name, count in counts)
            print_grid(console, grid(("version", "clusters", "", *FIGURES), lines, ("version", "")))
        elif self._first:
            heads = ("cluster", "sentences", "version", *FIGURES)
            print_grid(console, grid(heads, _cluster_lines(self._first), ("cluster", "version")))
        for version, rules in self._empty.items():
            # Without candidates there is no rule.
            most = [(rule, clusters) for rule, clusters in rules.most_common() if rule][:1]
            why = "".join(f", most often because of the rule {rule} ({clusters})" for rule, clusters in most)
            of = f"{rules.total()} of {self._medians.lattices[version]} clusters"
            line = f"{version}: {of} got no new sentence{why}; the column reason of results.csv says why"
            console.print(line, soft_wrap=True)


def show_failures(console: Console, failures: dict[str, str]) -> None:
    """Print every failed cluster with its reason on standard error."""
    for name, reason in failures.items():
        warn(console, f"failed: {name}: {reason}")


def _cluster_lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, ...]]:
    previous = None
    for row in rows:
        head = (row["cluster"], str(row["sentences"])) if row["cluster"] != previous else ("", "")
        previous = row["cluster"]
        yield (*head, row["version"], *(short_count(row[name]) for name in FIGURES))


def short_count(value: int | None) -> str:
    """Return a count for people: exact up to 9,999,999, then as a power of ten; ``?`` for unknown."""
    if value is None:
        return "?"
    if value < 10_000_000:
        return f"{value:,}"
    digits = str(value)
    return f"{digits[0]}.{digits[1]}e{len(digits) - 1}"
