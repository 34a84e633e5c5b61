"""Counts the paths, sentences and aligned tokens of a lattice.

All counts are exact integers of any size.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from paralattice.errors import BuildError
from paralattice.lattice.building import Columns, token_columns
from paralattice.lattice.counts.big_counts import paths_from, paths_from_all, running_totals
from paralattice.lattice.determinising import count_distinct
from paralattice.lattice.lattice import EPSILON, Arc, WordLattice


@dataclass(frozen=True, slots=True)
class LatticeStatistics:
    """The statistics of one lattice.

    Attributes
    ----------
    states, arcs
        The numbers of states, including start and accepting state, and of arcs.
    paths
        Number of paths from the start to the accepting state.
    distinct
        Number of different sentences among them; ``None`` if counting exceeded the limit.
    aligned_columns
        Columns with tokens of at least two sentences; a sentence that occurs twice counts as two.
    aligned_tokens
        Tokens in such columns.
    """

    states: int
    arcs: int
    paths: int
    distinct: int | None
    aligned_columns: int
    aligned_tokens: int


def statistics(
    lattice: WordLattice, columns: Columns, sentences: Sequence[Sequence[str]], limit: int
) -> LatticeStatistics:
    """Return the statistics of a lattice that was built from these columns and sentences.

    Parameters
    ----------
    limit
        States of the determinised lattice beyond which ``distinct`` is ``None``.

    Raises
    ------
    BuildError
        The numbers of rows of columns and of sentences differ.
    """
    if len(columns) != len(sentences):
        raise BuildError(f"{len(sentences)} sentences, but columns for {len(columns)}")
    try:
        distinct = count_distinct(lattice, limit)
    except BuildError:
        distinct = None
    sizes = np.bincount(token_columns(columns))
    shared = sizes[sizes > 1]
    return LatticeStatistics(
        states=lattice.states,
        arcs=len(lattice.table.source),
        paths=count_paths(lattice),
        distinct=distinct,
        aligned_columns=len(shared),
        aligned_tokens=int(shared.sum()),
    )


def paths_to_accept(lattice: WordLattice) -> list[int]:
    """Return, for every state, the number of paths from it to the accepting state."""
    return paths_from_all(lattice.table, running_totals(lattice.table))


def count_paths(lattice: WordLattice) -> int:
    """Return the number of paths from the start to the accepting state.

    Two paths that spell the same sentence count as two.
    """
    return paths_from(lattice.table, running_totals(lattice.table), lattice.start)


def accepts(lattice: WordLattice, words: Sequence[str]) -> bool:
    """Return whether some path of the lattice spells the words."""
    leaving = lattice.leaving()
    states = {lattice.start}
    for word in words:
        states = {arc.target for state in states for arc in leaving[state] if word and arc.label == word}
    return _is_final(states, leaving, lattice.accept)


def enumerate_sentences(lattice: WordLattice, limit: int) -> Iterator[tuple[str, ...]]:
    """Yield the sentences that the lattice accepts, each once, in lexicographic order.

    Parameters
    ----------
    limit
        Maximum number of sentences; each is computed on demand, because a lattice may
        accept more than can be listed.
    """
    leaving = lattice.leaving()
    # Entries to visit: the number of words to keep, the next word, and the states it reaches.
    pending: list[tuple[int, str, set[int]]] = [(0, EPSILON, {lattice.start})]
    words: list[str] = []
    found = 0
    while pending and found < limit:
        kept, word, states = pending.pop()
        words[kept:] = [word]
        if _is_final(states, leaving, lattice.accept):
            found += 1
            yield tuple(words[1:])
        for following, targets in sorted(_moves(states, leaving).items(), reverse=True):
            pending.append((len(words), following, targets))


def _moves(states: set[int], leaving: list[list[Arc]]) -> dict[str, set[int]]:
    moves: dict[str, set[int]] = {}
    for state in states:
        for arc in leaving[state]:
            if arc.label != EPSILON:
                moves.setdefault(arc.label, set()).add(arc.target)
    return moves


def _is_final(states: set[int], leaving: list[list[Arc]], accept: int) -> bool:
    """Return whether a sentence may end in one of the states."""
    return accept in states or any(arc.label == EPSILON for state in states for arc in leaving[state])
