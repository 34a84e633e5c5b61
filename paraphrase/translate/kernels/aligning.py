"""Expected counts and best alignments of IBM Model 1 and the HMM; compiled.

A cell stands for a produced word and a word that may have produced it; it holds
the number of that pair of words in the table of translation probabilities, -1 for
a pair the table lacks. The cells of a sentence pair with I given and J
produced words are J rows of I + 1, the empty word first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paraphrase.compiling import compiled

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]

# The probability of a pair of words that was not in the training data.
FLOOR = 1e-7


@compiled
def count_model1(cells: Numbers, givens: Numbers, produced: Numbers, table: Floats, counts: Floats) -> float:
    """Add the expected counts of all sentence pairs to ``counts``; return their log-likelihood.

    Parameters
    ----------
    cells
        Those of all pairs, one after the other.
    givens, produced
        (P,) I and J of each pair.
    table, counts
        (entries,) Translation probabilities and their counts.
    """
    likelihood, at = 0.0, 0
    for pair in range(len(givens)):
        width = givens[pair] + 1
        for _ in range(produced[pair]):
            row = cells[at : at + width]
            total = 0.0
            for cell in row:
                total += table[cell]
            for cell in row:
                counts[cell] += table[cell] / total
            likelihood += np.log(total / width)
            at += width
    return likelihood


@compiled
def fill_steps(steps: Floats, shares: Floats, size: int, weights: Floats, rules: tuple[float, float]) -> None:
    """Compute the probabilities of steps among given words.

    Parameters
    ----------
    steps
        (at least size + 1, at least size) Changed: from the word before which (row k: word k - 1; row 0:
        the start) to which word.
    shares
        Changed, of the same shape: what part of it the weight of the distance is answerable for.
    size
        I.
    weights
        (2 L + 1,) Weight of each distance from -L to L; other distances have none.
    rules
        Probability of the empty word, and share of steps that go anywhere.
    """
    empty, uniform = rules
    middle = len(weights) // 2
    for row in range(size + 1):
        total = 0.0
        for column in range(size):
            distance = column - row + 1
            total += weights[distance + middle] if abs(distance) <= middle else 0.0
        for column in range(size):
            distance = column - row + 1
            weight = weights[distance + middle] if abs(distance) <= middle else 0.0
            jump = (1 - uniform) * weight / total if total > 0 else 0.0
            chance = jump + (uniform if total > 0 else 1.0) / size
            steps[row, column] = (1 - empty) * chance
            shares[row, column] = jump / chance


@compiled
def fill_emissions(emissions: Floats, cells: Numbers, shape: tuple[int, int], table: Floats) -> None:
    """Look the translation probabilities of a sentence pair up: rows are produced words."""
    rows, width = shape
    for row in range(rows):
        for column in range(width):
            cell = cells[row * width + column]
            emissions[row, column] = max(table[cell], 1e-300) if cell >= 0 else FLOOR


@compiled
def run_forward(steps: Floats, emissions: Floats, empty: float, forward: Floats, scales: Floats) -> None:
    """Compute scaled forward probabilities.

    ``forward[j, k]`` is that of having produced the words up to j - 1 (0-based), the last given word
    that was not empty being k - 1; each row adds up to 1, after division by ``scales[j]``.
    """
    width = emissions.shape[1]
    forward[0] = 0.0
    forward[0, 0] = 1.0
    for row in range(len(emissions)):
        total = 0.0
        for state in range(width):
            value = forward[row, state] * empty * emissions[row, 0]
            if state:
                reached = 0.0
                for before in range(width):
                    reached += forward[row, before] * steps[before, state - 1]
                value += reached * emissions[row, state]
            forward[row + 1, state] = value
            total += value
        forward[row + 1] /= total
        scales[row + 1] = total


@compiled
def run_backward(steps: Floats, emissions: Floats, empty: float, backward: Floats, scales: Floats) -> None:
    """Compute backward probabilities with the scales of the forward ones."""
    width = emissions.shape[1]
    last = len(emissions)
    backward[last] = 1.0
    for row in range(last - 1, -1, -1):
        for state in range(width):
            value = empty * emissions[row, 0] * backward[row + 1, state]
            for after in range(1, width):
                value += steps[state, after - 1] * emissions[row, after] * backward[row + 1, after]
            backward[row, state] = value / scales[row + 1]


@compiled
def count_hmm(
    corpus: tuple[Numbers, Numbers, Numbers],
    table: Floats,
    weights: Floats,
    rules: tuple[float, float],
    counts: tuple[Floats, Floats, Floats],
) -> float:
    """Add the expected counts of all sentence pairs to ``counts``; return their log-likelihood.

    Parameters
    ----------
    corpus
        Cells, I and J as in :func:`count_model1`.
    table, weights, rules
        Translation probabilities; weights and rules as in :func:`fill_steps`.
    counts
        Of the table's entries; of the distances; (L + 1, L + 1) of the contexts that steps were
        taken from, by I and row k, where the distance is answerable.
    """
    cells, givens, produced = corpus
    if not len(givens):
        return 0.0
    size, most = givens.max(), produced.max()
    steps, shares = np.zeros((size + 1, size)), np.zeros((size + 1, size))
    emissions_space = np.zeros((most, size + 1))
    forward_space, backward_space = np.zeros((most + 1, size + 1)), np.zeros((most + 1, size + 1))
    scales = np.ones(most + 1)
    likelihood, at = 0.0, 0
    for pair in range(len(givens)):
        width, rows = givens[pair] + 1, produced[pair]
        here = cells[at : at + rows * width]
        at += rows * width
        emissions = emissions_space[:rows, :width]
        forward, backward = forward_space[: rows + 1, :width], backward_space[: rows + 1, :width]
        fill_steps(steps, shares, width - 1, weights, rules)
        fill_emissions(emissions, here, (rows, width), table)
        run_forward(steps, emissions, rules[0], forward, scales)
        run_backward(steps, emissions, rules[0], backward, scales)
        for row in range(rows):
            likelihood += np.log(scales[row + 1])
            add_counts(
                here[row * width : (row + 1) * width],
                (steps, shares, emissions[row]),
                (forward[row], backward[row + 1]),
                (rules[0], scales[row + 1]),
                counts,
            )
    return likelihood


@compiled
def add_counts(
    cells: Numbers,
    model: tuple[Floats, Floats, Floats],
    states: tuple[Floats, Floats],
    rules: tuple[float, float],
    counts: tuple[Floats, Floats, Floats],
) -> None:
    """Add the expected counts of one produced word: what it came from, and by which step."""
    steps, shares, emissions = model
    before, after = states
    empty, scale = rules
    lexicon, distances, contexts = counts
    width = len(cells)
    middle = len(distances) // 2
    for state in range(width):
        if before[state] == 0.0:
            continue
        lexicon[cells[0]] += before[state] * empty * emissions[0] * after[state] / scale
        for word in range(1, width):
            expected = before[state] * steps[state, word - 1] * emissions[word] * after[word] / scale
            lexicon[cells[word]] += expected
            part = expected * shares[state, word - 1]
            distances[word - state + middle] += part
            contexts[width - 1, state] += part


@compiled
def best_hmm(
    corpus: tuple[Numbers, Numbers, Numbers], table: Floats, weights: Floats, rules: tuple[float, float]
) -> Numbers:
    """Return the given word of each produced word in the best alignments, 0-based; -1 for the empty word."""
    cells, givens, produced = corpus
    result = np.full(produced.sum(), -1)
    if not len(result):
        return result
    size, most = givens.max(), produced.max()
    steps, shares = np.zeros((size + 1, size)), np.zeros((size + 1, size))
    emissions_space = np.zeros((most, size + 1))
    at, done = 0, 0
    for pair in range(len(givens)):
        width, rows = givens[pair] + 1, produced[pair]
        emissions = emissions_space[:rows, :width]
        fill_steps(steps, shares, width - 1, weights, rules)
        fill_emissions(emissions, cells[at : at + rows * width], (rows, width), table)
        trace_best(steps, emissions, rules[0], result[done : done + rows])
        at += rows * width
        done += rows
    return result


@compiled
def trace_best(steps: Floats, emissions: Floats, empty: float, result: Numbers) -> None:
    """Write the best alignment of one sentence pair into ``result``; the first of equally good ones."""
    rows, width = emissions.shape
    scores, later = np.full(width, -np.inf), np.full(width, -np.inf)
    scores[0] = 0.0
    # The state before; 0 or more for a step, -1 for the empty word.
    trace = np.full((rows, width), -1)
    for row in range(rows):
        for state in range(width):
            later[state] = scores[state] + np.log(empty * emissions[row, 0])
            if state:
                for before in range(width):
                    value = scores[before] + np.log(steps[before, state - 1] * emissions[row, state])
                    if value > later[state]:
                        later[state] = value
                        trace[row, state] = before
        scores[:] = later
    state = int(scores.argmax())
    for row in range(rows - 1, -1, -1):
        if trace[row, state] >= 0:
            result[row] = state - 1
            state = trace[row, state]


@compiled
def best_model1(cells: Numbers, givens: Numbers, produced: Numbers, table: Floats) -> Numbers:
    """Return the given word of each produced word with the highest probability; as :func:`best_hmm`."""
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
