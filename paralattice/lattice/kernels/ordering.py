"""Sorts states topologically; compiled."""

import numpy as np

from paralattice.arrays import Longs
from paralattice.compiling import compiled


@compiled
def onward_order(begins: Longs, targets: Longs) -> Longs:
    """Return the states in topological order, fewer if there is a cycle.

    States of a stretch without branches are adjacent.

    Parameters
    ----------
    begins
        (S + 1,) Begin of the arcs of each state; no arc enters state 0.
    targets
        (A,) Targets of the arcs.
    """
    states = len(begins) - 1
    awaited = np.zeros(states, np.int64)
    for target in targets:
        awaited[target] += 1
    order, ready = np.empty(states, np.int64), np.empty(states, np.int64)
    ready[0] = 0
    done, waiting = 0, 1
    while waiting:
        # Last in, first out, which keeps a stretch together.
        waiting -= 1
        state = ready[waiting]
        order[done] = state
        done += 1
        for arc in range(begins[state + 1] - 1, begins[state] - 1, -1):
            awaited[targets[arc]] -= 1
            if not awaited[targets[arc]]:
                ready[waiting] = targets[arc]
                waiting += 1
    return order[:done]
