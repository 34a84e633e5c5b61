"""The loop of the exchange algorithm; compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paralattice.compiling import compiled

Numbers = NDArray[np.int64]
Counts = NDArray[np.int32]
Floats = NDArray[np.float64]


@compiled
def entropy_part(count: int) -> float:
    """Return n log n."""
    return float(count * np.log(count)) if count > 0 else 0.0


@compiled
def shift(row: tuple[Numbers, Numbers], counts: Counts, group: int, sign: int) -> None:
    """Add to, or take from, the counts of a class those of a word after each word before it."""
    before, times = row
    for place in range(len(before)):
        counts[before[place], group] += sign * times[place]


@compiled
def gains(row: tuple[Numbers, Numbers], counts: Counts, totals: Numbers, total: int, result: Floats) -> None:
    """Set for each class by how much the log-likelihood grows when a word without class goes there."""
    before, times = row
    for group in range(len(totals)):
        result[group] = entropy_part(totals[group]) - entropy_part(totals[group] + total)
    for place in range(len(before)):
        seen, more = counts[before[place]], times[place]
        alone = entropy_part(more)
        for group in range(len(totals)):
            if seen[group]:
                result[group] += entropy_part(seen[group] + more) - entropy_part(seen[group])
            else:
                result[group] += alone


@compiled
def exchange(
    pairs: tuple[Numbers, Numbers, Numbers], groups: Numbers, counts: Counts, totals: Numbers
) -> int:
    """Move every word once to the class that is best for it; return how many went to another one.

    Parameters
    ----------
    pairs
        Where the pairs of each word begin (one more than there are words), the words before it, how often.
    groups
        (V,) The class of each word; changed.
    counts, totals
        (V, C) How often each class comes after each word, and (C,) at all; changed.
    """
    begins, before, times = pairs
    values = np.zeros(len(totals))
    moved = 0
    for word in range(len(groups)):
        part = slice(begins[word], begins[word + 1])
        row = (before[part], times[part])
        total = int(row[1].sum())
        if not total:
            continue
        old = groups[word]
        shift(row, counts, old, -1)
        totals[old] -= total
        gains(row, counts, totals, total, values)
        new = int(np.argmax(values))
        # Of equals a word stays where it is, so that the loop comes to an end.
        if values[new] <= values[old] + 1e-9:
            new = old
        shift(row, counts, new, 1)
        totals[new] += total
        groups[word] = new
        moved += new != old
    return moved
