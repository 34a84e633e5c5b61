"""Classes of words by bigram statistics (Quirk et al. 2004, section 3.5; Goodman 2002).

Words with the same preceding words share a class. The classes c maximise the likelihood of
``P(w | v) = P(c(w) | v) P(w | c(w))`` for the preceding word v (predictive class bigram, Goodman 2001). The
exchange algorithm (Kneser & Ney 1993; Uszkoreit & Brants 2008) moves each word, the frequent ones first, to
the class with the highest likelihood, until no word moves.
"""

import numpy as np

from paralattice.arrays import Longs
from paralattice.errors import RewordError
from paralattice.ngrams.coded_text import END_ID, MARKS, CodedText

#: Words per class in the paper: 65,225 in 4,096 classes.
WORDS_A_CLASS = 65_225 / 4_096

_ITERATIONS = 20
# Maximum size of the table of words by classes, with four bytes per cell.
_MOST_CELLS = 400_000_000


def word_classes(text: CodedText, classes: int = 0, iterations: int = _ITERATIONS) -> dict[str, int]:
    """Return the class of every word of a text, counted from 0.

    Parameters
    ----------
    text
        Sentences; the start mark precedes the first word of each.
    classes
        Maximum number of classes; 0 for the paper's ratio to the size of the vocabulary.
    iterations
        Maximum number of rounds over all words.

    Raises
    ------
    RewordError
        There would be more than 400 million pairs of a word and a class.
    """
    from paralattice.rewording.kernels.exchanging import exchange

    vocabulary = text.vocabulary
    size = len(vocabulary) - len(MARKS)
    wanted = min(classes or max(1, round(size / WORDS_A_CLASS)), max(size, 1))
    if len(vocabulary) * wanted > _MOST_CELLS:
        raise RewordError(f"{wanted} classes of {size} words take too much memory: ask for fewer")
    pairs, order = _bigrams(text)
    if not size:
        return {}
    groups = np.arange(size) % wanted
    counts = np.zeros((len(vocabulary), wanted), np.int32)
    begins, before, times = pairs
    followers = np.repeat(groups, np.diff(begins))
    np.add.at(counts, (before, followers), times)
    totals = np.bincount(followers, times, wanted).astype(np.int64)
    for _ in range(iterations):
        if not exchange(pairs, groups, counts, totals):
            break
    return {vocabulary[word]: int(group) for word, group in zip(order, groups, strict=True)}


def _bigrams(text: CodedText) -> tuple[tuple[Longs, Longs, Longs], list[int]]:
    """Return the predecessors of each word with their counts, and the words by falling frequency."""
    tokens, left = text.arrays()
    size = len(text.vocabulary)
    frequencies = np.bincount(tokens, minlength=size)[len(MARKS) :]
    order = len(MARKS) + np.argsort(-frequencies, kind="stable")
    ranks = np.full(size, -1, np.int64)
    ranks[order] = np.arange(len(order))
    first = np.flatnonzero(left > 1)
    after = tokens[first + 1]
    first = first[(after != END_ID) & (ranks[after] >= 0)]
    keys = ranks[tokens[first + 1]] * size + tokens[first]
    found, times = np.unique(keys, return_counts=True)
    followers, before = np.divmod(found, size)
    begins = np.searchsorted(followers, np.arange(len(order) + 1))
    return (begins, before.astype(np.int64), times.astype(np.int64)), order.tolist()
