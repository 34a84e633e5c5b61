"""Maps a forest to a lattice (Pang et al. 2003, section 3: mapping parse forests into automata)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from paralattice.errors import BuildError
from paralattice.lattice.building import topological_order
from paralattice.lattice.forests.merging import Forest, ForestNode, merge_trees
from paralattice.lattice.forests.squeezing import squeeze
from paralattice.lattice.lattice import EPSILON, Arc, WordLattice
from paralattice.lattice.options import PangOptions
from paralattice.syntax.tree import Tree

# As in lattices of alignments, an arc without a word leads to the accepting state.
_BEGIN, _END, _ACCEPT = 0, 1, 2

Step = tuple[int, int, str]
"""A step of a sentence: state, next state, word."""


@dataclass(frozen=True, slots=True)
class TreeAlignment:
    """A lattice built from trees.

    Attributes
    ----------
    lattice
        One arc, without a word, leads to the accepting state; all arcs have their sentences.
    columns
        For each sentence, the state that each word leads to.  Words with the same
        number are aligned, as in the columns of an alignment.
    sentences
        The words of each sentence, lower-cased.
    """

    lattice: WordLattice
    columns: list[list[int]]
    sentences: list[tuple[str, ...]]


def from_trees(trees: Iterable[Tree], options: PangOptions) -> TreeAlignment:
    """Return the lattice of equivalent sentences, built from their trees.

    It accepts every sentence, lower-cased.  The order of the trees matters, because
    they are merged one by one.

    Parameters
    ----------
    trees
        One tree per sentence, at least one, without function tags and empty elements
        (:func:`paralattice.formats.trees.read_trees` removes them).

    Raises
    ------
    BuildError
        There is no tree.
    """
    alignment = from_forest(merge_trees(trees, options))
    if not options.squeeze:
        return alignment
    lattice, states = squeeze(alignment.lattice)
    columns = [[states[column] for column in row] for row in alignment.columns]
    return TreeAlignment(lattice, columns, alignment.sentences)


def from_forest(forest: Forest) -> TreeAlignment:
    """Return the lattice of a forest.

    A node becomes parallel paths between two states, one per alternative; an
    expansion becomes a chain of its children, a preterminal one arc per word.
    An arc without a word leads from the end to the accepting state.
    """
    between, states = _states_of_leaves(forest.roots.values())
    walks = [
        [
            *((*between[id(leaf)], word) for leaf, word in zip(leaves, words, strict=True)),
            (_END, _ACCEPT, EPSILON),
        ]
        for leaves, words in zip(forest.leaves, forest.sentences, strict=True)
    ]
    numbers = _numbers(walks, states)
    columns = [[numbers[target] for _, target, _ in walk[:-1]] for walk in walks]
    return TreeAlignment(_lattice(walks, numbers), columns, forest.sentences)


def from_states(sentences: Sequence[Sequence[str]], columns: Sequence[Sequence[int]]) -> WordLattice:
    """Return the lattice of sentences, given the state to which each word leads.

    The columns of a :class:`TreeAlignment` give its lattice.  Unlike in lattices of
    alignments, different words may lead to one state.

    Parameters
    ----------
    sentences
        The words of each sentence, at least one each.
    columns
        For each sentence, the state that each word leads to: numbered from 1 without gaps, ascending
        in every sentence.

    Raises
    ------
    BuildError
        There are no sentences, or the states are not such numbers.
    """
    states = 2 + max((max(row, default=0) for row in columns), default=0)
    walks = [
        list(zip([0, *row], [*row, states - 1], [*words, EPSILON], strict=True))
        for words, row in zip(sentences, columns, strict=True)
    ]
    if not walks or {target for walk in walks for _, target, _ in walk} != set(range(1, states)):
        raise BuildError("the states that words lead to must be numbered from 1 on, without a gap")
    if any(source >= target for walk in walks for source, target, _ in walk):
        raise BuildError("the states that the words of a sentence lead to must rise")
    return _lattice(walks, range(states))


def _states_of_leaves(roots: Iterable[ForestNode]) -> tuple[dict[int, tuple[int, int]], int]:
    """Return, for the identity of each preterminal, the states around it, and the number of states."""
    states = _ACCEPT + 1
    between: dict[int, tuple[int, int]] = {}
    pending = [(root, _BEGIN, _END) for root in roots]
    while pending:
        node, source, target = pending.pop()
        if node.words:
            between[id(node)] = (source, target)
        for alternatives in node.expansions.values():
            for expansion in alternatives:
                inner = len(expansion.children) - 1
                chain = [source, *range(states, states + inner), target]
                states += inner
                pending += [
                    (child, *ends) for child, ends in zip(expansion.children, pairwise(chain), strict=True)
                ]
    return between, states


def _numbers(walks: Sequence[Sequence[Step]], states: int) -> list[int]:
    """Return the place of each state in a topological order."""
    pairs = np.array(sorted({step[:2] for walk in walks for step in walk}), np.int64)
    order = topological_order(pairs[:, 0], pairs[:, 1], states)
    # The inverse of the order.
    return sorted(range(states), key=order.__getitem__)


def _lattice(walks: Sequence[Sequence[Step]], numbers: Sequence[int]) -> WordLattice:
    users: dict[Step, list[int]] = {}
    for sentence, walk in enumerate(walks):
        for source, target, word in walk:
            users.setdefault((numbers[source], numbers[target], word), []).append(sentence)
    arcs = tuple(Arc(*step, tuple(sentences)) for step, sentences in sorted(users.items()))
    return WordLattice(start=0, accept=len(numbers) - 1, states=len(numbers), arcs=arcs)
