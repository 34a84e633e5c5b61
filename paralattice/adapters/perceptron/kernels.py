"""Compiled loops of tagging and of training a tagger.

Attributes are unsigned 64-bit hashes.  A word has features of its neighbours, known in advance, and
features of the two previous tags, hashed into a table of :data:`SLOTS` rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paralattice.compiling import compiled

Ints = NDArray[np.int64]
Hashes = NDArray[np.uint64]
Sparse = tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.uint8], NDArray[np.int16]]
"""Sorted keys of features, the first weight of each feature, and the tags and values of weights."""

SLOTS = 1 << 20
HISTORY = 6
"""Number of features of the previous tags."""

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


@compiled
def mixed(hash_: np.uint64, value: np.uint64) -> np.uint64:
    """Return a hash of a hash and a value."""
    joined = (hash_ ^ value) * _FACTOR
    return joined ^ (joined >> _SHIFT)


@compiled
def keys_of(row: int, matrix: Hashes, templates: tuple[Ints, Ints, Ints], out: NDArray[np.uint32]) -> None:
    """Write the 32-bit keys of the features of a row's neighbours."""
    starts, places, attributes = templates
    for number in range(len(starts) - 1):
        hash_ = mixed(np.uint64(number + 1), np.uint64(13))
        for pair in range(starts[number], starts[number + 1]):
            hash_ = mixed(hash_, matrix[row + places[pair], attributes[pair]])
        out[number] = np.uint32(hash_ >> np.uint64(32))


@compiled
def all_keys(
    matrix: Hashes, starts: Ints, lengths: Ints, templates: tuple[Ints, Ints, Ints]
) -> NDArray[np.uint32]:
    """Return the keys of the features of all words, one row for each word."""
    out = np.empty((lengths.sum(), len(templates[0]) - 1), np.uint32)
    word = 0
    for sentence in range(len(starts)):
        for row in range(starts[sentence], starts[sentence] + lengths[sentence]):
            keys_of(row, matrix, templates, out[word])
            word += 1
    return out


@compiled
def slots_of(before: int, second: int, row: int, matrix: Hashes, out: Ints) -> None:
    """Write the rows of the features of the two previous tags, alone and combined with attributes.

    The attributes are the word in lower case (1), its last three letters (4), and the next word (1).
    """
    tag, pair = np.uint64(before + 1), np.uint64(4096 + before * 64 + second)
    last = np.uint64(SLOTS - 1)
    own, ending, following = matrix[row, 1], matrix[row, 4], matrix[row + 1, 1]
    out[0] = np.int64(mixed(np.uint64(101), tag) & last)
    out[1] = np.int64(mixed(np.uint64(102), pair) & last)
    out[2] = np.int64(mixed(mixed(np.uint64(103), tag), own) & last)
    out[3] = np.int64(mixed(mixed(np.uint64(104), tag), following) & last)
    out[4] = np.int64(mixed(mixed(np.uint64(105), pair), own) & last)
    out[5] = np.int64(mixed(mixed(np.uint64(106), tag), ending) & last)


@compiled
def find(keys: NDArray[np.uint32], key: Any) -> int:
    """Return the place of a key in a sorted array, or -1."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < len(keys) and keys[low] == key else -1


@compiled
def add(scores: Ints, table: Sparse, key: Any) -> None:
    """Add the weights of a feature to the scores of the tags."""
    keys, begins, tags, weights = table
    place = find(keys, key)
    if place >= 0:
        for entry in range(begins[place], begins[place + 1]):
            scores[tags[entry]] += weights[entry]


@compiled
def decode(
    matrix: Hashes,
    sentences: tuple[Ints, Ints],
    templates: tuple[Ints, Ints, Ints],
    tables: tuple[Sparse, Sparse],
    count: int,
) -> Ints:
    """Return the tag of every word; ``sentences`` has the first row and the length of each sentence."""
    starts, lengths = sentences
    out = np.empty(lengths.sum(), np.int64)
    keys = np.empty(len(templates[0]) - 1, np.uint32)
    slots = np.empty(HISTORY, np.int64)
    scores = np.empty(count, np.int64)
    word = 0
    for sentence in range(len(starts)):
        before, second = count, count
        for row in range(starts[sentence], starts[sentence] + lengths[sentence]):
            scores[:] = 0
            keys_of(row, matrix, templates, keys)
            for key in keys:
                add(scores, tables[0], key)
            slots_of(before, second, row, matrix, slots)
            for slot in slots:
                add(scores, tables[1], slot)
            out[word] = np.argmax(scores)
            before, second = out[word], before
            word += 1
    return out


@compiled
def learn(
    matrix: Hashes,
    sentences: tuple[Ints, Ints],
    features: NDArray[np.int32],
    gold: Ints,
    firsts: Ints,
    order: Ints,
    weights: Any,
    steps: int,
) -> int:
    """Run one epoch over the sentences in the given order; return the number of steps so far.

    ``features`` has one row per word with rows of ``weights[0]``, 0 for none; ``firsts`` is the first word
    of each sentence.  The second and the fourth array of weights sum each change times its step, for
    averaging (Daume 2006).
    """
    starts, lengths = sentences
    own, own_sums, history, history_sums = weights
    count = own.shape[1]
    slots = np.empty(HISTORY, np.int64)
    scores = np.empty(count, np.float32)
    for sentence in order:
        before, second = count, count
        for offset in range(lengths[sentence]):
            row, word = starts[sentence] + offset, firsts[sentence] + offset
            scores[:] = 0
            for feature in features[word]:
                if feature:
                    scores += own[feature]
            slots_of(before, second, row, matrix, slots)
            for slot in slots:
                scores += history[slot]
            found, right = np.argmax(scores), gold[word]
            steps += 1
            if found != right:
                for feature in features[word]:
                    if feature:
                        correct(own[feature], own_sums[feature], right, found, steps)
                for slot in slots:
                    correct(history[slot], history_sums[slot], right, found, steps)
            before, second = found, before
    return steps


@compiled
def correct(weights: Any, sums: Any, right: Any, found: Any, steps: int) -> None:
    """Raise a feature's weight for the right tag, and lower it for the predicted one."""
    weights[right] += 1
    sums[right] += steps
    weights[found] -= 1
    sums[found] -= steps
