"""A cluster's alignment as plain values, those of ``alignment.json``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paralattice.align.cluster import ClusterAlignment
from paralattice.align.encoding import words_of
from paralattice.align.progressive import Merged
from paralattice.corpus import Sentence
from paralattice.errors import FormatError

_FIELDS = ("version", "sentences", "scores", "order", "columns")


def alignment_record(
    version_name: str,
    sentences: Sequence[Sentence | Sequence[str]],
    scores: NDArray[np.int32],
    merged: Merged,
) -> dict[str, Any]:
    """Return an alignment as values that JSON can hold.

    Returns
    -------
    dict
        ``version``: its name.  ``sentences``: lists of tokens.  ``scores``:
        N lists of N, integers above the diagonal and ``None`` elsewhere.
        ``order``: ``[sentence, partner]`` for each join.  ``columns``: the
        column of each token, a list for each sentence.  All indices are
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
        # One integer object for each value, not for each pair: a third of the memory.
        shared = np.arange(low, high + 1).astype(object)
        return [[None] * (k + 1) + shared[row - low].tolist() for k, row in enumerate(rows)]
    return [[None] * (k + 1) + row.tolist() for k, row in enumerate(rows)]


def read_alignment_record(record: object, file: str = "") -> ClusterAlignment:
    """Return the alignment that :func:`alignment_record` made into plain values.

    Fields it does not know are passed over.

    Parameters
    ----------
    record
        The values, as JSON was read.
    file
        Name of the source, for error messages.

    Raises
    ------
    FormatError
        A field is missing or of the wrong form, or the columns are not those
        of a progressive alignment: a sentence's shared columns must be its
        partner's, in rising order.
    """
    try:
        return _read(record)
    except FormatError as error:
        raise FormatError(error.message, file) from error


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise FormatError(message)


def _read(record: object) -> ClusterAlignment:
    if not isinstance(record, dict):
        raise FormatError("an alignment must be an object")
    for name in _FIELDS:
        _require(name in record, f"the alignment has no {name!r}")
    _require(isinstance(record["version"], str), "'version' must be a text")
    sentences = _lists(record["sentences"], "sentences", str)
    order = _lists(record["order"], "order", int)
    columns = _lists(record["columns"], "columns", int)
    scores = _read_scores(record["scores"], len(sentences))
    _check_order(order, len(sentences))
    lengths = [len(words) for words in sentences]
    _require([len(row) for row in columns] == lengths, "'columns' must have one column for each token")
    _check_columns(order, columns)
    used = {column for row in columns for column in row}
    _require(used == set(range(len(used))), "'columns' must be numbered from 0 without a gap")
    merged = Merged(
        tuple((sentence, partner) for sentence, partner in order),
        tuple(np.array(row, dtype=np.int32) for row in columns),
        len(used),
    )
    return ClusterAlignment(record["version"], tuple(tuple(words) for words in sentences), scores, merged)


def _lists(value: object, name: str, kind: type) -> list[list[Any]]:
    holds = isinstance(value, list) and all(isinstance(row, list) for row in value)
    _require(holds, f"{name!r} must be a list of lists")
    rows: list[list[Any]] = value  # type: ignore[assignment]
    _require(all({*map(type, row)} <= {kind} for row in rows), f"{name!r} must hold {_NAMES[kind]} alone")
    return rows


_NAMES = {str: "texts", int: "whole numbers"}


def _read_scores(value: object, count: int) -> NDArray[np.int32]:
    rows = value if isinstance(value, list) else []
    square = len(rows) == count and all(isinstance(row, list) and len(row) == count for row in rows)
    _require(square, f"'scores' must be {count} lists of {count}")
    scores = np.zeros((count, count), dtype=np.int32)
    for k, row in enumerate(rows):
        below, above = row[: k + 1], row[k + 1 :]
        _require(below.count(None) == k + 1, f"'scores', list {k}: must be null up to the diagonal")
        _require(
            {*map(type, above)} <= {int}, f"'scores', list {k}: must be whole numbers above the diagonal"
        )
        try:
            scores[k, k + 1 :] = above
        except OverflowError as error:
            raise FormatError(f"'scores', list {k}: a number is too large") from error
    return scores


def _check_order(order: list[list[int]], count: int) -> None:
    _require(count > 0, "'sentences' must not be empty")
    _require(len(order) == count - 1, f"'order' must have {count - 1} pairs for {count} sentences")
    _require(all(len(pair) == 2 for pair in order), "'order' must be a list of pairs")
    known = all(0 <= index < count for pair in order for index in pair)
    _require(known, f"'order' must hold sentences from 0 to {count - 1}")
    pool = {min(order[0])} if order else {0}
    for k, pair in enumerate(order):
        sentence, partner = pair if k else (max(pair), min(pair))
        new = partner in pool and sentence not in pool
        _require(new, f"'order', pair {k}: must join a new sentence to one that is joined already")
        pool.add(sentence)


def _check_columns(order: list[list[int]], columns: list[list[int]]) -> None:
    start = order[0][0] if order else 0
    _require(
        len(set(columns[start])) == len(columns[start]), f"'columns', list {start}: a column comes twice"
    )
    taken = set(columns[start])
    for k, pair in enumerate(order):
        sentence, partner = pair if k else (pair[1], pair[0])
        own = columns[sentence]
        _require(len(set(own)) == len(own), f"'columns', list {sentence}: a column comes twice")
        places = {column: place for place, column in enumerate(columns[partner])}
        shared = [places.get(column, -1) for column in own if column in taken]
        rising = shared == sorted(shared) and -1 not in shared
        _require(
            rising, f"'columns', list {sentence}: must share columns with list {partner} in rising order"
        )
        taken.update(own)
