"""Combines operations: which of them fit into one sentence."""

import random
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise, starmap
from math import comb

from paralattice.english.calendar import is_year
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.naming import tells_again
from paralattice.exchange.model.operation import DELETION, INSERTION, MOVE, Operation, SpanEdit, is_wording
from paralattice.exchange.operations.attribution import recasts
from paralattice.exchange.operations.deletion import deletions
from paralattice.exchange.operations.exchange import exchanges
from paralattice.exchange.operations.insertion import insertions
from paralattice.exchange.operations.learnt import learnt_wordings
from paralattice.exchange.operations.move import moves
from paralattice.exchange.operations.nominals import nominals
from paralattice.exchange.operations.participles import participles
from paralattice.exchange.operations.reports import report_wordings
from paralattice.exchange.operations.tenses import tenses
from paralattice.exchange.operations.wordings import wordings
from paralattice.syntax.sentence import ParsedSentence

_WORDINGS = 2
"""Number of wordings that a candidate may have beyond the maximum number of operations."""
_OF_NOUNS = frozenset({"modifier", "appositive", "relative"})
"""Insertions after a noun."""
_WAYS = (exchanges, insertions)
"""The operations on any frame."""
_WAYS_OF_PROSE = (
    moves,
    recasts,
    nominals,
    participles,
    wordings,
    learnt_wordings,
    report_wordings,
    tenses,
    deletions,
)
"""Those on frames that are no headlines, asked after the others."""


# As many as a cluster has sentences: two versions of a run may need the same operations.
@lru_cache(maxsize=100)
def operations_on(cluster: ParsedCluster, frame: ParsedSentence) -> tuple[Operation, ...]:
    """Return all operations on a frame, without repetitions."""
    found: dict[tuple[object, ...], Operation] = {}
    if not frame.is_plain:
        return ()
    for make in (*_WAYS, *_WAYS_OF_PROSE) if frame.is_prose else _WAYS:
        for operation in make(cluster, frame):
            found.setdefault(tuple(map(_signature, operation.edits)), operation)
    return tuple(found.values())


def _signature(edit: SpanEdit) -> tuple[int, int, tuple[str, ...]]:
    """Return the effect of an edit: its span and words, without their source."""
    return edit.begin, edit.end, tuple(token.word.lower() for token in edit.tokens)


def combinations_of(
    operations: Sequence[Operation], most: int, count: int, rng: random.Random
) -> list[tuple[Operation, ...]]:
    """Return the combinations of compatible operations.

    Parameters
    ----------
    most
        Maximum number of operations; up to :data:`_WORDINGS` wordings are not counted.
    count
        Maximum number of combinations of each size; if there are more, a random sample is returned.
    """
    worded = [is_wording(operation) for operation in operations]

    @cache
    def fits(*places: int) -> bool:
        chosen = [operations[place] for place in places]
        deleting = sum(operation.kind == DELETION for operation in chosen)
        # New sentences are not made by deletions alone.
        return deleting < min(2, len(chosen)) and compatible(chosen)

    return [
        tuple(operations[place] for place in pick)
        for size in range(1, most + _WORDINGS + 1)
        for pick in _combinations(len(operations), size, count, rng)
        if (size <= most or size - most <= sum(worded[place] for place in pick))
        and all(starmap(fits, combinations(pick, min(2, size))))
    ]


def _combinations(operations: int, size: int, count: int, rng: random.Random) -> Iterable[tuple[int, ...]]:
    """Return the combinations of ``size`` numbers; a random sample, in order, of more than ``count``."""
    if comb(operations, size) <= count:
        return combinations(range(operations), size)
    return sorted({tuple(sorted(rng.sample(range(operations), size))) for _ in range(count)})


def compatible(operations: Sequence[Operation]) -> bool:
    """Return whether operations can be combined: they do not overlap, and need no words of each other."""
    edits = sorted((edit.begin, edit.end) for operation in operations for edit in operation.edits)
    apart = all(
        end <= begin and (begin, end_after) != (start, end)
        for (start, end), (begin, end_after) in pairwise(edits)
    )
    return apart and all(
        _governed(one, other) and not _stacked(one, other)
        for one in operations
        for other in operations
        if one is not other
    )


def _governed(one: Operation, other: Operation) -> bool:
    """Return whether the governors of one operation's words are words that the other keeps or replaces."""
    replaced = {old for old, _ in other.replaced}
    return not any(
        edit.begin <= governor < edit.end and governor not in replaced
        for _, governor in one.heads
        for edit in other.edits
    )


def _stacked(one: Operation, other: Operation) -> bool:
    """Return whether an insertion follows an exchanged phrase with an aside, or is not beside its noun.

    *Berg, a pilot, a cook*; *a ferry of Vik near Moss*; *a pilot, M.D.,* of *Berg, M.D.,*.  Nor does one join
    a year that moves to the front: *in 1968, Berg, a star,* might be one since then.
    """
    if one.kind == MOVE and any(is_year(token.word) for edit in one.edits for token in edit.tokens):
        return other.kind == INSERTION
    places = {edit.begin for edit in other.edits}
    before = [edit.tokens for edit in one.edits if edit.tokens and edit.end in places]
    aside = [token.word for edit in other.edits for token in edit.tokens]
    heads = {head for _, head in one.replaced}
    return other.kind == INSERTION and any(
        any(token.word == "," for token in tokens)
        or (other.what in _OF_NOUNS and (tokens[-1].sentence, tokens[-1].position) not in heads)
        or (other.what == "appositive" and tokens[-1].word.islower())
        or (other.what == "appositive" and tells_again((each.word for each in tokens), aside))
        for tokens in before
    )
