"""N-gram models with interpolated Kneser-Ney smoothing (Kneser & Ney 1995; Chen & Goodman 1998).

The probability of word w after context h, where h' is h without its first word::

    p(w | h) = max(c(h w) - D, 0) / c(h) + g(h) p(w | h')

c(h w) is the number of occurrences of an n-gram of the highest order or at the start of a sentence, and the
number of distinct preceding words of any other n-gram. c(h) is the sum over all w. g(h) is the discounted
mass: the sum of D over the words seen after h, divided by c(h). The 1-grams are interpolated with the uniform
distribution over the vocabulary (with the unknown word and the end, without the start), so that unknown words
have a probability. Each sentence has one start and one end mark.

By default each n-gram length has one discount, D = n1 / (n1 + 2 n2), where n1 and n2 are the numbers of
n-grams with c = 1 and c = 2. In modified smoothing D depends on c: equation (26) of Chen & Goodman. If the
text is too small to define them, D is 0.5, or 0.5, 1 and 1.5 for counts of 1, 2 and more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from paralattice.arrays import Flags, Floats, Ints, Longs
from paralattice.errors import RewordError
from paralattice.ngrams.coded_text import MARKS, START_ID, UNKNOWN_ID, CodedText
from paralattice.ngrams.language_model import NEVER, LanguageModel
from paralattice.ngrams.options import LanguageModelOptions

_FALLBACK = (0.5, 1.0, 1.5)


def train_language_model(
    sentences: Iterable[Sequence[str]], options: LanguageModelOptions = LanguageModelOptions()
) -> LanguageModel:
    """Return a model trained on an iterable of sentences: see :func:`train_n_grams`."""
    return train_n_grams(CodedText(sentences), options)


def train_n_grams(
    text: CodedText, options: LanguageModelOptions = LanguageModelOptions(), chosen: Flags | None = None
) -> LanguageModel:
    """Return a model of a text.

    Parameters
    ----------
    text
        At least one sentence.
    options
        Order and smoothing.
    chosen
        (S,) Whether to train on each sentence; by default on all. Words that occur only in the others are
        unknown.

    Returns
    -------
    LanguageModel
        If no sentence is long enough, its order is lower than the option, with the same probabilities.

    Raises
    ------
    RewordError
        There is no sentence.
    """
    tokens, left = text.arrays(chosen)
    if not len(tokens):
        raise RewordError("a language model needs at least one sentence to be trained on")
    vocabulary, tokens = _restrict(text.vocabulary, tokens, options.least_count)
    return _estimate(vocabulary, _count(tokens, left, len(vocabulary), options.order), options)


@dataclass(slots=True)
class _Level:
    """The n-grams of one length, sorted by prefix, then by last word.

    Attributes
    ----------
    words, parents, suffixes
        (n,) The last word; the numbers, among the n-grams one word shorter, of the n-gram without its last
        and without its first word.
    counts
        (n,) Number of occurrences, or of distinct preceding words.
    at_start
        (n,) Whether the n-gram begins with the start mark.
    """

    words: Ints
    parents: Ints
    suffixes: Ints
    counts: Longs
    at_start: Flags


def _restrict(vocabulary: Sequence[str], tokens: Ints, least: int) -> tuple[tuple[str, ...], Ints]:
    """Return the frequent words, and the renumbered tokens."""
    kept = np.bincount(tokens, minlength=len(vocabulary)) >= least
    kept[: len(MARKS)] = True
    numbers = np.where(kept, np.cumsum(kept) - 1, UNKNOWN_ID).astype(np.int32)
    return tuple(word for word, keep in zip(vocabulary, kept, strict=True) if keep), numbers[tokens]


def _count(tokens: Ints, left: Longs, size: int, order: int) -> list[_Level]:
    """Return the n-grams of all lengths with adjusted counts."""
    counts = np.bincount(tokens, minlength=size)
    everything = np.arange(size, dtype=np.int32)
    nothing = np.zeros(size, np.int32)
    levels = [_Level(everything, nothing, nothing, counts, everything == START_ID)]
    # The number of the n-gram that begins at each token.
    here = tokens
    for length in range(2, order + 1):
        places = np.flatnonzero(left >= length)
        if not len(places):
            break
        level, here = _longer(here, places, tokens[places + length - 1], size)
        level.at_start = levels[-1].at_start[level.parents]
        # No word precedes the start of a sentence.
        before = np.bincount(level.suffixes, minlength=len(levels[-1].words))
        levels[-1].counts = np.where(levels[-1].at_start, levels[-1].counts, before)
        levels.append(level)
    levels[0].counts[START_ID] = 0
    return levels


def _longer(here: Ints, places: Longs, last: Ints, size: int) -> tuple[_Level, Ints]:
    """Return the n-grams one word longer, and the number of the one that begins at each token."""
    keys = here[places].astype(np.int64) * size + last
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    new = np.empty(len(keys), bool)
    new[0] = True
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    firsts = np.flatnonzero(new)
    longer = np.full(len(here), -1, np.int32)
    longer[places[order]] = np.cumsum(new) - 1
    parents, words = np.divmod(keys[firsts], size)
    level = _Level(
        words.astype(np.int32),
        parents.astype(np.int32),
        here[places[order[firsts]] + 1],
        np.diff(firsts, append=len(keys)),
        np.empty(0, bool),
    )
    return level, longer


def _estimate(
    vocabulary: tuple[str, ...], levels: Sequence[_Level], options: LanguageModelOptions
) -> LanguageModel:
    contexts = 1
    lower: Floats = np.array([1 / (len(vocabulary) - 1)])
    logs, weights, begins = [], [], []
    offsets = [0]
    for level in levels:
        discounts = _discounts(level.counts, options.modified)[np.minimum(level.counts, 3)]
        totals = np.bincount(level.parents, level.counts, contexts)
        # Contexts without continuations keep the weight 1.
        spare = np.bincount(level.parents, discounts, contexts)
        gamma = np.divide(spare, totals, out=np.ones(contexts), where=totals > 0)
        lower = (level.counts - discounts) / totals[level.parents] + gamma[level.parents] * lower[
            level.suffixes
        ]
        logs.append(np.log10(lower))
        weights.append(np.log10(gamma))
        begins.append(offsets[-1] + np.searchsorted(level.parents, np.arange(contexts)))
        contexts = len(level.words)
        offsets.append(offsets[-1] + contexts)
    logs[0][START_ID] = NEVER
    return LanguageModel(
        vocabulary,
        tuple(offsets),
        np.concatenate([level.words for level in levels]),
        np.concatenate([*begins[1:], [offsets[-1]]]),
        np.concatenate(logs),
        np.concatenate([*weights[1:], []]),
    )


def _discounts(counts: Longs, modified: bool) -> Floats:
    """Return the discounts of counts of 0, 1, 2, and 3 or more."""
    n1, n2, n3, n4 = (float(np.count_nonzero(counts == count)) for count in (1, 2, 3, 4))
    if not modified:
        discount = n1 / (n1 + 2 * n2) if n1 else _FALLBACK[0]
        return np.array([0, discount, discount, discount])
    found: tuple[float, ...] = _FALLBACK
    if n1 and n2 and n3:
        share = n1 / (n1 + 2 * n2)
        found = (1 - 2 * share * n2 / n1, 2 - 3 * share * n3 / n2, 3 - 4 * share * n4 / n3)
        # A discount of 0 would leave no probability for other words.
        if not all(0 < discount <= count for count, discount in enumerate(found, 1)):
            found = _FALLBACK
    return np.array([0, *found])
