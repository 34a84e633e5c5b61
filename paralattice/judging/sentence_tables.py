"""Tables of a study of sentences: Tables 3 to 6 of Shen et al. 2006, and the results of its section 4.3."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from paralattice.formats.tables import Cell, Column, Table
from paralattice.judging.judgements import CRITERIA
from paralattice.judging.means import ClusterMeans, JudgeMeans
from paralattice.judging.phases import PhaseScores

_NUMBERS = {"grammaticality": 4, "fidelity": 5}
_HEAD = (Column("clusters", "Clusters"), Column("criterion", "Criterion"))
_KAPPAS = (
    Column("kappa_linear", "Kappa (linear)", 3),
    Column("kappa_quadratic", "Kappa (quadratic)", 3),
)
#: Names of all tables that :func:`score_tables` may return.
SCORE_TABLES = ("table3", "table4", "table5", "table6", "gains", "ttests", "agreement", "kappa")


def score_tables(phases: Sequence[PhaseScores]) -> tuple[Table, ...]:
    """Return the tables that have rows: 3 for training, 4 to 6 for testing, the others for both phases."""
    tables: list[Table] = []
    for scores in phases:
        if scores.phase == "training":
            tables.append(table3(scores))
        else:
            tables += [cluster_table(scores.means[name], number) for name, number in _NUMBERS.items()]
            tables.append(table6(scores))
    for make in (gain_table, significance_table, agreement_table, kappa_table):
        tables.append(make(phases))
    return tuple(table for table in tables if table.rows)


def table3(scores: PhaseScores) -> Table:
    """Return the means by version on the training and dev-test clusters."""
    columns = [Column("alignment", "Alignment")]
    for name in CRITERIA:
        columns += [Column(name, name.capitalize()), Column(f"{name}_n", detail=True)]
    rows = []
    for version in scores.versions:
        cells: list[Cell] = [version]
        for name in CRITERIA:
            means = scores.means[name]
            cells += [means.overall.get(version), _scores_of(means, version)]
        rows.append(tuple(cells))
    caption = "Evaluation results on training and dev-test clusters."
    return Table("table3", caption, tuple(columns), tuple(rows))


def _scores_of(means: ClusterMeans, version: str) -> int:
    return sum(means.counts.get((cluster, version), 0) for cluster in means.clusters)


def cluster_table(means: ClusterMeans, number: int) -> Table:
    """Return the means by cluster and version (Tables 4 and 5); the last row has the means of all scores."""
    columns = [Column("cluster", "Cluster"), *(Column(name) for name in means.versions)]
    columns += [Column(f"{name}_n", detail=True) for name in means.versions]
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
    return Table(f"table{number}", caption, tuple(columns), tuple(rows), ruled=1)


def table6(scores: PhaseScores) -> Table:
    """Return the mean and standard deviation over judges, by version."""
    columns = [Column("alignment", "Alignment")]
    for name in CRITERIA:
        short = name[:2].capitalize()
        columns += [
            Column(f"{name}_mean", f"{short}. Mean"),
            Column(f"{name}_sd", f"{short}. StdDev"),
            Column(f"{name}_judges", detail=True),
        ]
    rows = [
        (version, *(cell for name in CRITERIA for cell in _judge_cells(scores.judges[name].get(version))))
        for version in scores.versions
    ]
    return Table("table6", "Mean and standard deviation of human judgments.", tuple(columns), tuple(rows))


def _judge_cells(means: JudgeMeans | None) -> tuple[Cell, ...]:
    return (means.mean, means.deviation, means.judges) if means else (None, None, 0)


def _rows(
    phases: Iterable[PhaseScores], make: Callable[[PhaseScores, str], Iterable[tuple[Cell, ...]]]
) -> tuple[tuple[Cell, ...], ...]:
    """Return rows that begin with phase and criterion."""
    return tuple(
        (scores.phase, name, *row) for scores in phases for name in CRITERIA for row in make(scores, name)
    )


def gain_table(phases: Iterable[PhaseScores]) -> Table:
    """Return the gain of the best syntactic version over the best baseline, in per cent."""
    columns = (
        *_HEAD,
        *(Column("best", "Best syntactic"), Column("best_mean", "Mean")),
        *(Column("baseline", "Best baseline"), Column("baseline_mean", "Mean")),
        Column("gain_percent", "Gain (%)", 1),
    )

    def cells(scores: PhaseScores, name: str) -> Iterable[tuple[Cell, ...]]:
        gain = scores.gains[name]
        if gain:
            yield gain.best, gain.best_mean, gain.baseline, gain.baseline_mean, 100 * gain.gain

    caption = "Relative gain of the best syntactic version over the best baseline."
    return Table("gains", caption, columns, _rows(phases, cells))


def significance_table(phases: Iterable[PhaseScores]) -> Table:
    """Return the paired t-tests over clusters."""
    columns = (
        *_HEAD,
        *(Column("better", "Version"), Column("worse", "Against"), Column("difference", "Difference")),
        *(Column("t", "t", 3), Column("df", "df")),
        *(Column("p", "p", 4, (0,)), Column("p_greater", "p (one-sided)", 4, (0,))),
        Column("confidence_percent", "Confidence (%)", 2, (100,)),
    )

    def cells(scores: PhaseScores, name: str) -> Iterable[tuple[Cell, ...]]:
        for test in scores.tests[name]:
            yield (
                *(test.better, test.worse, test.difference),
                *(test.t, test.degrees, test.p, test.p_greater, test.confidence),
            )

    caption = "Paired t-tests over the mean scores of clusters; p and confidence are two-sided."
    return Table("ttests", caption, columns, _rows(phases, cells))


def agreement_table(phases: Iterable[PhaseScores]) -> Table:
    """Return Krippendorff's alpha and the mean weighted kappa."""
    columns = (
        *_HEAD,
        *(Column("judges", "Judges"), Column("items", "Items"), Column("scores", "Scores")),
        *(Column("alpha_ordinal", "Alpha (ordinal)", 3), Column("alpha_interval", "Alpha (interval)", 3)),
        *_KAPPAS,
    )

    def cells(scores: PhaseScores, name: str) -> Iterable[tuple[Cell, ...]]:
        found = scores.agreements[name]
        if found.items:
            yield (
                *(found.judges, found.items, found.scores, found.ordinal, found.interval),
                *(found.linear, found.quadratic),
            )

    caption = (
        "Agreement between judges: Krippendorff's alpha, and the mean weighted kappa of pairs of judges."
    )
    return Table("agreement", caption, columns, _rows(phases, cells))


def kappa_table(phases: Iterable[PhaseScores]) -> Table:
    """Return the weighted kappa of each pair of judges."""
    columns = (
        *_HEAD,
        *(Column("first", "Judge"), Column("second", "Judge"), Column("items", "Items")),
        *_KAPPAS,
    )

    def cells(scores: PhaseScores, name: str) -> Iterable[tuple[Cell, ...]]:
        for pair in scores.agreements[name].pairs:
            yield pair.first, pair.second, pair.items, pair.linear, pair.quadratic

    caption = "Weighted kappa of each pair of judges."
    return Table("kappa", caption, columns, _rows(phases, cells))
