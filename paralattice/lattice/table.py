"""The arcs of a lattice as arrays, for compiled loops."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from paralattice.arrays import Longs

Words = npt.NDArray[np.object_]

NO_WORD = 0
"""The number of the empty word, which sorts first."""

# The largest integer of 64 bits with a sign.
_LARGEST = (1 << 63) - 1


@dataclass(frozen=True, slots=True, eq=False)
class ArcTable:
    """The arcs of a lattice, (A,) each, in the order of ``WordLattice.arcs``.

    Attributes
    ----------
    source, target
        0-based states.
    label
        Indices into the words.
    words
        (W,) Sorted and distinct, including the empty word; some may be on no arc.
    begins
        (S + 1,) The arcs from ``begins[s]`` to before ``begins[s + 1]`` leave state s.
    shares
        (A + 1,) ``shares[a + 1] - shares[a]`` sentences take arc a.
    sentences
        The sentences of all arcs, arc by arc; ``None`` if the lattice was created from
        arcs, which have them.
    """

    source: Longs
    target: Longs
    label: Longs
    words: Words
    begins: Longs
    shares: Longs
    sentences: Longs | None = None

    def users(self) -> list[tuple[int, ...]]:
        """Return the sentences of every arc, if the table has them."""
        held = [] if self.sentences is None else self.sentences.tolist()
        if not held:
            return [()] * len(self.source)
        # Most arcs have one user; sharing tuples halves the time, most of which is garbage collection.
        alone = {number: (number,) for number in set(held)}
        shares = self.shares.tolist()
        return [
            alone[held[begin]] if end - begin == 1 else tuple(held[begin:end])
            for begin, end in pairwise(shares)
        ]


def table_of(arcs: Sequence[tuple[int, int, str, Sequence[int]]], states: int) -> ArcTable:
    """Return the table of arcs, which are sorted by source."""
    source = np.fromiter((arc[0] for arc in arcs), np.int64, len(arcs))
    label, words = numbered([arc[2] for arc in arcs])
    return ArcTable(
        source=source,
        target=np.fromiter((arc[1] for arc in arcs), np.int64, len(arcs)),
        label=label,
        words=words,
        begins=begins_of(source, states),
        shares=offsets((len(arc[3]) for arc in arcs), len(arcs)),
    )


def numbered(labels: Sequence[str]) -> tuple[Longs, Words]:
    """Return each label's index among the sorted words, and the words."""
    words = sorted({*labels, ""})
    numbers = {word: number for number, word in enumerate(words)}
    label = np.fromiter(map(numbers.__getitem__, labels), np.int64, len(labels))
    return label, np.array(words, object)


def begins_of(source: Longs, states: int) -> Longs:
    """Return the begin of each state's arcs, and the end of all arcs."""
    return np.searchsorted(source, np.arange(states + 1))


def offsets(lengths: Iterable[int], count: int) -> Longs:
    """Return the begins of consecutive stretches of these lengths, and the end of the last."""
    found = np.zeros(count + 1, np.int64)
    np.cumsum(np.fromiter(lengths, np.int64, count), out=found[1:])
    return found


def sorted_table(arcs: tuple[Longs, Longs, Longs], words: Words, states: int) -> ArcTable:
    """Return the table of arcs, given in any order, without sentences.

    Parameters
    ----------
    arcs
        Sources, targets and labels.
    """
    order = arc_order(arcs, (states, states, len(words)))
    source, target, label = (values[order] for values in arcs)
    shares = np.zeros(len(source) + 1, np.int64)
    return ArcTable(source, target, label, words, begins_of(source, states), shares)


def arc_order(keys: tuple[Longs, ...], bounds: tuple[int, ...]) -> Longs:
    """Return the stable order that sorts by the first key, then by the second and so on.

    Parameters
    ----------
    bounds
        An exclusive upper bound of each key.
    """
    product = 1
    for bound in bounds:
        product *= bound
    if product > _LARGEST:
        return np.lexsort(keys[::-1])
    # One sort by packed numbers takes a third of the time, and less if they are nearly sorted.
    packed = keys[0]
    for key, bound in zip(keys[1:], bounds[1:], strict=True):
        packed = packed * bound + key
    return np.argsort(packed, kind="stable")


def leads_onwards(table: ArcTable) -> bool:
    """Return whether the arcs are sorted by source and all lead from a state to a higher one.

    Compiled loops do not check bounds: with other arcs they would read outside their arrays.
    """
    within = (table.source >= 0) & (table.source < table.target) & (table.target < len(table.begins) - 1)
    return bool(within.all() and (np.diff(table.source) >= 0).all())


def problem_of(table: ArcTable) -> str:
    """Return why arcs, all of which lead to higher states, are not those of a lattice; empty if they are.

    They strictly ascend by source, target and word, and every state lies on a path.
    """
    unnamed = (table.label == NO_WORD) & (table.target < len(table.begins) - 2)
    if unnamed.any():
        return f"arc {unnamed.argmax()} has no word but does not lead to the accepting state"
    source, target, label = (np.diff(values) for values in (table.source, table.target, table.label))
    ascending = (source > 0) | (source == 0) & ((target > 0) | (target == 0) & (label > 0))
    if not ascending.all():
        return f"arc {ascending.argmin() + 1} is not after the one before by source, target and word"
    if not np.diff(table.begins)[:-1].all():
        return "a state other than the accepting one leads nowhere"
    if not np.bincount(table.target, minlength=len(table.begins) - 1)[1:].all():
        return "a state other than the start is never entered"
    return ""
