"""Automatic measures of sampled sentences, in addition to human scores.

Per-token entropy under a language model against that of the originals (Pang et al. 2003, section 4.2.1),
length, words by which a sentence differs from the nearest original, words that it
repeats though no original does (4.2.2), and how many sentences are novel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

Entropy = Callable[[Sequence[str]], float]
"""Bits a token of a sentence."""

#: Measures of a sentence that can be held against scores.
MEASURES = (
    "entropy",
    "entropy_difference",
    "length",
    "length_difference",
    "distance",
    "repetition",
)
#: Those of a cluster and version: means of these, and two that only a sample as a whole has.
CLUSTER_MEASURES = (*MEASURES, "repetition_ratio", "novel")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A distinct sentence among those drawn from a lattice.

    Attributes
    ----------
    draw
        The 0-based number of its first draw.
    words
        Its words.
    chosen
        Whether it is one of those for the judges.
    times
        How often it was drawn.
    """

    draw: int
    words: tuple[str, ...]
    chosen: bool
    times: int = 1


@dataclass(frozen=True, slots=True)
class ItemMeasures:
    """The measures of one sentence.

    Attributes
    ----------
    entropy
        Bits a token under the language model.
    entropy_difference
        That minus the mean over the originals.
    length
        In tokens.
    length_difference
        That minus the mean over the originals.
    distance
        The fewest words to insert, delete or substitute to make it one of the originals; 0
        where it is one.
    nearest
        The 0-based number of the original that takes so few, the first of several.
    repetition
        Of its distinct words that no original has twice, the share that it has
        at least twice; ``None`` without such words.
    """

    entropy: float
    entropy_difference: float
    length: int
    length_difference: float
    distance: int
    nearest: int
    repetition: float | None

    @property
    def novel(self) -> bool:
        """Whether it is none of the originals."""
        return self.distance > 0


@dataclass(frozen=True, slots=True)
class ClusterMeasures:
    """The measures of the sentences that one version drew for one cluster.

    Attributes
    ----------
    cluster, version
        Of which.
    originals
        How many sentences the cluster has.
    draws, distinct
        Sentences drawn, and distinct ones among them.
    sentences
        How many sentences the following six are means over.
    entropy, entropy_difference, length, length_difference, distance, repetition
        Means of what :class:`ItemMeasures` has; ``None`` where no sentence has a value.
    repetition_ratio
        The repetition ratio of Pang et al. 2003, section 4.2.2, over draws in place of
        paths: the mean, over words that no original has twice and some draw has, of the
        share of draws with it that have it at least twice; ``None`` without such words.
    novel
        The share of draws that are none of the originals; ``None`` without draws.
    originals_entropy, originals_length
        Means over the originals.
    """

    cluster: str
    version: str
    originals: int
    draws: int
    distinct: int
    sentences: int
    entropy: float | None
    entropy_difference: float | None
    length: float | None
    length_difference: float | None
    distance: float | None
    repetition: float | None
    repetition_ratio: float | None
    novel: float | None
    originals_entropy: float
    originals_length: float


class Originals:
    """The sentences of a cluster, prepared for measuring others against them.

    Parameters
    ----------
    sentences
        At least one.
    entropy
        The language model's; it is asked once for each sentence.

    Raises
    ------
    ValueError
        There is no sentence.
    """

    def __init__(self, sentences: Iterable[Sequence[str]], entropy: Entropy) -> None:
        self.sentences = [tuple(words) for words in sentences]
        if not self.sentences:
            raise ValueError("there is no original to measure against")
        self._entropy = entropy
        self._known: dict[tuple[str, ...], float] = {}
        self.entropy = fmean(map(self.entropy_of, self.sentences))
        self.length = fmean(map(len, self.sentences))
        most: Counter[str] = Counter()
        for words in self.sentences:
            most |= Counter(words)
        self.single = frozenset(word for word, count in most.items() if count == 1)
        self._numbers = {word: number for number, word in enumerate(most)}
        self._coded = [self._code(words) for words in self.sentences]
        self._places = {words: place for place, words in reversed(list(enumerate(self.sentences)))}

    def entropy_of(self, words: tuple[str, ...]) -> float:
        """Return the bits a token of a sentence; versions have many of theirs in common."""
        if words not in self._known:
            self._known[words] = self._entropy(words)
        return self._known[words]

    def measure(self, words: Sequence[str]) -> ItemMeasures:
        """Return the measures of a sentence."""
        words = tuple(words)
        entropy = self.entropy_of(words)
        distance, nearest = self.nearest(words)
        counts = [count for word, count in Counter(words).items() if word in self.single]
        return ItemMeasures(
            entropy,
            entropy - self.entropy,
            len(words),
            len(words) - self.length,
            distance,
            nearest,
            sum(count > 1 for count in counts) / len(counts) if counts else None,
        )

    def nearest(self, words: Sequence[str]) -> tuple[int, int]:
        """Return the fewest edits to an original, and the 0-based number of the first that takes so few.

        Edits are words inserted, deleted or substituted (Levenshtein).
        """
        from rapidfuzz.distance import Levenshtein

        place = self._places.get(tuple(words))
        if place is not None:
            return 0, place
        code, best = self._code(words), (len(words) + max(map(len, self._coded)), 0)
        for place, other in enumerate(self._coded):
            # What is not below the bound comes back as the bound.
            distance = Levenshtein.distance(code, other, score_cutoff=best[0] - 1)
            if distance < best[0]:
                best = (distance, place)
        return best

    def _code(self, words: Sequence[str]) -> list[int]:
        # Numbers, because texts would be compared by hashes that two of them might share.
        return [self._numbers.get(word, -1) for word in words]


def measure_cluster(
    names: tuple[str, str],
    originals: Originals,
    drawn: Sequence[Drawn],
    all_draws: bool = False,
) -> tuple[ClusterMeasures, list[ItemMeasures]]:
    """Return the measures of a cluster and version, and those of each of its distinct sentences.

    Parameters
    ----------
    names
        Cluster and version.
    originals
        The cluster's sentences.
    drawn
        The distinct sentences that were drawn.
    all_draws
        Whether means are over all draws, repeated ones as often as they were drawn, and not over
        the sentences that were chosen for the judges.
    """
    items = [originals.measure(one.words) for one in drawn]
    weights = [one.times if all_draws else int(one.chosen) for one in drawn]
    draws = sum(one.times for one in drawn)
    novel = sum(one.times for one, item in zip(drawn, items, strict=True) if item.novel)

    def mean(name: str) -> float | None:
        return _mean([getattr(item, name) for item in items], weights)

    return ClusterMeasures(
        cluster=names[0],
        version=names[1],
        originals=len(originals.sentences),
        draws=draws,
        distinct=len(drawn),
        sentences=sum(weights),
        entropy=mean("entropy"),
        entropy_difference=mean("entropy_difference"),
        length=mean("length"),
        length_difference=mean("length_difference"),
        distance=mean("distance"),
        repetition=mean("repetition"),
        repetition_ratio=repetition_ratio(originals.single, drawn),
        novel=novel / draws if draws else None,
        originals_entropy=originals.entropy,
        originals_length=originals.length,
    ), items


def repetition_ratio(single: frozenset[str], drawn: Iterable[Drawn]) -> float | None:
    """Return the mean repetition ratio over words (Pang et al. 2003, section 4.2.2), draws in place of paths.

    Parameters
    ----------
    single
        Words that no original has twice.
    drawn
        Sentences, each as often as it was drawn.
    """
    containing: Counter[str] = Counter()
    repeating: Counter[str] = Counter()
    for one in drawn:
        for word, count in Counter(one.words).items():
            if word in single:
                containing[word] += one.times
                repeating[word] += one.times * (count > 1)
    if not containing:
        return None
    return fmean(repeating[word] / count for word, count in containing.items())


def _mean(values: Sequence[float | None], weights: Sequence[int]) -> float | None:
    pairs = [(v, weight) for v, weight in zip(values, weights, strict=True) if v is not None and weight]
    if not pairs:
        return None
    return fmean(*zip(*pairs, strict=True))
