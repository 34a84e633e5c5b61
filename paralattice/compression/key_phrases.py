"""Key phrases of a cluster and their scores (Boudin and Morin 2013, section 4)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby

import numpy as np
import numpy.typing as npt

from paralattice.compression.words import CONTENT, Kinds, Label, tag_class

_DAMPING = 0.85
_STABLE = 1e-4


def text_rank(rows: Sequence[Sequence[Label]], window: int = 0) -> dict[Label, float]:
    """Return the TextRank of words (Mihalcea and Tarau 2004): a random walk from word to word.

    Parameters
    ----------
    rows
        The words of each sentence that take part.
    window
        Number of neighbouring words in which two words co-occur; 0 for the whole sentence.  An arc weighs as
        much as the two words co-occur.

    Examples
    --------
    >>> scores = text_rank([[("old", "JJ"), ("ferry", "NN")], [("red", "JJ"), ("ferry", "NN")]])
    >>> [round(score, 3) for score in scores.values()]
    [0.77, 1.459, 0.77]
    """
    number = {
        label: place for place, label in enumerate(dict.fromkeys(label for row in rows for label in row))
    }
    pairs: Counter[tuple[int, int]] = Counter()
    for row in rows:
        for (place, one), (other_place, other) in combinations(enumerate(row), 2):
            if one != other and (not window or other_place - place < window):
                pairs[number[one], number[other]] += 1
    ends = np.array(list(pairs), np.int64).reshape(-1, 2)
    source, target = np.concatenate([ends, ends[:, ::-1]]).T
    weights = np.tile(np.array(list(pairs.values()), float), 2)
    sums = np.bincount(source, weights, len(number))
    shares = weights / sums[source]
    scores: npt.NDArray[np.floating] = np.ones(len(number))
    change = 1.0
    while change >= _STABLE:
        before = scores
        scores = 1 - _DAMPING + _DAMPING * np.bincount(target, shares * before[source], len(number))
        change = np.abs(scores - before).max(initial=0.0)
    return dict(zip(number, scores.tolist(), strict=True))


def key_phrases(
    sentences: Sequence[Sequence[Label]], kinds: Kinds, tagged: bool, window: int = 0
) -> dict[tuple[str, ...], float]:
    """Return the key phrases of sentences with their scores, without near duplicates.

    Key phrases are the longest runs of nouns and adjectives, with adjectives at the ends alone; without tags
    the longest runs of content words.  A phrase of N words scores the sum of their TextRank, by N + 1.

    Parameters
    ----------
    sentences
        The labels of their words.
    kinds
        Tells the kinds of words.
    tagged
        Whether the words have tags.
    window
        As in :func:`text_rank`.
    """
    nouns, named = tag_class("noun"), tag_class("noun") | tag_class("adjective")

    def takes_part(label: Label) -> bool:
        return label[1] in named if tagged else kinds.of(label) == CONTENT

    scores = text_rank([list(filter(takes_part, row)) for row in sentences], window)
    found: dict[tuple[str, ...], float] = {}
    for row in sentences:
        for inside, run in groupby(row, takes_part):
            labels = list(run)
            # Adjectives may stand at the ends alone: nouns are one block.
            blocks = [is_noun for is_noun, _ in groupby(labels, lambda label: label[1] in nouns)]
            if inside and (blocks.count(True) == 1 or not tagged):
                words = tuple(word for word, _ in labels)
                found[words] = sum(scores[label] for label in labels) / (len(labels) + 1)
    return {words: found[words] for words in _different(found)}


def _different(scores: Mapping[tuple[str, ...], float]) -> Iterator[tuple[str, ...]]:
    """Yield phrases without those that are near duplicates, the best first.

    Of a phrase and those that have no other words, the best is kept; parts of a better phrase are left out.
    """
    groups: dict[frozenset[str], list[tuple[str, ...]]] = {}
    for phrase in sorted(scores, key=len, reverse=True):
        words = frozenset(phrase)
        longer = [group for head, group in groups.items() if words <= head]
        for group in longer or [groups.setdefault(words, [])]:
            group.append(phrase)
    best = {max(group, key=scores.__getitem__) for group in groups.values()}
    kept: list[str] = []
    for phrase in sorted(best, key=lambda phrase: (-scores[phrase], phrase)):
        text = spaced(phrase)
        if not any(text in other for other in kept):
            kept.append(text)
            yield phrase


def spaced(words: Sequence[str]) -> str:
    """Return words with a space before and after each, to find phrases in sentences."""
    return f" {' '.join(words)} "
