"""Relative gains of versions and paired t-tests between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import filterfalse

from paralattice.methods import is_syntactic


@dataclass(frozen=True, slots=True)
class RelativeGain:
    """The relative gain of the best syntactic version over the best baseline (Shen et al. 2006, section 4.3).

    ``gain`` is the difference of the mean scores divided by that of the baseline: 0.2 is 20 %.
    """

    best: str
    baseline: str
    best_mean: Fraction
    baseline_mean: Fraction
    gain: Fraction

    @property
    def percent(self) -> Fraction:
        """The gain in per cent."""
        return 100 * self.gain


@dataclass(frozen=True, slots=True)
class PairedTest:
    """A paired t-test of whether one version is better than another.

    Attributes
    ----------
    better, worse
        The versions; the hypothesis is that the first is better.
    pairs
        The number of pairs of values; the degrees of freedom are one less.
    difference
        The mean difference of the values, better minus worse; ``None`` without pairs.
    t
        Student's t; ``None`` with fewer than two pairs, or if all differences are equal.
    p, p_greater
        The two-sided p-value, and the one-sided p-value of the hypothesis that the
        version is better; ``None`` without ``t``.
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
        """The two-sided confidence, in per cent, with which no difference is rejected."""
        return None if self.p is None else 100 * (1 - self.p)


def relative_gain(means: Mapping[str, Fraction]) -> RelativeGain | None:
    """Return the gain of the best syntactic version over the best baseline; ``None`` without one of them.

    Parameters
    ----------
    means
        Version to its mean score.  Of versions with equal means the first one is the best.
    """
    best = max(filter(is_syntactic, means), key=means.__getitem__, default="")
    baseline = max(filterfalse(is_syntactic, means), key=means.__getitem__, default="")
    if not best or not baseline:
        return None
    gain = means[best] / means[baseline] - 1
    return RelativeGain(best, baseline, means[best], means[baseline], gain)


def paired_test(
    better: str, worse: str, values: Sequence[Fraction | None], others: Sequence[Fraction | None]
) -> PairedTest:
    """Compare two versions by paired values, such as their means on the same clusters.

    Parameters
    ----------
    better, worse
        Names of the versions.
    values, others
        Values of the two versions, of one length; pairs without one of them are left out.

    Notes
    -----
    Sentences cannot be paired, because each version makes its own.  Shen et al. 2006
    (section 4.3) test "at the level of individual clusters", so N clusters give N - 1
    degrees of freedom.
    """
    pairs = [
        (one, other)
        for one, other in zip(values, others, strict=True)
        if one is not None and other is not None
    ]
    if not pairs:
        return PairedTest(better, worse, 0, None)
    differences = [one - other for one, other in pairs]
    mean = float(sum(differences, Fraction()) / len(differences))
    constant = len(set(differences)) == 1
    return PairedTest(better, worse, len(pairs), mean, *(() if constant else _student(pairs)))


def _student(pairs: Sequence[tuple[Fraction, Fraction]]) -> tuple[float, float, float]:
    """Return t, the two-sided p-value and the one-sided p-value."""
    from scipy.stats import ttest_rel

    # Sorted, because sums of floating-point numbers depend on the order.
    ones, others = zip(*((float(one), float(other)) for one, other in sorted(pairs)), strict=True)
    both = ttest_rel(ones, others)
    greater = ttest_rel(ones, others, alternative="greater")
    return float(both.statistic), float(both.pvalue), float(greater.pvalue)
