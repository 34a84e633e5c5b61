"""The content of ``alignment.json``: a cluster's alignment as plain values."""

from __future__ import annotations

from collections.abc import Sequence
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
