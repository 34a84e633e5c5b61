"""Exact means of scores by cluster and version, and by judge (Shen et al. 2006, Tables 3 to 6)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean, stdev

from paralattice.judging.judgements import Judgement


@dataclass(frozen=True, slots=True)
class ClusterMeans:
    """Mean scores under one criterion, by cluster and version.

    Attributes
    ----------
    criterion
        ``grammaticality`` or ``fidelity``.
    clusters, versions
        In the order of the table's rows and columns.
    cells
        (cluster, version) to the mean of its scores; absent without scores.
    counts
        (cluster, version) to the number of scores; absent without scores.
    overall
        Version to the mean of all its scores, which differs from the mean of its
        cells if these have different numbers of scores.
    """

    criterion: str
    clusters: tuple[str, ...]
    versions: tuple[str, ...]
    cells: Mapping[tuple[str, str], Fraction]
    counts: Mapping[tuple[str, str], int]
    overall: Mapping[str, Fraction]

    def column(self, version: str) -> tuple[Fraction | None, ...]:
        """Return a version's mean on each cluster; ``None`` without scores."""
        return tuple(self.cells.get((cluster, version)) for cluster in self.clusters)


@dataclass(frozen=True, slots=True)
class JudgeMeans:
    """The judges' mean scores of a version under one criterion (Shen et al. 2006, Table 6).

    Attributes
    ----------
    mean
        The mean of the judges' means, so that each judge has the same weight.
    deviation
        Their sample standard deviation (divisor N - 1); ``None`` with fewer than two judges.
    judges
        The number of judges with scores.
    """

    mean: Fraction
    deviation: float | None
    judges: int


def cluster_means(
    judgements: Iterable[Judgement], criterion: str, clusters: Sequence[str], versions: Sequence[str]
) -> ClusterMeans:
    """Return the mean scores of these clusters and versions (Shen et al. 2006, Tables 4 and 5).

    Clusters and versions without scores keep their row and column.
    """
    scores: dict[tuple[str, str], list[int]] = {}
    rows, columns = set(clusters), set(versions)
    for judgement in judgements:
        score = judgement.scores[criterion]
        if score is not None and judgement.cluster in rows and judgement.version in columns:
            scores.setdefault((judgement.cluster, judgement.version), []).append(score)
    pooled = {
        version: [score for cluster in clusters for score in scores.get((cluster, version), ())]
        for version in versions
    }
    return ClusterMeans(
        criterion,
        tuple(clusters),
        tuple(versions),
        {place: _mean(values) for place, values in scores.items()},
        {place: len(values) for place, values in scores.items()},
        {version: _mean(values) for version, values in pooled.items() if values},
    )


def judge_means(judgements: Iterable[Judgement], criterion: str) -> dict[str, JudgeMeans]:
    """Return version to mean and deviation over judges; versions without scores are absent."""
    scores: dict[str, dict[str, list[int]]] = {}
    for judgement in judgements:
        score = judgement.scores[criterion]
        if score is not None:
            scores.setdefault(judgement.version, {}).setdefault(judgement.judge, []).append(score)
    return {version: _over_judges(by_judge) for version, by_judge in scores.items()}


def _over_judges(scores: Mapping[str, Sequence[int]]) -> JudgeMeans:
    # Sorted, so that the order of the judges does not change the last digit of the deviation.
    means = sorted(_mean(values) for values in scores.values())
    deviation = float(stdev(means)) if len(means) > 1 else None
    return JudgeMeans(sum(means, Fraction()) / len(means), deviation, len(means))


def mean_of_known(values: Iterable[float | None]) -> float | None:
    """Return the mean of the numbers; ``None`` without any."""
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _mean(scores: Sequence[int]) -> Fraction:
    return Fraction(sum(scores), len(scores))
