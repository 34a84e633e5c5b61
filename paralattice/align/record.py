"""The content of ``alignment.json``: a cluster's alignment as plain values."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paralattice.align.encoding import words_of
from paralattice.align.progressive import Merged
from paralattice.corpus import Sentence


def alignment_record(
    version_name: str,
    sentences: Sequence[Sentence | Sequence[str]],
    scores: NDArray[np.int32],
    merged: Merged,
) -> dict[str, Any]:
    """Return an alignment as JSON values.

    Returns
    -------
    dict
        ``version``: its name.  ``sentences``: lists of tokens.  ``scores``:
        N lists of N, integers above the diagonal and ``None`` elsewhere.
        ``order``: ``[sentence, partner]`` for each join.  ``columns``: the
        column of each token, one list per sentence.  All indices are
        0-based.
    """
    return {
        "version": version_name,
        "sentences": [words_of(sentence) for sentence in sentences],
        "scores": _upper_triangle(scores),
        "order": [[sentence, partner] for sentence, partner in merged.order],
        "columns": [columns.tolist() for columns in merged.columns],
    }


def _upper_triangle(scores: NDArray[np.int32]) -> list[list[int | None]]:
    rows = [scores[row, row + 1 :] for row in range(len(scores))]
    low, high = int(scores.min(initial=0)), int(scores.max(initial=0))
    if high - low < scores.size:
        # Sharing one integer object per value instead of one per pair takes a third of the memory.
        shared = np.arange(low, high + 1).astype(object)
        return [[None] * (k + 1) + shared[row - low].tolist() for k, row in enumerate(rows)]
    return [[None] * (k + 1) + row.tolist() for k, row in enumerate(rows)]


def compact_alignment(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record of :func:`alignment_record` as a run keeps it.

    It lacks the version, and ``scores`` are those of each sentence with every later one, without the places
    that have no score.  Other fields are kept.
    """
    scores = record["scores"]
    # Trees are merged without scores.
    kept = None if scores is None else [row[k + 1 :] for k, row in enumerate(scores)]
    return {name: value for name, value in record.items() if name != "version"} | {"scores": kept}


def compact_alignment_text(
    sentences: Sequence[Sentence | Sequence[str]], scores: NDArray[np.int32], merged: Merged
) -> str:
    """Return :func:`compact_alignment` of :func:`alignment_record` as JSON.

    Examples
    --------
    >>> merged = Merged(((0, 1),), (np.array([0]), np.array([0, 1])), 2)
    >>> print(compact_alignment_text([["a"], ["a", "b"]], np.array([[0, 2], [0, 0]], np.int32), merged))
    {"sentences": [["a"], ["a", "b"]], "scores": [[2], []], "order": [[0, 1]], "columns": [[0], [0, 1]]}
    """
    words = json.dumps([words_of(sentence) for sentence in sentences], ensure_ascii=False)
    # Python writes lists of integers as JSON has them, and in less time than the encoder.
    kept = [scores[row, row + 1 :].tolist() for row in range(len(scores))]
    order = [[sentence, partner] for sentence, partner in merged.order]
    columns = [columns.tolist() for columns in merged.columns]
    return f'{{"sentences": {words}, "scores": {kept}, "order": {order}, "columns": {columns}}}'


def expanded_alignment(version_name: str, compact: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of ``alignment.json`` from the values of :func:`compact_alignment`."""
    scores = compact["scores"]
    rows = None if scores is None else [[None] * (k + 1) + row for k, row in enumerate(scores)]
    return {"version": version_name, **compact} | {"scores": rows}
