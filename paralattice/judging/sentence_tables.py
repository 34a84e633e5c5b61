"""Tables of a study of sentences: Tables 3 to 6 of Shen et al. 2006, and the results of its section 4.3."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from paralattice.formats.tables.paper_tables import Cell, Column, Table
from paralattice.judging.means import ClusterMeans, JudgeMeans
from paralattice.judging.phases import PhaseScores

_NAMES = {"grammaticality": "table4", "fidelity": "table5", "informativeness": "informativeness"}


def phase_tables(phases: Sequence[PhaseScores]) -> tuple[Table, ...]:
    """Return the tables that have rows: 3 for training, 4 to 6 for testing, the others for both phases."""
    tables: list[Table] = []
    for scores in phases:
        if scores.phase == "training":
            tables.append(table3(scores))
        else:
            tables += [cluster_table(means, _NAMES[name]) for name, means in scores.means.items()]
            tables.append(table6(scores))
    tables += [_statistic_table(statistic, phases) for statistic in _STATISTICS]
    return tuple(table for table in tables if table.rows)


def table3(scores: PhaseScores) -> Table:
    """Return the means by version on the training and dev-test clusters."""
    columns = [Column("alignment", "Alignment")]
    for name in scores.means:
        columns += [Column(name, name.capitalize()), Column(f"{name}_n", detail=True)]
    rows = []
    for version in scores.versions:
        cells: list[Cell] = [version]
        for name in scores.means:
            means = scores.means[name]
            cells += [means.overall.get(version), _scores_of(means, version)]
        rows.append(tuple(cells))
    caption = "Evaluation results on training and dev-test clusters."
    return Table("table3", caption, tuple(columns), tuple(rows))


def _scores_of(means: ClusterMeans, version: str) -> int:
    return sum(means.counts.get((cluster, version), 0) for cluster in means.clusters)


def cluster_table(means: ClusterMeans, name: str) -> Table:
    """Return the means by cluster and version, as Tables 4 and 5; the last row is over all scores."""
    columns = [Column("cluster", "Cluster"), *(Column(version) for version in means.versions)]
    columns += [Column(f"{version}_n", detail=True) for version in means.versions]
    rows: list[tuple[Cell, ...]] = [
        (
            cluster,
            *(means.cells.get((cluster, name)) for name in means.versions),
            *(means.counts.get((cluster, name), 0) for name in means.versions),
        )
        for cluster in means.clusters
    ]
    overall = [means.overall.get(name) for name in means.versions]
    rows.append(("Overall", *overall, *(_scores_of(means, name) for name in means.versions)))
    caption = f"Average {means.criterion} scores on testing clusters."
    return Table(name, caption, tuple(columns), tuple(rows), ruled=1)


def table6(scores: PhaseScores) -> Table:
    """Return the mean and standard deviation over judges, by version."""
    columns = [Column("alignment", "Alignment")]
    for name in scores.means:
        short = name[:2].capitalize()
        columns += [
            Column(f"{name}_mean", f"{short}. Mean"),
            Column(f"{name}_sd", f"{short}. StdDev"),
            Column(f"{name}_judges", detail=True),
        ]
    rows = [
        (version, *(cell for name in scores.means for cell in _judge_cells(scores.judges[name].get(version))))
        for version in scores.versions
    ]
    return Table("table6", "Mean and standard deviation of human judgments.", tuple(columns), tuple(rows))


def _judge_cells(means: JudgeMeans | None) -> tuple[Cell, ...]:
    return (means.mean, means.deviation, means.judges) if means else (None, None, 0)


class _Statistic(NamedTuple):
    """A table with rows for each phase and criterion: attributes of the found values as columns."""

    name: str
    caption: str
    columns: Mapping[str, Column]
    find: Callable[[PhaseScores, str], Iterable[Any]]


_KAPPAS = {
    "linear": Column("kappa_linear", "Kappa (linear)", 3),
    "quadratic": Column("kappa_quadratic", "Kappa (quadratic)", 3),
}
_STATISTICS = (
    _Statistic(
        "gains",
        "Relative gain of the best syntactic version over the best baseline.",
        {
            "best": Column("best", "Best syntactic"),
            "best_mean": Column("best_mean", "Mean"),
            "baseline": Column("baseline", "Best baseline"),
            "baseline_mean": Column("baseline_mean", "Mean"),
            "percent": Column("gain_percent", "Gain (%)", 1),
        },
        lambda scores, name: filter(None, [scores.gains[name]]),
    ),
    _Statistic(
        "ttests",
        "Paired t-tests over the mean scores of clusters; differences and t are of the version minus "
        "the one it is tested against; p and confidence are two-sided.",
        {
            "better": Column("better", "Version"),
            "worse": Column("worse", "Against"),
            "difference": Column("difference", "Difference"),
            "t": Column("t", "t", 3),
            "degrees": Column("df", "df"),
            "p": Column("p", "p", 4, (0,)),
            "p_greater": Column("p_greater", "p (one-sided)", 4, (0,)),
            "confidence": Column("confidence_percent", "Confidence (%)", 2, (100,)),
        },
        lambda scores, name: scores.tests[name],
    ),
    _Statistic(
        "agreement",
        "Agreement between judges: Krippendorff's alpha, and the mean weighted kappa of pairs of judges.",
        {
            "judges": Column("judges", "Judges"),
            "items": Column("items", "Items"),
            "scores": Column("scores", "Scores"),
            "ordinal": Column("alpha_ordinal", "Alpha (ordinal)", 3),
            "interval": Column("alpha_interval", "Alpha (interval)", 3),
            **_KAPPAS,
        },
        lambda scores, name: [scores.agreements[name]] if scores.agreements[name].items else [],
    ),
    _Statistic(
        "kappa",
        "Weighted kappa of each pair of judges.",
        {
            "first": Column("first", "Judge"),
            "second": Column("second", "Judge"),
            "items": Column("items", "Items"),
            **_KAPPAS,
        },
        lambda scores, name: scores.agreements[name].pairs,
    ),
)
#: Names of all tables that :func:`phase_tables` may return.
SCORE_TABLES = ("table3", *_NAMES.values(), "table6", *(statistic.name for statistic in _STATISTICS))


def _statistic_table(statistic: _Statistic, phases: Iterable[PhaseScores]) -> Table:
    columns = (Column("clusters", "Clusters"), Column("criterion", "Criterion"), *statistic.columns.values())
    cells = attrgetter(*statistic.columns)
    rows = tuple(
        (scores.phase, name, *cells(value))
        for scores in phases
        for name in scores.means
        for value in statistic.find(scores, name)
    )
    return Table(statistic.name, statistic.caption, columns, rows)
