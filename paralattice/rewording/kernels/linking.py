"""Best alignments under IBM Model 1 and the HMM; compiled.

Cells and states are as in :mod:`~paralattice.rewording.kernels.aligning`.
"""

import numpy as np

from paralattice.arrays import Floats, Ints, Longs
from paralattice.compiling import compiled
from paralattice.rewording.kernels.aligning import FLOOR, fill_emissions, fill_steps, longest


@compiled
def best_hmm(
    corpus: tuple[Ints, Longs, Longs], table: Floats, weights: Floats, rules: tuple[float, float]
) -> Longs:
    """Return the given word of each produced word in the best alignments, 0-based; -1 for the empty word.

    Parameters
    ----------
    corpus, table, weights, rules
        As in :func:`paralattice.rewording.kernels.aligning.count_hmm`.
    """
    cells, givens, produced = corpus
    result = np.full(produced.sum(), -1)
    if not len(result):
        return result
    size, most = longest(givens), longest(produced)
    factors, shares, emissions = np.empty(size + 1), np.empty(size + 1), np.empty((most, size + 1))
    scores = np.empty((most + 1, size + 1))
    turned = weights[::-1].copy()
    at, done = 0, 0
    for pair in range(len(givens)):
        width, rows = givens[pair] + 1, produced[pair]
        steps = factors[:width], shares[:width], weights
        fill_steps(steps[0], steps[1], turned, rules)
        fill_emissions(emissions, cells[at : at + rows * width], (rows, width), table)
        score_best(steps, emissions, rules[0], scores, rows)
        trace_best(steps, emissions, rules[0], scores, result[done : done + rows])
        at += rows * width
        done += rows
    return result


@compiled
def score_best(
    steps: tuple[Floats, Floats, Floats], emissions: Floats, empty: float, scores: Floats, rows: int
) -> None:
    """Write the score of the best path to each state after each produced word, relative to the best state."""
    factors, shares, weights = steps
    width, middle = len(factors), len(weights) // 2
    scores[0, :width] = 0.0
    scores[0, 0] = 1.0
    reached = np.empty(width - 1)
    for row in range(rows):
        now, later, emission = scores[row, :width], scores[row + 1, :width], emissions[row, :width]
        reached[:] = 0.0
        for state in range(width):
            factor, share = now[state] * factors[state], now[state] * shares[state]
            part = weights[middle + 1 - state : middle + width - state]
            for word in range(width - 1):
                value = factor * part[word] + share
                reached[word] = value if value > reached[word] else reached[word]
        stay = empty * emission[0]
        later[0] = now[0] * stay
        top = later[0]
        for word in range(width - 1):
            later[word + 1] = max(now[word + 1] * stay, reached[word] * emission[word + 1])
            top = max(top, later[word + 1])
        for state in range(width):
            later[state] /= top


@compiled
def trace_best(
    steps: tuple[Floats, Floats, Floats], emissions: Floats, empty: float, scores: Floats, result: Longs
) -> None:
    """Write the best alignment of one sentence pair into ``result``; ties prefer the first state."""
    factors, shares, weights = steps
    width, middle = len(factors), len(weights) // 2
    state = 0
    for other in range(width):
        if scores[len(result), other] > scores[len(result), state]:
            state = other
    for row in range(len(result) - 1, -1, -1):
        if not state:
            # No step leads back to the start.
            break
        now, best, before = scores[row, :width], -1.0, 0
        for other in range(width):
            value = now[other] * factors[other] * weights[middle + state - other] + now[other] * shares[other]
            if value > best:
                best, before = value, other
        if best * emissions[row, state] > now[state] * (empty * emissions[row, 0]):
            result[row] = state - 1
            state = before


@compiled
def best_model1(cells: Ints, givens: Longs, produced: Longs, table: Floats) -> Longs:
    """Return the most probable given word of each produced word, as :func:`best_hmm`."""
    result = np.full(produced.sum(), -1)
    at, done = 0, 0
    for pair in range(len(givens)):
        width = givens[pair] + 1
        for _ in range(produced[pair]):
            best = -1.0
            for column in range(width):
                cell = cells[at + column]
                value = table[cell] if cell >= 0 else FLOOR
                if value > best:
                    best = value
                    result[done] = column - 1
            at += width
            done += 1
    return result
