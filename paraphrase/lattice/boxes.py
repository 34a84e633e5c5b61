"""A lattice as a person reads it: stretches without a choice are one box of words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from paraphrase.lattice.lattice import Arc, Lattice


class Box(NamedTuple):
    """States that every path passes together, as one thing to draw.

    Attributes
    ----------
    states
        0-based, in the order of passing.
    words
        What is read on entering each of them; empty for the start and the
        accepting state.  Words that differ in case alone are joined by a slash.
    sentences
        0-based numbers, ascending, of the sentences that pass.
    """

    states: tuple[int, ...]
    words: tuple[str, ...]
    sentences: tuple[int, ...]


class Link(NamedTuple):
    """A way from one box to another: 0-based boxes, and the sentences that take it."""

    source: int
    target: int
    sentences: tuple[int, ...]


def boxes_and_links(lattice: Lattice) -> tuple[list[Box], list[Link]]:
    """Return the boxes, the start first and the accepting state last, and the links between them.

    A state joins the box of the state before it where that one is left, and it
    is entered, by one arc only.  Links go from lower to higher boxes and are
    sorted.
    """
    entering: list[list[Arc]] = [[] for _ in range(lattice.states)]
    left = [0] * lattice.states
    for arc in lattice.arcs:
        source, target, _, _ = arc
        entering[target].append(arc)
        left[source] += 1
    # The start is left by one arc where all sentences begin alike, and is a box by itself even so.
    left[lattice.start] = 0
    box_of = [0] * lattice.states
    chains: list[list[int]] = []
    for state, arcs in enumerate(entering):
        # States come after those before them, so the box to join is there already.
        if len(arcs) == 1 and state != lattice.accept and left[arcs[0].source] == 1:
            box = box_of[arcs[0].source]
            chains[box].append(state)
        else:
            box = len(chains)
            chains.append([state])
        box_of[state] = box
    boxes = [_box(chain, entering) for chain in chains]
    return boxes, _links(lattice.arcs, box_of)


def _box(chain: list[int], entering: list[list[Arc]]) -> Box:
    words = [_word(entering[state]) for state in chain]
    return Box(tuple(chain), tuple(filter(None, words)), _users(entering[chain[0]]))


def _word(arcs: list[Arc]) -> str:
    """Return what is read on arcs that enter one state."""
    if len(arcs) == 1:
        return arcs[0].label
    return "/".join(sorted({arc.label for arc in arcs}))


def _links(arcs: Iterable[Arc], box_of: list[int]) -> list[Link]:
    between: dict[tuple[int, int], list[Arc]] = {}
    for arc in arcs:
        source, target, _, _ = arc
        ends = box_of[source], box_of[target]
        if ends[0] != ends[1]:
            between.setdefault(ends, []).append(arc)
    return [Link(*ends, _users(between[ends])) for ends in sorted(between)]


def _users(arcs: list[Arc]) -> tuple[int, ...]:
    if len(arcs) == 1:
        return arcs[0].sentences
    return tuple(sorted({sentence for arc in arcs for sentence in arc.sentences}))
