"""Scores of sentences on training and testing clusters (Shen et al. 2006, section 4)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from paralattice.judging.agreement import Agreement, agreement, scores_by_item
from paralattice.judging.judgements import CRITERIA, Judgement
from paralattice.judging.means import ClusterMeans, JudgeMeans, cluster_means, judge_means
from paralattice.judging.significance import PairedTest, RelativeGain, paired_test, relative_gain

TRAINING_SPLITS = ("train", "dev")
#: The version that the paper compares with all others.
REFERENCE = "V4"


class ClusterSize(NamedTuple):
    """A cluster of a run: name, split (``train``, ``dev``, ``test`` or empty), number of sentences."""

    name: str
    split: str
    size: int


@dataclass(frozen=True, slots=True)
class PhaseScores:
    """The scores of one phase.

    Attributes
    ----------
    phase
        ``training`` (clusters of the splits train and dev) or ``testing`` (all others).
    versions
        In the run's order.
    means
        Criterion to the means by cluster and version; clusters by increasing
        size, then by name (Tables 4 and 5).
    judges
        Criterion to the judges' means by version (Table 6).
    gains
        Criterion to the gain of the best syntactic version over the best baseline.
    tests
        Criterion to the paired t-tests, those of the reference version first.
    agreements
        Criterion to the agreement between judges.
    """

    phase: str
    versions: tuple[str, ...]
    means: Mapping[str, ClusterMeans]
    judges: Mapping[str, Mapping[str, JudgeMeans]]
    gains: Mapping[str, RelativeGain | None]
    tests: Mapping[str, tuple[PairedTest, ...]]
    agreements: Mapping[str, Agreement]


def score_phases(
    judgements: Iterable[Judgement],
    clusters: Iterable[ClusterSize],
    versions: Sequence[str],
    criteria: Sequence[str] = CRITERIA,
) -> tuple[PhaseScores, ...]:
    """Return the scores by these criteria of each phase that has judgements, training before testing.

    The order of the judgements and of the clusters does not matter.  Clusters without a
    split are testing clusters.
    """
    judgements = list(judgements)
    judged = {judgement.cluster for judgement in judgements}
    by_size = sorted(clusters, key=lambda cluster: (cluster.size, cluster.name))
    phases = []
    for phase in ("training", "testing"):
        names = [
            cluster.name
            for cluster in by_size
            if cluster.name in judged and (cluster.split in TRAINING_SPLITS) == (phase == "training")
        ]
        if names:
            wanted = set(names)
            mine = [judgement for judgement in judgements if judgement.cluster in wanted]
            phases.append(_phase(phase, mine, names, versions, criteria))
    return tuple(phases)


def _phase(
    phase: str,
    judgements: Sequence[Judgement],
    clusters: Sequence[str],
    versions: Sequence[str],
    criteria: Sequence[str],
) -> PhaseScores:
    means = {name: cluster_means(judgements, name, clusters, versions) for name in criteria}
    return PhaseScores(
        phase,
        tuple(versions),
        means,
        {name: judge_means(judgements, name) for name in criteria},
        {name: relative_gain(table.overall) for name, table in means.items()},
        {name: compare_versions(table) for name, table in means.items()},
        {name: agreement(scores_by_item(judgements, name)) for name in criteria},
    )


def compare_versions(means: ClusterMeans) -> tuple[PairedTest, ...]:
    """Return the paired t-tests over clusters: the reference against each other version, then all pairs.

    The reference is V4; in a run without it, the syntactic version with the highest
    overall mean, or else the last version.  In all other pairs the hypothesis is that the
    later version is better.
    """
    reference = _reference(means)
    others = [name for name in means.versions if name != reference]
    pairs = [(reference, other) for other in others]
    pairs += [(later, earlier) for earlier, later in combinations(others, 2)]
    return tuple(
        paired_test(better, worse, means.column(better), means.column(worse)) for better, worse in pairs
    )


def _reference(means: ClusterMeans) -> str:
    if REFERENCE in means.versions:
        return REFERENCE
    gain = relative_gain(means.overall)
    return gain.best if gain else means.versions[-1]
