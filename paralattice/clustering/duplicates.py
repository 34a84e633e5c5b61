"""Near duplicates among sentences, such as slightly edited reprints of agency texts."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import chain, count

_TOLERANCE = 1e-9


def near_duplicates(sentences: Sequence[Sequence[str]], similar: float) -> list[int]:
    """Return for each sentence the index of the earliest one that it nearly repeats, or its own.

    Two sentences of m and n words with a longest common subsequence of k words are near duplicates if ``2 k /
    (m + n) >= similar``. A sentence is only compared with earlier ones that repeat no other. Sentences
    without words repeat each other.

    The result is exact. The time depends on the number of sentences that share rare words, not on all pairs.

    Parameters
    ----------
    sentences
        Words of each sentence.
    similar
        Minimum similarity, above 0 and at most 1.

    Returns
    -------
    list of int
        Indices, 0-based.
    """
    seen: dict[int, list[int]] = defaultdict(list)
    twins: dict[tuple[str, ...], int] = {}
    result = []
    for index, (words, bag) in enumerate(zip(sentences, _ranked(sentences), strict=True)):
        original = twins.get(tuple(words))
        # The maximum number of words that a similar sentence may lack, plus two: at least two are in it.
        rarest = bag[: len(bag) - math.ceil(len(bag) * similar / (2 - similar) - _TOLERANCE) + 2]
        if original is None:
            counts = Counter(chain.from_iterable(seen[rank] for rank in rarest))
            original = _nearly_repeated(words, sentences, counts, similar)
        if original is None:
            original = index
            for rank in rarest:
                seen[rank].append(index)
        twins.setdefault(tuple(words), original)
        result.append(original)
    return result


def _nearly_repeated(
    words: Sequence[str], sentences: Sequence[Sequence[str]], counts: Counter[int], similar: float
) -> int | None:
    """Return the first similar sentence among candidates with their counts of common rare words."""
    from rapidfuzz.distance import Indel

    for other in sorted(other for other, times in counts.items() if times > 1 or len(words) <= 2 / similar):
        both = len(words) + len(sentences[other])
        common = min(len(words), len(sentences[other]))
        if 2 * common >= (similar - _TOLERANCE) * both and (
            Indel.normalized_similarity(words, sentences[other]) >= similar - _TOLERANCE
        ):
            return other
    return None


def _ranked(sentences: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return the words of each sentence as ranks, rarest first; repetitions count as other words."""
    keys: list[list[tuple[str, int]]] = []
    for words in sentences:
        times: Counter[str] = Counter()
        keys.append([])
        for word in words:
            times[word] += 1
            # A repeated word is another one each time.
            keys[-1].append((word, times[word]))
    frequencies = Counter(key for sentence in keys for key in sentence)
    ranks = dict(zip(sorted(frequencies, key=lambda key: (frequencies[key], key)), count(), strict=False))
    return [sorted(ranks[key] for key in sentence) for sentence in keys]
