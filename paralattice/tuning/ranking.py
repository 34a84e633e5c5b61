"""Ranks settings by the quality of their sentences (Shen et al. 2006, section 4.1.3)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from statistics import fmean

from paralattice.formats.tables.paper_tables import Cell, Column, Table
from paralattice.tuning.grid import Setting, value_text

LOWEST, HIGHEST, NEAREST_ZERO = "lowest", "highest", "nearest-zero"


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure by which settings are ranked.

    Attributes
    ----------
    column
        The column of the table.
    best
        The best kind of value: :data:`LOWEST`, :data:`HIGHEST` or :data:`NEAREST_ZERO`.
    meaning
        A description.
    """

    column: Column
    best: str
    meaning: str


#: In the order of the table's columns.
MEASURES = {
    "judged": Measure(Column("judged", "Judged"), HIGHEST, "mean of the two mean human scores"),
    "grammaticality": Measure(Column("grammaticality", "Grammaticality"), HIGHEST, "mean human score"),
    "fidelity": Measure(Column("fidelity", "Fidelity"), HIGHEST, "mean human score"),
    "entropy": Measure(Column("entropy", "Entropy"), LOWEST, "bits a token"),
    "entropy-difference": Measure(
        Column("entropy_difference", "Entropy difference", 3), LOWEST, "bits a token more than the originals"
    ),
    "length-difference": Measure(
        Column("length_difference", "Length difference"), NEAREST_ZERO, "tokens more than the originals"
    ),
    "edit-distance": Measure(Column("distance", "Distance"), HIGHEST, "words from the nearest original"),
    "repetition": Measure(
        Column("repetition_ratio_percent", "Repetition (%)"), LOWEST, "draws that repeat a word"
    ),
    "novel-share": Measure(Column("novel_percent", "Novel (%)", 1), HIGHEST, "draws that are not originals"),
    "paths": Measure(Column("paths_log10", "log10 paths"), HIGHEST, "ways through a lattice"),
    "aligned-share": Measure(
        Column("aligned_percent", "Aligned (%)", 1), HIGHEST, "tokens that share a column"
    ),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one version under one setting.

    Attributes
    ----------
    setting, version
        The setting and the version.
    clusters, measured
        Numbers of finished clusters, and of clusters with measured sentences. Measures of lattices are
        means over the former, measures of sentences over the latter.
    values
        The values of measures by their column names; missing or ``None`` if there is no value.
    """

    setting: Setting
    version: str
    clusters: int
    measured: int
    values: Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A setting and its rank.

    Attributes
    ----------
    rank
        Rank from 1, equal for equal values; ``None`` if no version has a value.
    setting
        The setting.
    value
        The mean of the measure over the versions that have a value (of the absolute values if the
        best value is nearest to zero).
    lacking
        Number of versions without a value.
    outcomes
        The outcomes of its versions.
    """

    rank: int | None
    setting: Setting
    value: float | None
    lacking: int
    outcomes: tuple[Outcome, ...]


def rank(outcomes: Iterable[Outcome], measure: Measure, best: str = "") -> list[Ranked]:
    """Return the settings, best first.

    A setting's value is the unweighted mean over its versions.  Settings that lack the value of a
    version come after complete ones, because their means are not comparable; settings without
    values come last.  Settings of equal value keep their order.

    Parameters
    ----------
    outcomes
        The outcomes of all settings.
    measure
        The measure to rank by.
    best
        :data:`LOWEST`, :data:`HIGHEST` or :data:`NEAREST_ZERO`; by default the measure's own.
    """
    best = best or measure.best
    found = [_unranked(group, measure, best) for group in _by_setting(outcomes)]

    def key(one: Ranked) -> tuple[bool, int, float]:
        value = one.value or 0.0
        return one.value is None, one.lacking, -value if best == HIGHEST else value

    ranked: list[Ranked] = []
    for _, same in groupby(sorted(found, key=key), key):
        place = len(ranked) + 1
        ranked += [replace(one, rank=None if one.value is None else place) for one in same]
    return ranked


def _by_setting(outcomes: Iterable[Outcome]) -> list[tuple[Outcome, ...]]:
    groups: dict[tuple[object, ...], list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault(outcome.setting.values, []).append(outcome)
    return [tuple(group) for group in groups.values()]


def _unranked(outcomes: tuple[Outcome, ...], measure: Measure, best: str) -> Ranked:
    cells = [outcome.values.get(measure.column.name) for outcome in outcomes]
    values = [float(cell) for cell in cells if isinstance(cell, int | float | Fraction)]
    amounts = [abs(value) for value in values] if best == NEAREST_ZERO else values
    mean = fmean(amounts) if amounts else None
    return Ranked(None, outcomes[0].setting, mean, len(cells) - len(values), outcomes)


def tuning_table(name: str, ranked: Sequence[Ranked], measure: str, caption: str) -> Table:
    """Return the table of a tuning: one row per setting and version, best setting first.

    Parameters
    ----------
    name
        The name of the table's files.
    ranked
        The result of :func:`rank`; at least one setting.
    measure
        The name of the ranking measure.
    caption
        A sentence above the table.
    """
    axes = ranked[0].setting.axes
    # Measures without values are not printed.
    used = {
        column
        for one in ranked
        for outcome in one.outcomes
        for column, cell in outcome.values.items()
        if cell is not None
    }
    columns = (
        Column("rank", "Rank"),
        Column("setting", detail=True),
        *(Column(axis.option, axis.name) for axis in axes),
        Column("version", "Version"),
        Column("value", "Mean over versions", MEASURES[measure].column.digits),
        Column("clusters", "Clusters"),
        Column("measured", "Measured"),
        *(replace(entry.column, detail=entry.column.name not in used) for entry in MEASURES.values()),
    )
    return Table(name, caption, columns, tuple(row for one in ranked for row in _rows(one)))


def _rows(one: Ranked) -> Iterable[tuple[Cell, ...]]:
    for outcome in one.outcomes:
        yield (
            one.rank,
            one.setting.folder,
            # As text, so that 1.0 is not printed as 1.00.
            *map(value_text, one.setting.values),
            outcome.version,
            one.value,
            outcome.clusters,
            outcome.measured,
            *(outcome.values.get(entry.column.name) for entry in MEASURES.values()),
        )


def best_settings(ranked: Sequence[Ranked], count: int) -> list[Ranked]:
    """Return at most `count` of the best settings, without settings that have no value."""
    return [one for one in ranked if one.rank is not None][:count]


def tied_with_last(ranked: Sequence[Ranked], count: int) -> int:
    """Return the number of settings outside the best ones that equal the last of them."""
    best = best_settings(ranked, count)
    if not best:
        return 0
    return sum(one.rank == best[-1].rank for one in ranked) - sum(one.rank == best[-1].rank for one in best)
