"""Word alignment as it is defined: every alignment of a sentence pair, one by one."""

from collections import Counter
from itertools import product
from math import log


def step(weights, rules, size, before, after):
    """Return the probability of a step between given words, and how much of it the distance's weight is."""
    empty, uniform = rules
    total = sum(weights.get(place - before, 0) for place in range(size))
    jump = (1 - uniform) * weights.get(after - before, 0) / total if total else 0
    chance = jump + (uniform if total else 1) / size
    return (1 - empty) * chance, jump / chance


def alignments(given, produced, probability, weights, rules):
    """Yield each alignment (-1: the empty word), its probability and the counts of its steps.

    ``weights`` of ``None`` makes it Model 1.
    """
    for links in product(range(-1, len(given)), repeat=len(produced)):
        chance, position, steps = 1.0, -1, []
        for link, word in zip(links, produced, strict=True):
            chance *= probability(given[link] if link >= 0 else None, word)
            if weights is None:
                chance /= len(given) + 1
            elif link < 0:
                chance *= rules[0]
            else:
                taken, share = step(weights, rules, len(given), position, link)
                chance *= taken
                steps.append((position, link, share))
                position = link
        yield links, chance, steps


def expected(pairs, probability, weights, rules):
    """Return expected counts of pairs of words, of distances and contexts, and the log-likelihood."""
    words, distances, contexts, likelihood = Counter(), Counter(), Counter(), 0.0
    for given, produced in pairs:
        found = list(alignments(given, produced, probability, weights, rules))
        total = sum(chance for _, chance, _ in found)
        likelihood += log(total)
        for links, chance, steps in found:
            for link, word in zip(links, produced, strict=True):
                words[given[link] if link >= 0 else None, word] += chance / total
            for before, after, share in steps:
                distances[after - before] += share * chance / total
                contexts[len(given), before + 1] += share * chance / total
    return words, distances, contexts, likelihood
