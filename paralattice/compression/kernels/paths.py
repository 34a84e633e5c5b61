"""The shortest paths of a word graph without cycles, the best first; compiled.

Beginnings of paths are extended in the order of their weight and the least weight of any way to the end
that adds the missing words and verb.  This estimate allows for cycles, so it is never too high, and paths
reach the end in the order of their weights (A*).
"""

import numpy as np

from paralattice.arrays import Floats, Longs
from paralattice.compiling import compiled, inner

_START, _END = 0, 1


@compiled
def remaining(
    firsts: Longs, targets: Longs, weights: Floats, verbs: Longs, words: Longs, least: int
) -> Floats:
    """Return the least weight from each node to the end, for what the rest of the path must still have.

    Parameters
    ----------
    firsts
        (N + 1,) Number of the first arc of each node; arcs are sorted by source.
    targets, weights
        (A,) The target and the positive weight of each arc.
    verbs, words
        (N,) 1 for nodes that are verbs, or count as words.
    least
        Minimum number of words of a path.

    Returns
    -------
    (N, least + 1, 2) array
        For each node, number of missing words, and 1 for a missing verb; infinite where there is no way.
    """
    nodes = len(verbs)
    result = np.full((nodes, least + 1, 2), np.inf)
    result[_END, 0, 0] = 0.0
    for verb in range(2):
        for missing in range(least + 1):
            changed = True
            while changed:
                changed = False
                # Later nodes mostly stand later in their sentences.
                for node in range(nodes - 1, -1, -1):
                    best = result[node, missing, verb]
                    for arc in range(firsts[node], firsts[node + 1]):
                        after = targets[arc]
                        rest = result[after, max(0, missing - words[after]), verb * (1 - verbs[after])]
                        best = min(best, weights[arc] + rest)
                    if best < result[node, missing, verb]:
                        result[node, missing, verb] = best
                        changed = True
    return result


@inner
def _sift_up(heap: Longs, order: Floats, place: int) -> None:
    entry = heap[place]
    while place > 0:
        above = (place - 1) // 2
        if order[heap[above]] <= order[entry]:
            break
        heap[place] = heap[above]
        place = above
    heap[place] = entry


@inner
def _sift_down(heap: Longs, order: Floats, size: int) -> None:
    entry, place = heap[0], 0
    while 2 * place + 1 < size:
        below = 2 * place + 1
        if below + 1 < size and order[heap[below + 1]] < order[heap[below]]:
            below += 1
        if order[entry] <= order[heap[below]]:
            break
        heap[place] = heap[below]
        place = below
    heap[place] = entry


@compiled
def next_paths(
    firsts: Longs,
    targets: Longs,
    weights: Floats,
    verbs: Longs,
    words: Longs,
    rest: Floats,
    verb: int,
    wanted: int,
    most: int,
) -> tuple[Longs, Longs, Floats, Longs]:
    """Return the shortest paths without cycles that have enough words and, if asked for, a verb.

    Parameters
    ----------
    firsts, targets, weights, verbs, words
        As :func:`remaining`.
    rest
        What it returned.
    verb
        1 if a verb is needed.
    wanted
        Maximum number of paths.
    most
        Maximum number of beginnings of paths to keep.

    Returns
    -------
    nodes, parents, totals
        The last node of each beginning, the beginning without it (-1 for the first), and its weight with that
        of the estimated rest.
    ends
        The beginnings that are whole paths, in the order of their weights.
    """
    nodes, parents = np.empty(most, np.int64), np.empty(most, np.int64)
    missing, lacking = np.empty(most, np.int64), np.empty(most, np.int64)
    so_far, totals = np.empty(most), np.empty(most)
    heap, ends = np.empty(most, np.int64), np.empty(wanted, np.int64)
    nodes[0], parents[0], so_far[0] = _START, -1, 0.0
    missing[0], lacking[0] = rest.shape[1] - 1, verb
    totals[0] = rest[_START, missing[0], verb]
    heap[0] = 0
    count = size = 1
    found = 0
    if np.isinf(totals[0]):
        size = 0
    while size > 0 and found < wanted:
        entry = heap[0]
        size -= 1
        heap[0] = heap[size]
        _sift_down(heap, totals, size)
        node = nodes[entry]
        if node == _END:
            ends[found] = entry
            found += 1
            continue
        for arc in range(firsts[node], firsts[node + 1]):
            after = targets[arc]
            need, lack = max(0, missing[entry] - words[after]), lacking[entry] * (1 - verbs[after])
            total = so_far[entry] + weights[arc] + rest[after, need, lack]
            if np.isinf(total):
                continue
            before = entry
            while before >= 0 and nodes[before] != after:
                before = parents[before]
            if before >= 0:
                continue
            if count == most:
                return nodes[:count], parents[:count], totals[:count], ends[:found]
            nodes[count], parents[count], so_far[count] = after, entry, so_far[entry] + weights[arc]
            missing[count], lacking[count], totals[count] = need, lack, total
            heap[size] = count
            _sift_up(heap, totals, size)
            size += 1
            count += 1
    return nodes[:count], parents[:count], totals[:count], ends[:found]
