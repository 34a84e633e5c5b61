"""The boxes of a lattice's picture; each box has the words of a stretch without branches."""

from collections.abc import Iterable
from typing import NamedTuple

from paralattice.lattice.lattice import EPSILON, Arc, WordLattice


class Box(NamedTuple):
    """A stretch of states without branches, drawn as one box.

    Attributes
    ----------
    states
        0-based, in the order of the path; empty if words from other states lead
        to the same state.
    words
        The word of each state; empty for the start and the accepting state, and
        for states where several boxes of words meet.  Words that lead from the
        same states, or differ only in case, are joined by a slash.
    sentences
        0-based numbers, ascending, of the sentences that pass the box.
    """

    states: tuple[int, ...]
    words: tuple[str, ...]
    sentences: tuple[int, ...]


class BoxLink(NamedTuple):
    """A link between two 0-based boxes, with the sentences that take it."""

    source: int
    target: int
    sentences: tuple[int, ...]


def boxes_and_links(lattice: WordLattice) -> tuple[list[Box], list[BoxLink]]:
    """Return the boxes, the start first and the accepting state last, and the links between them.

    A state joins the box of the previous state if only one arc leaves that state and
    only one arc enters this one.  Links go from lower to higher boxes and are sorted.
    If different words lead to a state from different states, each has its own box before
    the state; otherwise the picture would show paths that do not exist.
    """
    lattice, numbers = _with_words_apart(lattice)
    entering: list[list[Arc]] = [[] for _ in range(lattice.states)]
    left = [0] * lattice.states
    for arc in lattice.arcs:
        source, target, _, _ = arc
        entering[target].append(arc)
        left[source] += 1
    # The start is always its own box, even if only one arc leaves it.
    left[lattice.start] = 0
    box_of = [0] * lattice.states
    chains: list[list[int]] = []
    for state, arcs in enumerate(entering):
        # States are in topological order, so the box to join already exists.
        if len(arcs) == 1 and state != lattice.accept and left[arcs[0].source] == 1:
            box = box_of[arcs[0].source]
            chains[box].append(state)
        else:
            box = len(chains)
            chains.append([state])
        box_of[state] = box
    boxes = [_box(chain, entering, numbers) for chain in chains]
    return boxes, _links(lattice.arcs, box_of)


def _with_words_apart(lattice: WordLattice) -> tuple[WordLattice, list[int | None]]:
    """Return the lattice to draw, and the number of each of its states in the given lattice.

    If different words lead to a state from different states, each word gets an additional
    state without a number, from which an arc without a word leads to that state.
    """
    apart = _states_with_words_apart(lattice)
    if not apart:
        return lattice, list(range(lattice.states))
    numbers: list[int | None] = []
    place = [0] * lattice.states
    into: dict[tuple[int, str, int], int] = {}
    arcs: list[Arc] = []
    for state in range(lattice.states):
        groups = apart.get(state, [])
        place[state] = len(numbers) + len(groups)
        for word_state, group in enumerate(groups, len(numbers)):
            into.update({(arc.source, arc.label, state): word_state for arc in group})
            arcs.append(Arc(word_state, place[state], EPSILON, _users(group)))
        numbers += [None] * len(groups) + [state]
    for source, target, label, sentences in lattice.arcs:
        arcs.append(Arc(place[source], into.get((source, label, target), place[target]), label, sentences))
    return WordLattice(0, len(numbers) - 1, len(numbers), tuple(sorted(arcs))), numbers


def _states_with_words_apart(lattice: WordLattice) -> dict[int, list[list[Arc]]]:
    """Return the arcs with words into such states and into the accepting state, by choice of words."""
    entering: list[list[Arc]] = [[] for _ in range(lattice.states)]
    for arc in lattice.arcs:
        _, target, label, _ = arc
        if label:
            entering[target].append(arc)
    apart = {}
    for state, arcs in enumerate(entering):
        # All arcs into most states have the same word.
        if state == lattice.accept or (len(arcs) > 1 and len({label for _, _, label, _ in arcs}) > 1):
            groups = _groups_of_words(arcs)
            if len(groups) > 1 or (groups and state == lattice.accept):
                apart[state] = groups
    return apart


def _groups_of_words(arcs: list[Arc]) -> list[list[Arc]]:
    """Return the arcs into one state, grouped by the choice of words at their sources."""
    words: dict[int, set[str]] = {}
    for source, _, label, _ in arcs:
        words.setdefault(source, set()).add(label.casefold())
    groups: dict[frozenset[str], list[Arc]] = {}
    for arc in arcs:
        groups.setdefault(frozenset(words[arc.source]), []).append(arc)
    return list(groups.values())


def _box(chain: list[int], entering: list[list[Arc]], numbers: list[int | None]) -> Box:
    words = [_word(entering[state]) for state in chain]
    states = tuple(number for number in map(numbers.__getitem__, chain) if number is not None)
    return Box(states, tuple(filter(None, words)), _users(entering[chain[0]]))


def _word(arcs: list[Arc]) -> str:
    """Return the word of the arcs that enter one state."""
    return "/".join(sorted({arc.label for arc in arcs}))


def _links(arcs: Iterable[Arc], box_of: list[int]) -> list[BoxLink]:
    between: dict[tuple[int, int], list[Arc]] = {}
    for arc in arcs:
        source, target, _, _ = arc
        ends = box_of[source], box_of[target]
        if ends[0] != ends[1]:
            between.setdefault(ends, []).append(arc)
    return [BoxLink(*ends, _users(between[ends])) for ends in sorted(between)]


def _users(arcs: list[Arc]) -> tuple[int, ...]:
    if len(arcs) == 1:
        return arcs[0].sentences
    return tuple(sorted({sentence for arc in arcs for sentence in arc.sentences}))
