"""Deterministic and minimal lattices with the same sentences."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

import numpy as np

from paralattice.arrays import Flags, Longs
from paralattice.errors import BuildError
from paralattice.lattice.counts.big_counts import paths_from, running_totals
from paralattice.lattice.lattice import WordLattice
from paralattice.lattice.table import NO_WORD, ArcTable, sorted_table


def is_deterministic(lattice: WordLattice) -> bool:
    """Return whether no two arcs with the same label leave a state."""
    return not _branching(lattice.table).any()


def determinise(lattice: WordLattice, limit: int) -> WordLattice:
    """Return a deterministic lattice of the same sentences, by subset construction.

    Its arcs have no sentences, because an arc may replace several.  A state in which
    a sentence may end has an arc without a word to the accepting state, besides the
    arcs with words.

    Parameters
    ----------
    limit
        Maximum number of states; the option ``distinct_limit``.

    Raises
    ------
    BuildError
        The lattice has more states.
    """
    return WordLattice.of_table(_Subsets.of(lattice, limit, _branching(lattice.table)).table())


def minimise(lattice: WordLattice) -> WordLattice:
    """Return the smallest deterministic lattice of the same sentences.

    From the accepting state backwards, states are merged if the same words lead from
    them to the same merged states; this is exact for acyclic automata.

    Parameters
    ----------
    lattice
        A deterministic lattice, such as :func:`determinise` returns.
    """
    from paralattice.lattice.kernels.merging import merged

    table, states = lattice.table, lattice.states
    # A state's key consists of the pairs (word, merged target) of its arcs, each packed into one integer.
    order = np.argsort(table.source * len(table.words) + table.label, kind="stable")
    classes, keys = merged(table.begins, table.target[order], table.label[order] * states)
    # Classes are numbered from the accepting state backwards, by their first state.
    first = np.zeros(states, bool)
    first[states - 1 - np.unique(classes[::-1], return_index=True)[1]] = True
    kept = first[table.source]
    last = int(classes.max())
    arcs = (last - classes[table.source[kept]], last - keys[kept] % states, keys[kept] // states)
    return WordLattice.of_table(sorted_table(arcs, table.words, last + 1))


def count_distinct(lattice: WordLattice, limit: int) -> int:
    """Return the number of different sentences that the lattice accepts.

    Parameters
    ----------
    limit
        Maximum number of states of the determinised lattice; a deterministic
        lattice is counted without a limit.

    Raises
    ------
    BuildError
        The determinised lattice has more states.
    """
    branching = _branching(lattice.table)
    if branching.any():
        lattice = WordLattice.of_table(_Subsets.of(lattice, limit, branching).table())
    return paths_from(lattice.table, running_totals(lattice.table), lattice.start)


def _branching(table: ArcTable) -> Flags:
    """Return for each state whether two arcs with the same label leave it."""
    packed = np.sort(table.source * len(table.words) + table.label, kind="stable")
    twice = packed[1:][packed[1:] == packed[:-1]]
    branching = np.zeros(len(table.begins) - 1, bool)
    branching[twice // len(table.words)] = True
    return branching


@dataclass(slots=True)
class _Subsets:
    """The subsets of the subset construction.

    A subset of one state has the number of that state; if no two arcs with the same
    word leave the state, its arcs are kept, so that most subsets cost almost nothing.
    The other subsets have numbers above those of the states.

    Attributes
    ----------
    branching
        For each state, whether two arcs with the same word leave it.
    reached
        For each state, whether it is a subset of one state.
    members, names
        The members of each subset of several states, and the inverse mapping.
    pending
        A heap of the subsets to process: pairs (lowest state, subset).
    followed
        Arcs that the lattice does not have: triples (subset, subset, word).
    """

    lattice: WordLattice
    limit: int
    branching: Flags
    reached: Flags
    pending: list[tuple[int, int]]
    members: list[tuple[int, ...]] = field(default_factory=list)
    names: dict[tuple[int, ...], int] = field(default_factory=dict)
    followed: list[tuple[int, int, int]] = field(default_factory=list)

    @classmethod
    def of(cls, lattice: WordLattice, limit: int, branching: Flags) -> _Subsets:
        """Return all subsets that can be reached from the start.

        Arcs lead to higher states, so a subset's lowest state is below the lowest states of
        its successors: visiting by the lowest state is topological.
        """
        from paralattice.lattice.kernels.merging import reach

        reached = np.zeros(lattice.states, bool)
        reached[lattice.start] = True
        pending = [(state, state) for state in np.flatnonzero(branching).tolist()]
        subsets = cls(lattice, limit, branching, reached, pending)
        arcs = lattice.table.begins, lattice.table.target
        done = 0
        while pending:
            least, subset = heapq.heappop(pending)
            reach(arcs, branching, reached, done, least)
            done = least
            if subset > lattice.accept:
                subsets.follow(subset, subsets.members[subset - lattice.states])
            elif reached[subset]:
                subsets.follow(subset, (subset,))
        reach(arcs, branching, reached, done, lattice.states)
        subsets.require_at_most(int(reached.sum()) + len(subsets.members))
        return subsets

    def require_at_most(self, count: int) -> None:
        """Raise a :class:`BuildError` if there are too many subsets."""
        if count > self.limit:
            raise BuildError(
                f"the determinised lattice has more than {self.limit} states;"
                " raise distinct_limit to count its sentences nevertheless"
            )

    def follow(self, subset: int, members: tuple[int, ...]) -> None:
        """Follow the arcs that leave the members."""
        table, accept = self.lattice.table, self.lattice.accept
        # A subset that includes the accepting state gets an arc for sentences that end here.
        moves: dict[int, set[int]] = {NO_WORD: {accept}} if members[-1] == accept else {}
        for state in members:
            leaving = slice(table.begins[state], table.begins[state + 1])
            for label, target in zip(
                table.label[leaving].tolist(), table.target[leaving].tolist(), strict=True
            ):
                moves.setdefault(label, set()).add(target)
        self.followed += [(subset, self._named(targets), label) for label, targets in moves.items()]

    def _named(self, targets: set[int]) -> int:
        """Return the number of a subset, and queue the subset if it is new."""
        if len(targets) == 1:
            (target,) = targets
            self.reached[target] = True
            return target
        members = tuple(sorted(targets))
        name = self.names.get(members)
        if name is None:
            name = self.names[members] = self.lattice.states + len(self.members)
            self.members.append(members)
            heapq.heappush(self.pending, (members[0], name))
            self.require_at_most(len(self.members))
        return name

    def table(self) -> ArcTable:
        """Return the arcs between the subsets, which are numbered by their lowest states."""
        table, states = self.lattice.table, self.lattice.states
        alone = np.flatnonzero(self.reached)
        leasts = np.array([members[0] for members in self.members], np.int64)
        names = np.concatenate([alone, states + np.arange(len(leasts))])
        # A state precedes the subsets of which it is the lowest; these keep the order of their numbers.
        order = names[np.argsort(np.concatenate([alone, leasts]), kind="stable")]
        number = np.full(states + len(leasts), -1)
        number[order] = np.arange(len(order))
        kept = (self.reached & ~self.branching)[table.source]
        added: Longs = np.array(self.followed, np.int64).reshape(-1, 3)
        source = np.concatenate([table.source[kept], added[:, 0]])
        target = np.concatenate([table.target[kept], added[:, 1]])
        label = np.concatenate([table.label[kept], added[:, 2]])
        return sorted_table((number[source], number[target], label), table.words, len(order))
