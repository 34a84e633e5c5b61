"""Groups things by scores of pairs: average linkage (Sokal & Michener 1958), with forbidden pairs."""

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
_NEVER = -1.0


def groups_of(scores: Numbers, forbidden: NDArray[np.bool_], least: float) -> list[int]:
    """Return for each thing the smallest number of its group.

    The two groups whose pairs have the highest mean score are joined, as long as it is at least ``least``.

    Parameters
    ----------
    scores
        Symmetric table of whole numbers; negative for pairs that do not count.
    forbidden
        Symmetric table of the pairs that may not be in one group.
    least
        The least mean score.
    """
    count = len(scores)
    group = np.arange(count)
    counted = scores >= 0
    np.fill_diagonal(counted, val=False)
    totals, pairs, apart = np.where(counted, scores, 0), counted.astype(np.int64), forbidden.copy()
    means = _means(totals, pairs, apart)
    while count:
        one, other = sorted(map(int, divmod(int(means.argmax()), count)))
        if means[one, other] < least:
            break
        group[group == other] = one
        for table in (totals, pairs, apart):
            table[one] += table[other]
            table[:, one] = table[one]
        pairs[other], pairs[:, other] = 0, 0
        means[other], means[:, other] = _NEVER, _NEVER
        means[one] = _means(totals[one], pairs[one], apart[one])
        means[one, one] = _NEVER
        means[:, one] = means[one]
    return group.tolist()


def _means(totals: Numbers, pairs: Numbers, apart: NDArray[np.bool_]) -> NDArray[np.float64]:
    return np.where(apart | (pairs == 0), _NEVER, totals / np.maximum(pairs, 1))
