"""The content of ``alignment.json``: a cluster's alignment as plain values."""

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

import msgspec

from paralattice.align.encoding import words_of
from paralattice.align.progressive import Merged
from paralattice.arrays import Ints
from paralattice.corpus import Sentence


class ExchangeCounts(TypedDict):
    """How many candidates were made and parsed, and how many each rule refused.

    Attributes
    ----------
    linked
        Share of the sentences that entities and events link with the most linked one, from 0 to 1.
    one_event
        Whether these are enough for one event.
    """

    made: int
    parsed: int
    refused: dict[str, int]
    linked: NotRequired[float]
    one_event: NotRequired[bool]


class CompactAlignment(msgspec.Struct, frozen=True):
    """An alignment as a run keeps it.  All indices are 0-based.

    Attributes
    ----------
    sentences
        Their tokens.
    scores
        For each sentence, its scores with all later ones; ``None`` if the version does not align sentences.
    order
        ``[sentence, partner]`` for each join; ``None`` as ``scores``.
    columns
        The column of each token, one list per sentence.
    exchange
        Counts of candidates; of version V6 alone.
    """

    sentences: list[list[str]]
    scores: list[list[int]] | None
    order: list[list[int]] | None
    columns: list[list[int]]
    exchange: ExchangeCounts | msgspec.UnsetType = msgspec.UNSET


def compact_alignment(
    sentences: Sequence[Sentence | Sequence[str]], scores: Ints, merged: Merged
) -> CompactAlignment:
    """Return an alignment as a run keeps it.

    Examples
    --------
    >>> merged = Merged(((0, 1),), (np.array([0]), np.array([0, 1])), 2)
    >>> compact_alignment([["a"], ["a", "b"]], np.array([[0, 2], [0, 0]], np.int32), merged)
    CompactAlignment(sentences=[['a'], ['a', 'b']], scores=[[2], []], order=[[0, 1]], \
columns=[[0], [0, 1]], exchange=UNSET)
    """
    return CompactAlignment(
        sentences=[words_of(sentence) for sentence in sentences],
        scores=[scores[row, row + 1 :].tolist() for row in range(len(scores))],
        order=[[sentence, partner] for sentence, partner in merged.order],
        columns=[columns.tolist() for columns in merged.columns],
    )


def expanded_alignment(version_name: str, compact: CompactAlignment) -> dict[str, Any]:
    """Return an alignment as ``alignment.json`` has it.

    Returns
    -------
    dict
        The fields of :class:`CompactAlignment`, and ``version``, its name.  ``scores`` are N lists of N,
        integers above the diagonal and ``None`` elsewhere.
    """
    scores = compact.scores
    rows = None if scores is None else [[None] * (k + 1) + row for k, row in enumerate(scores)]
    return {"version": version_name, **msgspec.to_builtins(compact), "scores": rows}
