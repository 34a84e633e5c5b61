"""Deterministic and minimal automata with the same sentences, for lattices without circles.

The work is done on integers in plain lists, which is what makes it fast.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from paraphrase.errors import BuildError
from paraphrase.lattice.building import Integers
from paraphrase.lattice.lattice import EPSILON, Arc, Lattice

# The number of EPSILON among the words: the empty word sorts first.
_NO_WORD = 0


def is_deterministic(lattice: Lattice) -> bool:
    """Return whether no state is left by two arcs with the same label."""
    return len({(source, label) for source, _, label, _ in lattice.arcs}) == len(lattice.arcs)


def determinise(lattice: Lattice, limit: int) -> Lattice:
    """Return a deterministic lattice of the same sentences, by subset construction.

    Its arcs do not know their sentences, since one may stand for several.  A
    state in which a sentence may end has an arc without a word to the
    accepting state, beside the arcs with words.

    Parameters
    ----------
    limit
        The most states that it may get; ``distinct_limit`` among the options.

    Raises
    ------
    BuildError
        It gets more.
    """
    return _to_lattice(_determinised(lattice, limit).steps())


def count_deterministic_paths(lattice: Lattice, limit: int) -> int:
    """Return the number of paths of the determinised lattice, without making its arcs.

    Parameters and errors are those of :func:`determinise`.
    """
    return _determinised(lattice, limit).paths()


def minimise(lattice: Lattice) -> Lattice:
    """Return the smallest deterministic lattice of the same sentences.

    From the accepting state backwards, states are merged where equal words
    lead to the same merged states; without circles that is exact.

    Parameters
    ----------
    lattice
        A deterministic one, such as :func:`determinise` returns.
    """
    coded = _coded(lattice)
    states, begins = lattice.states, coded.begins
    ahead = [word * states for word in coded.label]
    merged = [0] * states
    classes: dict[int | tuple[int, ...], int] = {}
    for state in reversed(range(states)):
        begin, end = begins[state], begins[state + 1]
        # A state is what it leads to: pairs (word, merged target), each packed into one integer.
        if end - begin == 1:
            leads_to: int | tuple[int, ...] = ahead[begin] + merged[coded.target[begin]]
        else:
            leads_to = tuple(sorted([ahead[arc] + merged[coded.target[arc]] for arc in range(begin, end)]))
        merged[state] = classes.setdefault(leads_to, len(classes))
    return _to_lattice(_merged_steps(classes, states, coded.words))


@dataclass(frozen=True, slots=True)
class _Steps:
    """Arcs, in no order, as numbers: states, and words by their places among the sorted words."""

    source: Integers
    target: Integers
    label: Integers
    words: list[str]
    states: int


@dataclass(frozen=True, slots=True)
class _Coded:
    """A lattice's arcs as numbers; those of state s are ``begins[s]`` to ``begins[s + 1]`` (half open)."""

    source: list[int]
    target: list[int]
    label: list[int]
    begins: list[int]
    words: list[str]


def _coded(lattice: Lattice) -> _Coded:
    labels = [label for _, _, label, _ in lattice.arcs]
    words = sorted({*labels, EPSILON})
    numbers = {word: number for number, word in enumerate(words)}
    source = [source for source, _, _, _ in lattice.arcs]
    return _Coded(
        source=source,
        target=[target for _, target, _, _ in lattice.arcs],
        label=[numbers[label] for label in labels],
        begins=np.searchsorted(source, np.arange(lattice.states + 1)).tolist(),
        words=words,
    )


def _merged_steps(classes: dict[int | tuple[int, ...], int], states: int, words: list[str]) -> _Steps:
    """Return the arcs between merged states, which were numbered from the accepting state backwards."""
    # A class is numbered when its last state is met, so that backwards the numbers are topological.
    last = len(classes) - 1
    source: list[int] = []
    packed: list[int] = []
    for leads_to, merged in classes.items():
        leaving = (leads_to,) if isinstance(leads_to, int) else leads_to
        source.extend([last - merged] * len(leaving))
        packed.extend(leaving)
    arcs = np.array(packed)
    return _Steps(np.array(source), last - arcs % states, arcs // states, words, last + 1)


def _to_lattice(steps: _Steps) -> Lattice:
    order = np.lexsort((steps.label, steps.target, steps.source))
    words = [steps.words[number] for number in steps.label[order].tolist()]
    arcs = tuple(map(Arc, steps.source[order].tolist(), steps.target[order].tolist(), words))
    return Lattice(start=0, accept=steps.states - 1, states=steps.states, arcs=arcs)


def _determinised(lattice: Lattice, limit: int) -> _Subsets:
    """Return the subsets of the subset construction, all visited.

    An arc leads to a higher state, so the least state of a subset is lower than
    that of the subsets it leads to: visiting by the least state is topological.
    """
    subsets = _Subsets.of(lattice)
    for least in range(lattice.states):
        # What is reached from here has a higher least state: it joins lists that are still to come.
        if subsets.reached[least]:
            subsets.visit_state(least)
        for subset in subsets.several.get(least, ()):
            subsets.visit(subset)
            subsets.require_at_most(limit)
        subsets.require_at_most(limit)
    return subsets


@dataclass(slots=True)
class _Subsets:
    """The subsets met so far.

    A subset of one state is called by that state's number, and where no two
    arcs with one word leave it those are kept as they are, so that most
    subsets cost nothing.  The others are called by numbers after the states'.

    Attributes
    ----------
    branching
        States left by two arcs with one word.
    reached
        A byte a state: whether it is a subset by itself.
    members, names
        Subsets of several states, by their order and back.
    several
        Subsets of several states, by their least state.
    visited
        Subsets in topological order.
    followed
        Arcs that are no arcs of the lattice: subset to pairs (subset, word).
    """

    coded: _Coded
    accept: int
    branching: set[int]
    reached: bytearray
    members: list[tuple[int, ...]] = field(default_factory=list)
    names: dict[tuple[int, ...], int] = field(default_factory=dict)
    several: dict[int, list[int]] = field(default_factory=dict)
    visited: list[int] = field(default_factory=list)
    followed: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    @classmethod
    def of(cls, lattice: Lattice) -> _Subsets:
        """Return the one subset that is known at first, the start."""
        coded = _coded(lattice)
        reached = bytearray(lattice.states)
        reached[lattice.start] = True
        branching = {
            state
            for state, (begin, end) in enumerate(pairwise(coded.begins))
            if end - begin > 1 and len(set(coded.label[begin:end])) < end - begin
        }
        return cls(coded, lattice.accept, branching, reached)

    def visit_state(self, state: int) -> None:
        """Follow the arcs that leave a subset of one state."""
        if state in self.branching:
            self._follow((state,), state)
        else:
            begins = self.coded.begins
            for target in self.coded.target[begins[state] : begins[state + 1]]:
                self.reached[target] = True
        self.visited.append(state)

    def visit(self, subset: int) -> None:
        """Follow the arcs that leave a subset of several states."""
        self._follow(self.members[subset - self.accept - 1], subset)
        self.visited.append(subset)

    def require_at_most(self, limit: int) -> None:
        """Raise a :class:`BuildError` where there are more subsets."""
        if len(self.visited) > limit:
            raise BuildError(
                f"the determinised lattice has more than {limit} states;"
                " raise distinct_limit to count its sentences nevertheless"
            )

    def _follow(self, members: tuple[int, ...], subset: int) -> None:
        # With the accepting state among others, a sentence may end here: that takes an arc of its own.
        moves: dict[int, set[int]] = {_NO_WORD: {self.accept}} if members[-1] == self.accept else {}
        for state in members:
            for arc in range(self.coded.begins[state], self.coded.begins[state + 1]):
                moves.setdefault(self.coded.label[arc], set()).add(self.coded.target[arc])
        self.followed[subset] = [(self._named(targets), label) for label, targets in moves.items()]

    def _named(self, targets: set[int]) -> int:
        """Return what the subset is called, and see to it that it will be visited."""
        if len(targets) == 1:
            (target,) = targets
            self.reached[target] = True
            return target
        members = tuple(sorted(targets))
        if members not in self.names:
            name = self.accept + 1 + len(self.members)
            self.names[members] = name
            self.members.append(members)
            self.several.setdefault(members[0], []).append(name)
        return self.names[members]

    def paths(self) -> int:
        """Return the number of paths from the start to the accepting state."""
        paths = [0] * (self.accept + 1 + len(self.members))
        paths[self.accept] = 1
        begins, target = self.coded.begins, self.coded.target
        # The accepting state comes last, as all else leads to it.
        for subset in reversed(self.visited[:-1]):
            if subset in self.followed:
                paths[subset] = sum([paths[following] for following, _ in self.followed[subset]])
            else:
                paths[subset] = sum(
                    [paths[following] for following in target[begins[subset] : begins[subset + 1]]]
                )
        return paths[self.visited[0]]

    def steps(self) -> _Steps:
        """Return the arcs between the subsets by their places in the topological order."""
        # The arcs of a state that stands alone are the lattice's, unless two of them have one word.
        number = np.full(self.accept + 1 + len(self.members), -1)
        number[self.visited] = np.arange(len(self.visited))
        kept = np.array(self.reached, bool)
        kept[list(self.branching)] = False
        arcs = np.column_stack([self.coded.source, self.coded.target, self.coded.label])
        added = [(subset, *arc) for subset, leaving in self.followed.items() for arc in leaving]
        arcs = np.vstack([arcs[kept[self.coded.source]], np.array(added, np.int64).reshape(-1, 3)])
        return _Steps(number[arcs[:, 0]], number[arcs[:, 1]], arcs[:, 2], self.coded.words, len(self.visited))
