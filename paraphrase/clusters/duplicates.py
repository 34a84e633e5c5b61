"""Near duplicates among sentences: reprints of agencies' texts, edited a little."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import count

_TOLERANCE = 1e-9


def near_duplicates(sentences: Sequence[Sequence[str]], similar: float) -> list[int]:
    """Return for each sentence the earliest one that it nearly repeats, or itself.

    Two sentences of m and n words, k of which they have in common in the same order
    (longest common subsequence), are near duplicates where ``2 k / (m + n) >= similar``.
    A sentence is compared with those earlier ones alone that repeat none themselves.  Sentences
    without words repeat each other.

    The result is exact; the time depends on how many sentences share their rarest words, not on all pairs.

    Parameters
    ----------
    sentences
        Words of each.
    similar
        Above 0, at most 1.

    Returns
    -------
    list of int
        Indices, 0-based.
    """
    from rapidfuzz.distance import Indel

    bags = _ranked(sentences)
    seen: dict[int, list[int]] = defaultdict(list)
    firsts: dict[tuple[str, ...], int] = {}
    result = []
    for index, (words, bag) in enumerate(zip(sentences, bags, strict=True)):
        original = firsts.get(tuple(words))
        # Two similar bags share one of the rarest: of n that many can be lacking in the other at most.
        rarest = bag[: len(bag) - math.ceil(len(bag) * similar / (2 - similar) - _TOLERANCE) + 1]
        if original is None:
            candidates = sorted({other for rank in rarest for other in seen[rank]})
            original = next(
                (
                    other
                    for other in candidates
                    if _may_be(len(words), len(sentences[other]), similar)
                    and Indel.normalized_similarity(words, sentences[other]) >= similar - _TOLERANCE
                ),
                None,
            )
        if original is None:
            original = index
            for rank in rarest:
                seen[rank].append(index)
        firsts.setdefault(tuple(words), original)
        result.append(original)
    return result


def _may_be(length: int, other: int, similar: float) -> bool:
    return 2 * min(length, other) >= (similar - _TOLERANCE) * (length + other)


def _ranked(sentences: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return the words of each sentence as ranks, the rarest first; the second of a kind is another word."""
    keys = [list(_counted(words)) for words in sentences]
    frequencies = Counter(key for sentence in keys for key in sentence)
    ranks = dict(zip(sorted(frequencies, key=lambda key: (frequencies[key], key)), count(), strict=False))
    return [sorted(ranks[key] for key in sentence) for sentence in keys]


def _counted(words: Sequence[str]) -> list[tuple[str, int]]:
    times: Counter[str] = Counter()
    keys = []
    for word in words:
        times[word] += 1
        keys.append((word, times[word]))
    return keys
