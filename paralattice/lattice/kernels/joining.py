"""Joins the steps of aligned sentences to the arcs of a lattice; compiled."""

import numpy as np

from paralattice.arrays import Longs
from paralattice.compiling import compiled, inner
from paralattice.lattice.kernels.ordering import onward_order

Arcs = tuple[Longs, Longs, Longs, Longs, Longs]


@compiled
def token_states(columns: Longs, labels: Longs) -> tuple[Longs, Longs, int]:
    """Return the states of T tokens, by first appearance from 1 on, and the number of columns.

    Parameters
    ----------
    columns, labels
        (T,) Column and word of each token; columns are 0 to T - 1.

    Returns
    -------
    tuple
        (T,) state of each token; (T,) word of the state's first token; number of columns.
    """
    states, held = np.empty(len(columns), np.int64), np.empty(len(columns), np.int64)
    numbers, firsts = np.zeros(len(columns), np.int64), np.empty(len(columns), np.int64)
    width = 0
    for token in range(len(columns)):
        if numbers[columns[token]] == 0:
            firsts[width] = labels[token]
            width += 1
            numbers[columns[token]] = width
        states[token] = numbers[columns[token]]
        held[token] = firsts[states[token] - 1]
    return states, held, width


@compiled
def joined_arcs(states: Longs, labels: Longs, lengths: Longs, width: int) -> tuple[Longs, Arcs, Longs]:
    """Return the arcs of N sentences, sorted by source, target and word, between states in reading order.

    Parameters
    ----------
    states, labels
        (T,) State, from 1 on, and word of each token, sentence by sentence.
    lengths
        (N,) Number of tokens of each sentence.
    width
        Number of columns.

    Returns
    -------
    tuple
        The states in topological order, fewer than ``width + 2`` if there is a cycle; source, target and word
        of the A arcs, begin of each state's arcs (S + 1), and begin of each arc's sentences (A + 1);
        the sentences of all arcs, arc by arc.
    """
    count, total = width + 2, len(states) + len(lengths)
    source, target = np.empty(total, np.int64), np.empty(total, np.int64)
    word, sentence = np.zeros(total, np.int64), np.empty(total, np.int64)
    step = token = highest = 0
    for number in range(len(lengths)):
        before = 0
        for _ in range(lengths[number]):
            source[step], target[step] = before, states[token]
            word[step], sentence[step] = labels[token], number
            before, highest = states[token], max(highest, labels[token])
            step += 1
            token += 1
        source[step], target[step], sentence[step] = before, count - 1, number
        step += 1
    steps = np.empty(total, np.int64)
    for step in range(total):
        steps[step] = step
    by_state = _sorted(_sorted(steps, target, count), source, count)
    ordered = onward_order(_begins(source, count), _taken(target, by_state))
    numbers = np.zeros(count, np.int64)
    for place in range(len(ordered)):
        numbers[ordered[place]] = place
    source, target = _taken(numbers, source), _taken(numbers, target)
    steps = _sorted(steps, word, highest + 1)
    steps = _sorted(_sorted(steps, target, count), source, count)
    return ordered, _without_repeats(steps, (source, target, word), count), _taken(sentence, steps)


@inner
def _taken(values: Longs, places: Longs) -> Longs:
    """Return the values at some places; numba compiles an array as index to far more code."""
    found = np.empty(len(places), np.int64)
    for k in range(len(places)):
        found[k] = values[places[k]]
    return found


@inner
def _without_repeats(steps: Longs, keys: tuple[Longs, Longs, Longs], count: int) -> Arcs:
    """Return the arcs that sorted steps take, and the begin of each one's steps."""
    source, target, word = keys
    firsts, shares = np.empty(len(steps), np.int64), np.empty(len(steps) + 1, np.int64)
    arcs = 0
    for place in range(len(steps)):
        step, last = steps[place], steps[place - 1]
        alike = source[step] == source[last] and target[step] == target[last] and word[step] == word[last]
        if place == 0 or not alike:
            firsts[arcs], shares[arcs] = step, place
            arcs += 1
    shares[arcs] = len(steps)
    kept = firsts[:arcs]
    sources = _taken(source, kept)
    return (
        sources,
        _taken(target, kept),
        _taken(word, kept),
        _begins(sources, count),
        shares[: arcs + 1].copy(),
    )


@inner
def _begins(keys: Longs, count: int) -> Longs:
    """Return the begin of each of the keys 0 to ``count - 1`` when they are sorted, and the end of all."""
    begins = np.zeros(count + 1, np.int64)
    for key in keys:
        begins[key + 1] += 1
    for key in range(count):
        begins[key + 1] += begins[key]
    return begins


@inner
def _sorted(steps: Longs, keys: Longs, count: int) -> Longs:
    """Return steps sorted by their keys, 0 to ``count - 1``; those of one key keep their order."""
    places, found = _begins(keys, count), np.empty(len(steps), np.int64)
    for step in steps:
        found[places[keys[step]]] = step
        places[keys[step]] += 1
    return found
