"""The edit distance of a sentence to a lattice (Pang et al. 2003, section 4.2.3).

It is the Levenshtein distance to the nearest path: the minimum number of insertions,
deletions and substitutions of words.  A lattice with many sentences can serve as a
set of reference translations.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from paralattice.arrays import Ints, Longs
from paralattice.errors import BuildError
from paralattice.lattice.lattice import Arc, WordLattice

# Numbers of arcs without a word, and of words that the lattice does not have.
_NO_WORD, _OTHER = -1, -2


class EditStep(NamedTuple):
    """A step of the alignment of a sentence with a path.

    Attributes
    ----------
    word
        The sentence's word; empty for an insertion.
    reference
        The path's word; empty for a deletion.
    """

    word: str
    reference: str


class Nearest(NamedTuple):
    """A path of a lattice with the least distance to a sentence.

    Attributes
    ----------
    distance
        Insertions, deletions and substitutions between the two.
    words
        The words of the path.
    states
        Its 0-based states, from the start to the accepting state.
    edits
        The edits that turn the sentence into the path, word by word.
    """

    distance: int
    words: tuple[str, ...]
    states: tuple[int, ...]
    edits: tuple[EditStep, ...]


class Reference:
    """A lattice to which the distances of many sentences are measured.

    Parameters
    ----------
    lattice
        Every arc lies on a path from the start to the accepting state.

    Raises
    ------
    BuildError
        The lattice has no path.
    """

    def __init__(self, lattice: WordLattice) -> None:
        table = lattice.table
        if not len(table.source):
            raise BuildError("a lattice without arcs accepts no sentence")
        self.lattice = lattice
        self._numbers = {word: number for number, word in enumerate(table.words.tolist(), _NO_WORD)}
        self._arcs: Longs = np.column_stack([table.source, table.target, table.label + _NO_WORD])

    def distance(self, words: Sequence[str]) -> int:
        """Return the minimum number of edits between the words and any sentence of the lattice.

        The time is proportional to the number of arcs times the number of words.
        """
        return int(self._costs(words)[self.lattice.start, 0])

    def nearest(self, words: Sequence[str]) -> Nearest:
        """Return a path with the least distance; of several, the first in the order of the arcs.

        Matches and substitutions are preferred to insertions, and insertions to deletions.
        """
        costs = self._costs(words)
        steps = list(self._walk(words, costs))
        return Nearest(
            int(costs[self.lattice.start, 0]),
            tuple(edit.reference for _, edit in steps if edit.reference),
            (self.lattice.start, *(arc.target for arc, _ in steps if arc is not None)),
            tuple(edit for _, edit in steps if edit != ("", "")),
        )

    def _costs(self, words: Sequence[str]) -> Ints:
        # Lazy import: numba takes half a second to load.
        from paralattice.lattice.kernels.editing import remaining_costs

        known = [self._numbers.get(word, _OTHER) if word else _OTHER for word in words]
        return remaining_costs(self._arcs, np.array(known, np.int64), self.lattice.states)

    def _walk(self, words: Sequence[str], costs: Ints) -> Iterator[tuple[Arc | None, EditStep]]:
        """Yield the arcs of a nearest path, each with its edit; ``None`` as the arc of a deletion."""
        begins = np.searchsorted(self._arcs[:, 0], np.arange(self.lattice.states + 1)).tolist()
        state, position = self.lattice.start, 0
        while state != self.lattice.accept or position < len(words):
            arcs = self.lattice.arcs[begins[state] : begins[state + 1]]
            arc, moved = _first_step(arcs, words, costs, (state, position))
            word = words[position] if moved else ""
            yield arc, EditStep(word, arc.label if arc is not None else "")
            position += moved
            state = arc.target if arc is not None else state


def _first_step(
    arcs: Iterable[Arc], words: Sequence[str], costs: Ints, place: tuple[int, int]
) -> tuple[Arc | None, int]:
    """Return the first step of least cost: its arc, if any, and the number of consumed words."""
    state, position = place
    least = costs[state, position]
    leading = list(arcs)
    if position < len(words):
        for arc in leading:
            cost = costs[arc.target, position + 1] + (words[position] != arc.label)
            if arc.label and cost == least:
                return arc, 1
    for arc in leading:
        if costs[arc.target, position] + bool(arc.label) == least:
            return arc, 0
    return None, 1


def edit_distance(lattice: WordLattice, words: Sequence[str]) -> int:
    """Return the minimum number of edits between the words and any sentence of the lattice.

    Raises
    ------
    BuildError
        The lattice has no path.
    """
    return Reference(lattice).distance(words)


def nearest_path(lattice: WordLattice, words: Sequence[str]) -> Nearest:
    """Return the path of a lattice that is nearest to the words: see :meth:`Reference.nearest`."""
    return Reference(lattice).nearest(words)
