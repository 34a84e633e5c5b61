"""Builds a lattice from the columns of an alignment (Shen et al. 2006, section 3.1).

Tokens that share a column become one state, so that a path may enter the state
like one sentence and leave it like another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

from paralattice.errors import BuildError
from paralattice.lattice.lattice import EPSILON, Lattice
from paralattice.lattice.table import ArcTable, arc_order, begins_of, numbered

Integers = npt.NDArray[np.int64]

Columns = Sequence[Sequence[int] | npt.NDArray[np.int32]]
"""One row per sentence, with one number per token; tokens with equal numbers are aligned."""


def from_alignment(
    sentences: Sequence[Sequence[str]], columns: Columns, different_words: bool = False
) -> Lattice:
    """Return the lattice of aligned sentences.

    Each column becomes a state, besides the start and the accepting state.  An arc
    leads from a token's column to the next token's column and is labelled with the
    latter's word; from the last token's column an arc without a word leads to the
    accepting state.  Equal arcs are merged.  The numbers of the states do not depend
    on the numbers of the columns.

    Parameters
    ----------
    sentences
        The words of each sentence; at least one sentence, and one word in each.
    columns
        One row per sentence with one number per word.
    different_words
        Whether the words of one column may differ in more than case; then
        arcs with different words lead to its state.

    Raises
    ------
    BuildError
        The columns do not fit the sentences, have different words, or form a cycle.
    """
    lengths = _checked_lengths(sentences, columns)
    states, first, width = _states_of_tokens(columns)
    variants = _variants(sentences, states, first, different_words)
    steps = _steps(sentences, states, variants, lengths, accept=width + 1)
    pairs = np.unique(steps.source * (width + 2) + steps.target)
    order = topological_order(pairs // (width + 2), pairs % (width + 2), states=width + 2)
    if len(order) < width + 2:
        raise BuildError(f"the columns form a cycle: {_cycle(steps, order)}")
    numbers = np.empty(width + 2, np.int64)
    numbers[order] = np.arange(width + 2)
    return Lattice.of_table(_table(steps, numbers[steps.source], numbers[steps.target], width + 2))


def separate_columns(sentences: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return columns that align nothing: every token has its own column."""
    rows, width = [], 0
    for words in sentences:
        rows.append(list(range(width, width + len(words))))
        width += len(words)
    return rows


def order_columns(columns: Columns, width: int) -> list[int]:
    """Return the columns 0 to ``width - 1``, ordered so that every sentence reads from left to right.

    Raises
    ------
    BuildError
        The columns form a cycle.
    """
    # State 0 is the start of every sentence.
    rows = [np.asarray(row, np.int64) + 1 for row in columns]
    source = np.concatenate([np.insert(row[:-1], 0, 0)[: len(row)] for row in rows])
    pairs = np.unique(source * (width + 1) + np.concatenate(rows))
    order = topological_order(pairs // (width + 1), pairs % (width + 1), states=width + 1)
    if len(order) <= width:
        raise BuildError("the columns form a cycle")
    return [state - 1 for state in order[1:]]


def aligned_rows(sentences: Sequence[Sequence[str]], columns: Columns) -> list[list[str | None]]:
    """Return one row per sentence: its word in each column, or ``None``.

    The columns are ordered so that every sentence reads from left to right.

    Parameters
    ----------
    sentences
        The words of each sentence, at least one sentence.
    columns
        The column of each token, one row per sentence.

    Raises
    ------
    BuildError
        The columns form a cycle, or do not fit the sentences.

    Examples
    --------
    >>> aligned_rows([["a", "bus"], ["a", "red", "bus"]], [[0, 1], [0, 2, 1]])
    [['a', None, 'bus'], ['a', 'red', 'bus']]
    """
    if [len(row) for row in columns] != [len(words) for words in sentences]:
        raise BuildError("the columns do not fit the sentences: each token has one")
    used, flat = np.unique(flat_columns(columns), return_inverse=True)
    own = np.split(flat.astype(np.int32), np.cumsum([len(words) for words in sentences])[:-1])
    place = np.empty(len(used), np.int64)
    place[order_columns(own, len(used))] = np.arange(len(used))
    rows: list[list[str | None]] = []
    for words, numbers in zip(sentences, own, strict=True):
        row: list[str | None] = [None] * len(used)
        for word, column in zip(words, place[numbers].tolist(), strict=True):
            row[column] = word
        rows.append(row)
    return rows


def flat_columns(columns: Columns) -> Integers:
    """Return the columns of all tokens, sentence by sentence."""
    return np.concatenate([np.asarray(row, np.int64) for row in columns])


@dataclass(frozen=True, slots=True)
class _Steps:
    """The steps of all sentences, in order, each from the start to the accepting state.

    One entry per step: states, word of the target, a number that distinguishes the
    words of one target, and the sentence.
    """

    source: Integers
    target: Integers
    labels: list[str]
    variant: Integers
    sentence: Integers


def _checked_lengths(sentences: Sequence[Sequence[str]], columns: Columns) -> Integers:
    if not sentences:
        raise BuildError("a lattice needs at least one sentence")
    if len(columns) != len(sentences):
        raise BuildError(f"{len(sentences)} sentences, but columns for {len(columns)}")
    for number, (words, row) in enumerate(zip(sentences, columns, strict=True)):
        if not len(words) or EPSILON in words:
            raise BuildError(f"sentence {number} has no words, or an empty one")
        if len(words) != len(row):
            raise BuildError(f"sentence {number} has {len(words)} words, but {len(row)} columns")
    return np.array([len(words) for words in sentences], np.int64)


def _states_of_tokens(columns: Columns) -> tuple[Integers, Integers, int]:
    """Return each token's state, each state's first token, and the number of columns.

    States are numbered from 1 in the order of their first tokens; tokens are numbered
    through all sentences.  Entry 0 of the first tokens belongs to state 1.
    """
    _, first, inverse = np.unique(flat_columns(columns), return_index=True, return_inverse=True)
    numbers = np.empty(len(first), np.int64)
    numbers[np.argsort(first)] = np.arange(1, len(first) + 1)
    return numbers[inverse], np.sort(first), len(first)


def _variants(
    sentences: Sequence[Sequence[str]], states: Integers, first: Integers, different: bool
) -> Integers | None:
    """Return one number per token that orders the words in each column; ``None`` if all are equal."""
    words = list(chain.from_iterable(sentences))
    held = [words[token] for token in first[states - 1].tolist()]
    if held == words:
        return None
    for word, other in zip(words, held, strict=True):
        if not different and other.casefold() != word.casefold():
            raise BuildError(f"one column holds the words {other!r} and {word!r}")
    # Rarely needed, so ranks over all words suffice.
    ranks = {word: rank for rank, word in enumerate(sorted(set(words)))}
    return np.array([ranks[word] for word in words], np.int64)


def _steps(
    sentences: Sequence[Sequence[str]],
    states: Integers,
    variants: Integers | None,
    lengths: Integers,
    accept: int,
) -> _Steps:
    ends = np.cumsum(lengths)
    labels: list[str] = []
    for words in sentences:
        labels.extend(words)
        labels.append(EPSILON)
    return _Steps(
        source=np.insert(states, ends - lengths, 0),
        target=np.insert(states, ends, accept),
        labels=labels,
        variant=np.zeros(len(labels), np.int64) if variants is None else np.insert(variants, ends, 0),
        sentence=np.repeat(np.arange(len(lengths)), lengths + 1),
    )


def topological_order(source: Integers, target: Integers, states: int) -> list[int]:
    """Return the states in topological order of the pairs (source, target), fewer if there is a cycle.

    The pairs are sorted.  States that only one sentence passes stay together.
    """
    # Lazy import: numba takes half a second to load.
    from paralattice.lattice.kernels.ordering import onward_order

    order: list[int] = onward_order(begins_of(source, states), np.ascontiguousarray(target)).tolist()
    return order


def _table(steps: _Steps, source: Integers, target: Integers, states: int) -> ArcTable:
    """Return the arcs, which merge the steps with equal (source, target, label)."""
    variants = int(steps.variant.max()) + 1
    order = arc_order((source, target, steps.variant), (states, states, variants))
    new = np.zeros(len(order), bool)
    new[0] = True
    for values in (source, target, steps.variant):
        new[1:] |= values[order[1:]] != values[order[:-1]]
    first = np.flatnonzero(new)
    kept = order[first]
    label, words = numbered([steps.labels[step] for step in kept.tolist()])
    return ArcTable(
        source=source[kept],
        target=target[kept],
        label=label,
        words=words,
        begins=begins_of(source[kept], states),
        shares=np.append(first, len(order)),
        sentences=steps.sentence[order],
    )


def _cycle(steps: _Steps, order: list[int]) -> str:
    """Return the words of a cycle among the states that are not in the topological order."""
    done = set(order)
    before = {
        target: (source, label)
        for source, target, label in zip(
            steps.source.tolist(), steps.target.tolist(), steps.labels, strict=True
        )
        if source not in done and target not in done
    }
    # Each of these states has a predecessor among them, so walking back must close a cycle.
    state = next(iter(before))
    visited: dict[int, int] = {}
    words: list[str] = []
    while state not in visited:
        visited[state] = len(words)
        state, word = before[state]
        words.append(word)
    cycle = words[visited[state] :][::-1]
    return " ".join([*cycle, cycle[0]])
