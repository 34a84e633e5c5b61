"""Tables of automatic measures by sentence, by cluster and version, by version, and of correlations."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, fields
from statistics import stdev

from paralattice.formats.tables.paper_tables import Cell, Column, Table, escape_cell
from paralattice.judging.judgements import CRITERIA
from paralattice.judging.means import mean_of_known
from paralattice.measures.automatic import ClusterMeasures, Drawn, ItemMeasures
from paralattice.measures.correlation import ALL, Correlation

ITEM_COLUMNS = (
    "cluster", "version", "draw", "times", "novel", "chosen", "length", "length_difference", "entropy",
    "entropy_difference", "distance", "nearest", "repetition", *CRITERIA, "sentence",
)  # fmt: skip


def item_row(
    names: tuple[str, str], drawn: Drawn, item: ItemMeasures, scores: Mapping[str, Cell]
) -> tuple[Cell, ...]:
    """Return the row of a sentence under :data:`ITEM_COLUMNS`.

    Parameters
    ----------
    names
        Cluster and version.
    scores
        Criterion to the mean human score; empty if it was not judged.
    """
    return (
        *names,
        *(drawn.draw, drawn.times, int(item.novel), int(drawn.chosen)),
        *(item.length, item.length_difference, item.entropy, item.entropy_difference),
        *(item.distance, item.nearest, item.repetition),
        *(scores.get(name) for name in CRITERIA),
        escape_cell(" ".join(drawn.words)),
    )


def cluster_measure_table(measures: Iterable[ClusterMeasures]) -> Table:
    """Return the measures of each cluster and version."""
    columns = tuple(Column(field.name) for field in fields(ClusterMeasures))
    caption = "Automatic measures by cluster and version."
    return Table("clusters", caption, columns, tuple(map(astuple, measures)))


def version_table(measures: Sequence[ClusterMeasures], versions: Iterable[str]) -> Table:
    """Return the means over clusters, with equal weights, by version.

    The standard deviation (divisor N - 1) of the entropy difference is over clusters, as in Table 4 of Pang
    et al. 2003. Shares are in per cent.
    """
    columns = (
        Column("version", "Version"),
        Column("clusters", "Clusters"),
        Column("sentences", "Sentences"),
        Column("entropy", "Entropy"),
        Column("originals_entropy", "Originals"),
        Column("entropy_difference", "Difference", 3),
        Column("entropy_difference_sd", "StdDev", 3),
        Column("length", "Length"),
        Column("length_difference", "Difference"),
        Column("distance", "Distance"),
        Column("repetition_ratio_percent", "Repetition (%)"),
        Column("novel_percent", "Novel (%)", 1),
    )
    rows = tuple(
        _version_row(version, [one for one in measures if one.version == version]) for version in versions
    )
    caption = (
        "Automatic measures, means over clusters: entropy in bits a token, length and edit distance to the"
        " nearest original in tokens."
    )
    return Table("versions", caption, columns, rows)


def _version_row(version: str, mine: Sequence[ClusterMeasures]) -> tuple[Cell, ...]:
    differences = [one.entropy_difference for one in mine if one.entropy_difference is not None]
    return (
        *(version, len(differences), sum(one.sentences for one in mine)),
        mean_of_known(one.entropy for one in mine),
        # Over the same clusters, so that both columns agree with the difference.
        mean_of_known(one.originals_entropy for one in mine if one.entropy is not None),
        mean_of_known(differences),
        stdev(differences) if len(differences) > 1 else None,
        *(mean_of_known(one.length for one in mine), mean_of_known(one.length_difference for one in mine)),
        mean_of_known(one.distance for one in mine),
        _percent(mean_of_known(one.repetition_ratio for one in mine)),
        _percent(mean_of_known(one.novel for one in mine)),
    )


def _percent(value: float | None) -> float | None:
    return None if value is None else 100 * value


def correlation_tables(found: Sequence[Correlation], versions: Sequence[str]) -> tuple[Table, Table]:
    """Return the table of all correlations, and the table of all versions together."""
    columns = (
        Column("level", "Over"),
        Column("version", "Version"),
        Column("criterion", "Criterion"),
        Column("measure", "Measure"),
        Column("n", "n"),
        Column("pearson", "Pearson", 3),
        Column("pearson_p", "p", 4, (0,)),
        Column("spearman", "Spearman", 3),
        Column("spearman_p", "p", 4, (0,)),
    )
    whole = ALL if len(versions) > 1 else versions[0]
    rows = tuple(
        (
            *(one.level, one.version, one.criterion, one.measure.replace("_", " "), one.n),
            *(one.pearson, one.pearson_p, one.spearman, one.spearman_p),
        )
        for one in found
    )
    caption = "Correlation of automatic measures with mean human scores"
    overall = tuple(row for row in rows if row[1] == whole)
    return (
        Table("correlations", f"{caption}.", columns, rows),
        Table("correlations_overall", f"{caption}, all versions together.", columns, overall),
    )
