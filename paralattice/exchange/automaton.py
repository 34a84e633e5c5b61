"""Builds the lattice of version V6: the minimal automaton of a cluster's sentences and the new ones."""

from collections.abc import Sequence
from itertools import pairwise

from paralattice.lattice import EPSILON, Arc, WordLattice, determinise, from_alignment, minimise
from paralattice.lattice.building import separate_columns

StatePath = tuple[int, ...]
"""The states of a sentence, from the start to the accepting state."""


def smallest_automaton(
    sentences: Sequence[Sequence[str]], origins: Sequence[Sequence[int]]
) -> tuple[WordLattice, list[StatePath]]:
    """Return the minimal deterministic lattice that accepts exactly some sentences, and the path of each.

    Parameters
    ----------
    sentences
        The words of each sentence; at least one sentence, and one word in each.
    origins
        For each word the 0-based number of the sentence that it was taken from, -1 for none.  The arc
        of a word lists it as a source.
    """
    states = sum(map(len, sentences)) + 2
    plain = minimise(determinise(from_alignment(sentences, separate_columns(sentences)), states))
    steps = {(arc.source, arc.label): arc.target for arc in plain.arcs}
    paths = [_path(plain, steps, words) for words in sentences]
    users: dict[tuple[int, int, str], set[int]] = {arc[:3]: set() for arc in plain.arcs}
    for words, numbers, path in zip(sentences, origins, paths, strict=True):
        steps_of = zip(pairwise(path), [*words, EPSILON], [*numbers, -1], strict=False)
        for (source, target), label, number in steps_of:
            users[source, target, label] |= {number} - {-1}
    arcs = tuple(Arc(*arc, tuple(sorted(numbers))) for arc, numbers in sorted(users.items()))
    return WordLattice(plain.start, plain.accept, plain.states, arcs), paths


def _path(lattice: WordLattice, steps: dict[tuple[int, str], int], words: Sequence[str]) -> StatePath:
    states = [lattice.start]
    for word in words:
        states.append(steps[states[-1], word])
    if states[-1] != lattice.accept:
        states.append(steps[states[-1], EPSILON])
    return tuple(states)
