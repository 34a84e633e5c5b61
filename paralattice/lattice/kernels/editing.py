"""Computes the edit distance of a sentence to the paths of a lattice; compiled."""

import numpy as np

from paralattice.arrays import Ints, Longs
from paralattice.compiling import compiled

# The number of an arc without a word, which costs nothing.
_NO_WORD = -1


@compiled
def remaining_costs(arcs: Longs, words: Longs, states: int) -> Ints:
    """Return the minimum number of edits from each state and position of the sentence to their ends.

    Parameters
    ----------
    arcs
        (A, 3) Source, target and number of the word, or -1 without one; sorted
        by source, targets higher than sources.
    words
        (N,) The numbers of the sentence's words.

    Returns
    -------
    (S, N + 1) array
        The minimum number of insertions, deletions and substitutions that make the
        words from position j on equal to a path from state s to the highest state.
    """
    length = len(words)
    costs = np.empty((states, length + 1), np.int32)
    costs[:] = np.iinfo(np.int32).max // 2
    for j in range(length + 1):
        costs[states - 1, j] = length - j
    # In reverse order, a state is complete after its last arc.
    for arc in range(len(arcs) - 1, -1, -1):
        source, target, word = arcs[arc]
        here, there = costs[source], costs[target]
        if word == _NO_WORD:
            for j in range(length + 1):
                here[j] = min(here[j], there[j])
        else:
            for j in range(length):
                step = there[j + 1] + (words[j] != word)
                here[j] = min(here[j], step, there[j] + 1)
            here[length] = min(here[length], there[length] + 1)
        if arc == 0 or arcs[arc - 1, 0] != source:
            for j in range(length - 1, -1, -1):
                here[j] = min(here[j], here[j + 1] + 1)
    return costs
