"""Expected counts of IBM Model 1 and the HMM; compiled.

A cell belongs to a produced and a given word; it holds the index of the pair in the table of translation
probabilities, or -1 if the table lacks the pair. The cells of a sentence pair with I given and J produced
words are J rows of I + 1, the empty word first.

In state k of the HMM, the last non-empty given word is word k - 1 (0-based); state 0 is the start. A step
from state k to word i has the probability ``factors[k] * weights[i - k + 1] + shares[k]``, where
``weights[0]`` is the weight of distance 0. No transition matrix is needed, because the weights of the next
state are the same, shifted by one. The innermost loops add to arrays instead of single numbers, so that the
compiler can vectorise them without changing the order of additions.
"""

import numpy as np

from paralattice.arrays import Floats, Ints, Longs
from paralattice.compiling import compiled

# The probability of a pair of words that is not in the training data.
FLOOR = 1e-7


@compiled
def count_model1(cells: Ints, givens: Longs, produced: Longs, table: Floats, counts: Floats) -> float:
    """Add the expected counts of all sentence pairs to ``counts``; return their log-likelihood.

    Parameters
    ----------
    cells
        Cells of all pairs, one pair after the other.
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
def longest(lengths: Longs) -> int:
    """Return the greatest length; 0 without lengths."""
    most = 0
    for length in lengths:
        most = max(most, length)
    return most


@compiled
def add_shifted(result: Floats, values: Floats, weights: Floats, first: int) -> None:
    """Add to ``result[i]`` the sum over k of ``values[k] * weights[first - k + i]``."""
    size = len(result)
    for place in range(len(values)):
        value = values[place]
        part = weights[first - place : first - place + size]
        for column in range(size):
            result[column] += value * part[column]


@compiled
def add_outer(result: Floats, values: Floats, others: Floats, first: int) -> None:
    """Add ``values[k] * others[i]`` to ``result[first - k + i]``, for all k and i."""
    size = len(others)
    for place in range(len(values)):
        value = values[place]
        if value == 0.0:
            continue
        part = result[first - place : first - place + size]
        for column in range(size):
            part[column] += value * others[column]


@compiled
def fill_steps(factors: Floats, shares: Floats, weights: Floats, rules: tuple[float, float]) -> None:
    """Compute the parts of the step probabilities that do not depend on the distance.

    Parameters
    ----------
    factors, shares
        (I + 1,) Output: the factor of the weights in each state, and the uniform share of each word.
    weights
        (2 L + 1,) Weights of all distances, from L to -L.
    rules
        Probability of the empty word, and share of uniform steps.
    """
    empty, uniform = rules
    size = len(factors) - 1
    factors[:] = 0.0
    add_shifted(factors, np.ones(size), weights, len(weights) // 2 - 1)
    for state in range(size + 1):
        total = factors[state]
        # Without weights all steps are uniform.
        factors[state] = (1 - empty) * (1 - uniform) / total if total > 0 else 0.0
        shares[state] = (1 - empty) * (uniform if total > 0 else 1.0) / max(size, 1)


@compiled
def fill_emissions(emissions: Floats, cells: Ints, shape: tuple[int, int], table: Floats) -> None:
    """Look up the translation probabilities of a sentence pair; rows are produced words."""
    rows, width = shape
    for row in range(rows):
        for column in range(width):
            cell = cells[row * width + column]
            emissions[row, column] = max(table[cell], 1e-300) if cell >= 0 else FLOOR


@compiled
def run_forward(
    steps: tuple[Floats, Floats, Floats],
    emissions: Floats,
    empty: float,
    found: tuple[Floats, Floats, Floats],
    rows: int,
) -> float:
    """Compute scaled forward probabilities; return the log-probability of the produced words.

    Parameters
    ----------
    steps
        Factors, shares, and the weights of all distances.
    emissions
        (at least J, at least I + 1) See :func:`fill_emissions`.
    empty
        Probability of the empty word.
    found
        Output: (J + 1, I + 1) forward probabilities of each state after the first j produced words, each row
        scaled to the sum 1; (J, I) probabilities of a step to each given word, before the emission of each
        produced word; (J,) the scales.
    rows
        J.
    """
    factors, shares, weights = steps
    forward, reached, scales = found
    width, likelihood = len(factors), 0.0
    forward[0, :width] = 0.0
    forward[0, 0] = 1.0
    values = np.empty(width)
    for row in range(rows):
        now, later, words = forward[row, :width], forward[row + 1, :width], reached[row, : width - 1]
        emission = emissions[row, :width]
        anywhere = 0.0
        for state in range(width):
            anywhere += now[state] * shares[state]
            values[state] = now[state] * factors[state]
        words[:] = anywhere
        add_shifted(words, values, weights, len(weights) // 2 + 1)
        stay = empty * emission[0]
        total = now[0] * stay
        later[0] = total
        for state in range(1, width):
            value = now[state] * stay + words[state - 1] * emission[state]
            later[state] = value
            total += value
        for state in range(width):
            later[state] /= total
        scales[row] = total
        likelihood += np.log(total)
    return likelihood


@compiled
def count_backward(
    steps: tuple[Floats, Floats, Floats],
    emissions: tuple[Floats, float],
    found: tuple[Floats, Floats, Floats],
    cells: Ints,
    counts: tuple[Floats, Floats, Floats],
) -> None:
    """Go through a sentence pair backward and add its expected counts.

    Parameters
    ----------
    steps
        Factors, shares, and the weights of all distances, from L to -L.
    emissions
        As in :func:`run_forward`; and the probability of the empty word.
    found
        The output of :func:`run_forward`.
    cells
        Cells of the sentence pair.
    counts
        As in :func:`count_hmm`, but the counts of distances are not multiplied by the weights.
    """
    factors, shares, weights = steps
    forward, reached, scales = found
    lexicon, distances, contexts = counts
    width, middle = len(factors), len(weights) // 2
    backward, leaving, values, words = np.ones(width), np.empty(width), np.empty(width), np.empty(width - 1)
    for row in range(len(cells) // width - 1, -1, -1):
        here = cells[row * width : row * width + width]
        now, emission, came = forward[row, :width], emissions[0][row, :width], reached[row, : width - 1]
        stay, total, kept = emissions[1] * emission[0] / scales[row], 0.0, 0.0
        for word in range(width - 1):
            words[word] = emission[word + 1] * backward[word + 1] / scales[row]
            lexicon[here[word + 1]] += came[word] * words[word]
            total += words[word]
        leaving[:] = 0.0
        add_shifted(leaving, words, weights, middle - 1)
        for state in range(width):
            kept += now[state] * backward[state]
            values[state] = now[state] * factors[state]
            backward[state] = stay * backward[state] + factors[state] * leaving[state] + shares[state] * total
            if values[state]:
                contexts[width - 1, state] += values[state] * leaving[state]
        lexicon[here[0]] += kept * stay
        add_outer(distances, values, words, middle + 1)


@compiled
def count_hmm(
    corpus: tuple[Ints, Longs, Longs],
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
    table
        Translation probabilities.
    weights
        (2 L + 1,) Weight of each distance from -L to L; L is at least the longest I.
    rules
        Probability of the empty word, and share of uniform steps.
    counts
        Counts of the table's entries; of the distances; and (L + 1, L + 1) of the non-uniform steps from each
        context, by I and state.
    """
    cells, givens, produced = corpus
    if not len(givens):
        return 0.0
    size, most = longest(givens), longest(produced)
    factors, shares, emissions = np.empty(size + 1), np.empty(size + 1), np.empty((most, size + 1))
    found = np.empty((most + 1, size + 1)), np.empty((most, size)), np.empty(most)
    turned, distances = weights[::-1].copy(), np.zeros(len(weights))
    likelihood, at = 0.0, 0
    for pair in range(len(givens)):
        width, rows = givens[pair] + 1, produced[pair]
        here = cells[at : at + rows * width]
        at += rows * width
        factor, share = factors[:width], shares[:width]
        fill_steps(factor, share, turned, rules)
        fill_emissions(emissions, here, (rows, width), table)
        likelihood += run_forward((factor, share, weights), emissions, rules[0], found, rows)
        count_backward(
            (factor, share, turned), (emissions, rules[0]), found, here, (counts[0], distances, counts[2])
        )
    for place in range(len(weights)):
        counts[1][place] += distances[place] * weights[place]
    return likelihood
