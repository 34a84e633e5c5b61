"""How sure it is that one version is better than another: relative gains and paired t-tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Gain:
    """How much the best syntactic version is above the best baseline (Shen et al. 2006, section 4.3).

    Attributes
    ----------
    best, baseline
        The two versions.
    best_mean, baseline_mean
        Their mean scores.
    gain
        The difference divided by the baseline's mean: 0.2 is 20 %.
    """

    best: str
    baseline: str
    best_mean: Fraction
    baseline_mean: Fraction
    gain: Fraction


@dataclass(frozen=True, slots=True)
class PairedTest:
    """A paired t-test of whether one version is better than another.

    Attributes
    ----------
    better, worse
        The versions, as the question puts them.
    pairs
        How many pairs of values were compared; the degrees of freedom are one less.
    difference
        The mean of the better's values minus the worse's; ``None`` without pairs.
    t
        Student's t; ``None`` with fewer than two pairs, or where all differences are equal.
    p, p_greater
        The probability of such a t or one farther from 0, and of such a t or a
        larger one, where there is no difference; ``None`` where ``t`` is.
    """

    better: str
    worse: str
    pairs: int
    difference: float | None
    t: float | None = None
    p: float | None = None
    p_greater: float | None = None

    @property
    def degrees(self) -> int:
        """Degrees of freedom."""
        return max(self.pairs - 1, 0)

    @property
    def confidence(self) -> float | None:
        """With how many per cent the hypothesis of no difference is rejected, two-sided."""
        return None if self.p is None else 100 * (1 - self.p)


def relative_gain(
    means: Mapping[str, Fraction], syntactic: Iterable[str], baselines: Iterable[str]
) -> Gain | None:
    """Return the gain of the best syntactic version over the best baseline; ``None`` without one of them.

    Of equal means the version that is mentioned first counts as the best.
    """
    best = _highest(means, syntactic)
    baseline = _highest(means, baselines)
    if not best or not baseline:
        return None
    gain = means[best] / means[baseline] - 1
    return Gain(best, baseline, means[best], means[baseline], gain)


def _highest(means: Mapping[str, Fraction], names: Iterable[str]) -> str:
    return max((name for name in names if name in means), key=means.__getitem__, default="")


def paired_test(
    better: str, worse: str, values: Sequence[Fraction | None], others: Sequence[Fraction | None]
) -> PairedTest:
    """Compare two versions by values that belong together, such as their means on the same clusters.

    Parameters
    ----------
    better, worse
        Names of the versions.
    values, others
        Values of the two, of one length; pairs without one of them are left out.

    Notes
    -----
    Sentences cannot be paired, because each version made its own.  Clusters
    can: Shen et al. 2006 (section 4.3) test "at the level of individual
    clusters", so N clusters give N - 1 degrees of freedom.
    """
    pairs = [
        (one, other)
        for one, other in zip(values, others, strict=True)
        if one is not None and other is not None
    ]
    if not pairs:
        return PairedTest(better, worse, 0, None)
    differences = [one - other for one, other in pairs]
    mean = sum(differences, Fraction()) / len(differences)
    if len(set(differences)) == 1:
        return PairedTest(better, worse, len(pairs), float(mean))
    return _student(better, worse, pairs, float(mean))


def _student(
    better: str, worse: str, pairs: Sequence[tuple[Fraction, Fraction]], difference: float
) -> PairedTest:
    from scipy.stats import ttest_rel

    # In one order, whatever the order of the clusters: sums of floating-point numbers depend on it.
    ones, others = zip(*((float(one), float(other)) for one, other in sorted(pairs)), strict=True)
    both = ttest_rel(ones, others)
    greater = ttest_rel(ones, others, alternative="greater")
    return PairedTest(
        better,
        worse,
        len(pairs),
        difference,
        float(both.statistic),
        float(both.pvalue),
        float(greater.pvalue),
    )
