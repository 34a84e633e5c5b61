"""Automatic measures of sampled sentences, in addition to human scores.

Entropy per token under a language model, compared with the originals (Pang et al. 2003, section 4.2.1),
length, edit distance to the nearest original, words that only the sentence repeats (4.2.2), and the share of
novel sentences.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean

Entropy = Callable[[Sequence[str]], float]
"""Returns the entropy of a sentence in bits per token."""

#: Measures of a sentence that are correlated with scores.
MEASURES = ("entropy", "entropy_difference", "length", "length_difference", "distance", "repetition")
#: Measures of a cluster and version: means of these, and two measures of the whole sample.
CLUSTER_MEASURES = (*MEASURES, "repetition_ratio", "novel")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A distinct sentence drawn from a lattice.

    Attributes
    ----------
    draw
        The 0-based number of its first draw.
    words
        The words of the sentence.
    chosen
        Whether it was chosen for the judges.
    times
        Number of draws.
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
        Bits per token under the language model.
    entropy_difference
        Entropy minus its mean over the originals.
    length
        Number of tokens.
    length_difference
        Length minus its mean over the originals.
    distance
        Edit distance in words to the nearest original; 0 for an original.
    nearest
        The 0-based index of the first original at this distance.
    repetition
        Share of repeated words among its distinct words that no original repeats; ``None`` without such
        words.
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
        """Whether the sentence is not an original."""
        return self.distance > 0


@dataclass(frozen=True, slots=True)
class ClusterMeasures:
    """The measures of the sentences that one version drew for one cluster.

    Attributes
    ----------
    cluster, version
        Names of the cluster and of the version.
    originals
        Number of sentences of the cluster.
    draws, distinct
        Number of draws, and of distinct sentences among them.
    sentences
        Number of sentences in the means below.
    entropy, entropy_difference, length, length_difference, distance, repetition
        Means of the values of :class:`ItemMeasures`; ``None`` without values.
    repetition_ratio
        See :func:`repetition_ratio`.
    novel
        Share of draws that are not originals; ``None`` without draws.
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
    """The sentences of a cluster, prepared for comparison with others.

    Parameters
    ----------
    sentences
        Words of each sentence; at least one sentence.
    entropy
        Entropy under the language model; called once per distinct sentence.

    Raises
    ------
    ValueError
        There is no sentence.
    """

    def __init__(self, sentences: Iterable[Sequence[str]], entropy: Entropy) -> None:
        self.sentences = [tuple(words) for words in sentences]
        if not self.sentences:
            raise ValueError("there is no original to measure against")
        self.entropy_of: Entropy = cache(entropy)
        self.entropy = fmean(map(self.entropy_of, self.sentences))
        self.length = fmean(map(len, self.sentences))
        most: Counter[str] = Counter()
        for words in self.sentences:
            most |= Counter(words)
        self.single = frozenset(word for word, count in most.items() if count == 1)
        self._numbers = {word: number for number, word in enumerate(most)}
        self._coded = [self._code(words) for words in self.sentences]
        self._places = {words: place for place, words in reversed(list(enumerate(self.sentences)))}

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
        """Return the edit distance to the nearest original, and the 0-based index of the first such original.

        Edits insert, delete or substitute a word (Levenshtein).
        """
        from rapidfuzz.distance import Levenshtein

        place = self._places.get(tuple(words))
        if place is not None:
            return 0, place
        code, best = self._code(words), (len(words) + max(map(len, self._coded)), 0)
        for place, other in enumerate(self._coded):
            # A distance above the cutoff is returned as the cutoff plus 1.
            distance = Levenshtein.distance(code, other, score_cutoff=best[0] - 1)
            if distance < best[0]:
                best = (distance, place)
        return best

    def _code(self, words: Sequence[str]) -> list[int]:
        # Numbers, because the library compares strings by hashes, which may collide.
        return [self._numbers.get(word, -1) for word in words]


def measure_cluster(
    names: tuple[str, str], originals: Originals, drawn: Sequence[Drawn], all_draws: bool = False
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
        Whether means are over all draws, with repetitions, instead of the sentences chosen for the judges.
    """
    items = [originals.measure(one.words) for one in drawn]
    weights = [one.times if all_draws else int(one.chosen) for one in drawn]
    draws = sum(one.times for one in drawn)
    novel = sum(one.times for one, item in zip(drawn, items, strict=True) if item.novel)

    def mean(name: str) -> float | None:
        values = (getattr(item, name) for item in items)
        pairs = [(v, weight) for v, weight in zip(values, weights, strict=True) if v is not None and weight]
        return fmean(*zip(*pairs, strict=True)) if pairs else None

    return ClusterMeasures(
        cluster=names[0],
        version=names[1],
        originals=len(originals.sentences),
        draws=draws,
        distinct=len(drawn),
        sentences=sum(weights),
        **{name: mean(name) for name in MEASURES},
        repetition_ratio=repetition_ratio(originals.single, drawn),
        novel=novel / draws if draws else None,
        originals_entropy=originals.entropy,
        originals_length=originals.length,
    ), items


def repetition_ratio(single: frozenset[str], drawn: Iterable[Drawn]) -> float | None:
    """Return the mean repetition ratio of words (Pang et al. 2003, section 4.2.2), over draws, not paths.

    The ratio of a word is the share of draws with the word that repeat it; ``None`` without such words.

    Parameters
    ----------
    single
        Words that no original repeats.
    drawn
        Distinct sentences, weighted by their number of draws.
    """
    containing: Counter[str] = Counter()
    repeating: Counter[str] = Counter()
    for one in drawn:
        for word, count in Counter(one.words).items():
            if word in single:
                containing[word] += one.times
                repeating[word] += one.times * (count > 1)
    return fmean(repeating[word] / count for word, count in containing.items()) if containing else None
