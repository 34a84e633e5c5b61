"""Pearson's and Spearman's correlation of automatic measures with human scores."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from paralattice.judging.judgements import CRITERIA
from paralattice.measures.automatic import CLUSTER_MEASURES, MEASURES

#: The name of all versions together.
ALL = "all"
LEVELS = {"items": MEASURES, "clusters": CLUSTER_MEASURES}
# Differences below this share of the largest value are rounding errors.
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class MeasuredUnit:
    """A measured and judged item, or cluster and version.

    Attributes
    ----------
    version
        The version's name.
    measures
        Measure to value; ``None`` where it has none.
    scores
        Criterion to the mean human score; ``None`` where there is none.
    """

    version: str
    measures: Mapping[str, float | None]
    scores: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Correlation:
    """The correlation of a measure with a criterion.

    Attributes
    ----------
    level
        ``items``, or ``clusters`` for means of a cluster and version.
    version
        The version's name, or :data:`ALL`.
    measure, criterion
        The two correlated quantities.
    n
        Number of pairs of values.
    pearson, pearson_p
        Pearson's r and its two-sided p-value; ``None`` with fewer than three pairs or if either side is
        constant.
    spearman, spearman_p
        The same for Spearman's rank correlation.
    """

    level: str
    version: str
    measure: str
    criterion: str
    n: int
    pearson: float | None = None
    pearson_p: float | None = None
    spearman: float | None = None
    spearman_p: float | None = None


def correlations(level: str, pairs: Sequence[MeasuredUnit], versions: Sequence[str]) -> list[Correlation]:
    """Return the correlation of every measure with every criterion, for all versions together and for each.

    Parameters
    ----------
    level
        A key of :data:`LEVELS`, which selects the measures.
    pairs
        Measured units in any order.
    versions
        Versions in the order of the report. A single version has no row "all", which would be the same.
    """
    groups = {ALL: list(pairs)} if len(versions) > 1 else {}
    groups |= {version: [pair for pair in pairs if pair.version == version] for version in versions}
    return [
        _correlation((level, version, measure, criterion), _values(group, measure, criterion))
        for version, group in groups.items()
        for criterion in CRITERIA
        for measure in LEVELS[level]
    ]


def _values(pairs: Iterable[MeasuredUnit], measure: str, criterion: str) -> list[tuple[float, float]]:
    found = ((pair.measures[measure], pair.scores[criterion]) for pair in pairs)
    # Sorted, because sums of floating-point numbers depend on the order.
    return sorted((float(x), float(y)) for x, y in found if x is not None and y is not None)


def _correlation(names: tuple[str, str, str, str], values: Sequence[tuple[float, float]]) -> Correlation:
    level, version, measure, criterion = names
    count = len(values)
    sides = list(zip(*values, strict=True))
    if count < 3 or any(map(_constant, sides)):
        return Correlation(level, version, measure, criterion, count)
    from scipy.stats import pearsonr, spearmanr

    linear, ranked = pearsonr(*sides), spearmanr(*sides)
    numbers = (linear.statistic, linear.pvalue, ranked.statistic, ranked.pvalue)
    return Correlation(level, version, measure, criterion, count, *map(float, numbers))


def _constant(values: Sequence[float]) -> bool:
    return max(values) - min(values) <= _ROUNDING * max(map(abs, values))
