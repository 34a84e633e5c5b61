"""Encodes sentences as numbers with matches that the user specifies."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paralattice.align.encoding import Encoded, Partners, number_values, starts_of
from paralattice.align.versions import Version
from paralattice.arrays import Flags, Ints, Longs
from paralattice.errors import AlignError

Match = (
    Callable[[Any, Any], object]
    | Mapping[tuple[int, int], Flags]
    | Flags
    | Sequence[Sequence[Hashable] | NDArray[np.integer[Any]]]
)
"""The matching tokens as a function, matrices, or keys; see :func:`encode_matches`."""

OWN = Version("own", syntactic=False, commas=True, stop_words=True)
"""The version for scoring and merging such sentences, which allows all of the user's matches."""


def encode_matches(sentences: Sequence[Sequence[Any]], match: Match) -> Encoded:
    """Return the sentences of a cluster as numbers, with the user's matches.

    Score and merge them with :data:`OWN`, which uses only the options `match`,
    `mismatch` and `gap`.

    Parameters
    ----------
    sentences
        Lists of tokens, which may be any objects.
    match
        A function of a token and a token of a later sentence, called once for each pair of
        different tokens (tokens that cannot be hashed all count as different).

        Or a (T, T) array of booleans over the tokens of all sentences in order, of which
        only the parts that compare a sentence with a later one are read.  For two
        sentences of M and N tokens, (M, N) suffices.  Or a mapping from each pair of
        0-based sentences ``(i, j)``, i < j, to its (M, N) array.

        Or a list of keys per sentence, one key per token: tokens with equal keys match.
        ``None``, a negative number, and a tuple that contains one of these match nothing.
        An array of integers also works: (M,), or (M, F) with F features per token, all of
        which must be equal.

    Raises
    ------
    AlignError
        A sentence has more than
        :data:`~paralattice.align.encoding.LONGEST_SENTENCE` tokens, or keys or
        arrays do not fit the sentences.
    """
    starts = starts_of([len(sentence) for sentence in sentences])
    if callable(match):
        words, vocabulary, partners = _by_function(sentences, starts, match)
    elif isinstance(match, Mapping):
        words, vocabulary, partners = _by_matrices(starts, match)
    elif hasattr(match, "__array__") and np.asarray(match).dtype.kind in "bf":
        words, vocabulary, partners = _by_matrix(starts, np.asarray(match))
    else:
        words, vocabulary, partners = _by_keys(starts, match)  # type: ignore[arg-type]
    none = np.zeros(len(words), dtype=np.bool_)
    return Encoded(tuple(sentences), starts, words, none, none, vocabulary, partners)


Coded = tuple[Ints, int, Partners | None]
"""The words, the vocabulary and the partners of :class:`Encoded`."""


def _by_function(
    sentences: Sequence[Sequence[Any]], starts: Ints, match: Callable[[Any, Any], object]
) -> Coded:
    tokens = list(chain.from_iterable(sentences))
    try:
        words, distinct = number_values(tokens)
    except TypeError:
        words, distinct = np.arange(len(tokens), dtype=np.int32), tokens
    places = _sentence_numbers(starts)
    first, last = np.full(len(distinct), len(starts)), np.full(len(distinct), -1)
    np.minimum.at(first, words, places)
    np.maximum.at(last, words, places)
    found: list[list[int]] = []
    for token, earliest in zip(distinct, first.tolist(), strict=True):
        # Only tokens that occur in a later sentence are compared.
        later = np.flatnonzero(last > earliest).tolist()
        found.append([word for word in later if match(token, distinct[word])])
    return words, len(distinct), _partners(found)


def _partners(found: Sequence[Sequence[int]]) -> Partners:
    starts = np.zeros(len(found) + 1, dtype=np.int64)
    np.cumsum([len(words) for words in found], out=starts[1:])
    return Partners(starts, np.fromiter(chain.from_iterable(found), np.int32, int(starts[-1])))


def _sentence_numbers(starts: Ints) -> Longs:
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))


def _by_matrix(starts: Ints, matrix: Flags) -> Coded:
    _check_type(matrix, "the matrix")
    total = int(starts[-1])
    lengths = tuple(np.diff(starts).tolist())
    if len(lengths) == 2 and matrix.shape == lengths:
        return _by_matrices(starts, {(0, 1): matrix})
    if matrix.shape != (total, total):
        or_two = f", or {lengths}" if len(lengths) == 2 else ""
        raise AlignError(
            f"a matrix of shape {matrix.shape} for {total} tokens: must be ({total}, {total}){or_two}"
        )
    places = _sentence_numbers(starts)
    rows, columns = np.nonzero(matrix)
    later = places[rows] < places[columns]
    return _by_cells(total, rows[later], columns[later])


def _by_matrices(starts: Ints, matrices: Mapping[tuple[int, int], Flags]) -> Coded:
    lengths = np.diff(starts).tolist()
    rows, columns = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for first, second in combinations(range(len(lengths)), 2):
        if (first, second) not in matrices:
            raise AlignError(f"there is no matrix of the sentences {first} and {second}")
        matrix = np.asarray(matrices[first, second])
        _check_matrix(matrix, (lengths[first], lengths[second]), (first, second))
        own, other = np.nonzero(matrix)
        rows.append(own + starts[first])
        columns.append(other + starts[second])
    return _by_cells(int(starts[-1]), np.concatenate(rows), np.concatenate(columns))


def _check_matrix(matrix: Flags, lengths: tuple[int, int], pair: tuple[int, int]) -> None:
    name = f"the matrix of the sentences {pair[0]} and {pair[1]}"
    _check_type(matrix, name)
    if matrix.shape != lengths:
        raise AlignError(f"{name} has shape {matrix.shape}: must be {lengths}")


def _check_type(matrix: Flags, name: str) -> None:
    if matrix.dtype != np.bool_:
        raise AlignError(f"{name} holds {matrix.dtype}: must hold booleans, such as `matrix > 0.5`")


def _by_cells(tokens: int, rows: Longs, columns: Longs) -> Coded:
    """Return an encoding with one word per token; the words `rows` match the words `columns`."""
    order = np.lexsort((columns, rows))
    starts = np.searchsorted(rows[order], np.arange(tokens + 1)).astype(np.int64)
    partners = Partners(starts, columns[order].astype(np.int32))
    return np.arange(tokens, dtype=np.int32), tokens, partners


def _by_keys(starts: Ints, keys: Sequence[Iterable[Any]]) -> Coded:
    lists = [_key_list(row) for row in keys]
    lengths = np.diff(starts).tolist()
    if len(lists) != len(lengths):
        raise AlignError(f"keys for {len(lists)} sentences, of which there are {len(lengths)}")
    for number, (row, length) in enumerate(zip(lists, lengths, strict=True)):
        if len(row) != length:
            raise AlignError(f"sentence {number} has {length} tokens, but {len(row)} keys")
    try:
        words, distinct = number_values(list(chain.from_iterable(lists)))
    except TypeError as error:
        raise AlignError(f"keys must be texts, numbers or tuples of these: {error}") from error
    barred = np.array([_matches_nothing(key) for key in distinct], dtype=np.bool_)
    return np.where(barred[words], np.int32(-1), words), len(distinct), None


def _key_list(row: Iterable[Any]) -> list[Any]:
    if not isinstance(row, np.ndarray):
        return list(row)
    return [tuple(key) for key in row.tolist()] if row.ndim > 1 else row.tolist()


def _matches_nothing(key: Any) -> bool:
    parts = key if isinstance(key, tuple) else (key,)
    # Longs of numpy are not instances of int.
    return any(part is None or (isinstance(part, int | np.integer) and part < 0) for part in parts)
