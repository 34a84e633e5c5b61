"""The loop of the exchange algorithm; compiled."""

import numpy as np

from paralattice.arrays import Floats, Ints, Longs
from paralattice.compiling import compiled


@compiled
def entropy_part(count: int) -> float:
    """Return n log n."""
    return float(count * np.log(count)) if count > 0 else 0.0


@compiled
def shift(row: tuple[Longs, Longs], counts: Ints, group: int, sign: int) -> None:
    """Add a word's predecessor counts to those of a class, or subtract them."""
    before, times = row
    for place in range(len(before)):
        counts[before[place], group] += sign * times[place]


@compiled
def gains(row: tuple[Longs, Longs], counts: Ints, totals: Longs, total: int, result: Floats) -> None:
    """Write the gain of log-likelihood from adding an unassigned word to each class."""
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
def exchange(pairs: tuple[Longs, Longs, Longs], groups: Longs, counts: Ints, totals: Longs) -> int:
    """Move every word once to its best class; return the number of words that changed class.

    Parameters
    ----------
    pairs
        (V + 1,) Offsets of each word's predecessors, the predecessors, and their counts.
    groups
        (V,) The class of each word; changed in place.
    counts, totals
        (V, C) Counts of each class after each word, and (C,) counts of each class; changed in place.
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
        # On ties a word keeps its class, so that the iterations terminate.
        if values[new] <= values[old] + 1e-9:
            new = old
        shift(row, counts, new, 1)
        totals[new] += total
        groups[word] = new
        moved += new != old
    return moved
