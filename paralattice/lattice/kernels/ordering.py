"""Topological orders; compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paralattice.compiling import compiled

Ints = NDArray[np.int64]


@compiled
def onward_order(begins: Ints, targets: Ints) -> Ints:
    """Return the states in topological order, fewer of them if there is a cycle.

    States of a stretch without branches come out one after the other.

    Parameters
    ----------
    begins
        (S + 1,) Where the arcs of each state begin; nothing enters state 0.
    targets
        (A,) Of the arcs.
    """
    states = len(begins) - 1
    awaited = np.zeros(states, np.int64)
    for target in targets:
        awaited[target] += 1
    order, ready = np.empty(states, np.int64), np.empty(states, np.int64)
    ready[0] = 0
    done, waiting = 0, 1
    while waiting:
        # Last in, first out: that keeps a stretch together.
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
