"""Builds a lattice from the columns of an alignment (Shen et al. 2006, section 3.1).

Tokens that share a column become one state, so that a path may enter the state
like one sentence and leave it like another.
"""

from collections.abc import Sequence
from itertools import chain, islice

import numpy as np

from paralattice.arrays import Ints, Longs
from paralattice.errors import BuildError
from paralattice.lattice.lattice import EPSILON, WordLattice
from paralattice.lattice.table import ArcTable, begins_of, numbered

Columns = Sequence[Sequence[int] | Ints]
"""One row per sentence, with one number per token; tokens with equal numbers are aligned."""


def from_alignment(
    sentences: Sequence[Sequence[str]], columns: Columns, different_words: bool = False
) -> WordLattice:
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
    # Lazy import: numba takes half a second to load.
    from paralattice.lattice.kernels.joining import joined_arcs, token_states

    lengths = _checked_lengths(sentences, columns)
    labels, words = numbered(list(chain.from_iterable(sentences)))
    states, held, width = token_states(token_columns(columns), labels)
    if not different_words and (held != labels).any():
        # Each word is that of its column's first token, but for case.
        for other, word in zip(words[held].tolist(), words[labels].tolist(), strict=True):
            if other.casefold() != word.casefold():
                raise BuildError(f"one column holds the words {other!r} and {word!r}")
    order, arcs, users = joined_arcs(states, labels, lengths, width)
    if len(order) < width + 2:
        cycle = _cycle(sentences, states.tolist(), {*order.tolist()})
        raise BuildError(f"the columns form a cycle: {cycle}")
    source, target, label, begins, shares = arcs
    return WordLattice.of_table(ArcTable(source, target, label, words, begins, shares, users))


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


def token_columns(columns: Columns) -> Longs:
    """Return the columns of all tokens, sentence by sentence, as numbers below that of the tokens."""
    flat = flat_columns(columns)
    if flat.min(initial=0) >= 0 and flat.max(initial=-1) < len(flat):
        return flat
    return np.unique(flat, return_inverse=True)[1]


def flat_columns(columns: Columns) -> Longs:
    """Return the columns of all tokens, sentence by sentence."""
    return np.concatenate([np.asarray(row, np.int64) for row in columns])


def _checked_lengths(sentences: Sequence[Sequence[str]], columns: Columns) -> Longs:
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


def topological_order(source: Longs, target: Longs, states: int) -> list[int]:
    """Return the states in topological order of the pairs (source, target), fewer if there is a cycle.

    The pairs are sorted.  States that only one sentence passes stay together.
    """
    # Lazy import: numba takes half a second to load.
    from paralattice.lattice.kernels.ordering import onward_order

    order: list[int] = onward_order(begins_of(source, states), np.ascontiguousarray(target)).tolist()
    return order


def _cycle(sentences: Sequence[Sequence[str]], states: Sequence[int], done: set[int]) -> str:
    """Return the words of a cycle among the states that are not in the topological order."""
    before: dict[int, tuple[int, str]] = {}
    tokens = iter(states)
    for words in sentences:
        own = list(islice(tokens, len(words)))
        steps = zip(own, own[1:], words[1:], strict=False)
        before |= {target: (source, word) for source, target, word in steps if not {source, target} & done}
    # Each of these states has a predecessor among them, so walking back must close a cycle.
    state = next(iter(before))
    visited: dict[int, int] = {}
    found: list[str] = []
    while state not in visited:
        visited[state] = len(found)
        state, word = before[state]
        found.append(word)
    cycle = found[visited[state] :][::-1]
    return " ".join([*cycle, cycle[0]])
