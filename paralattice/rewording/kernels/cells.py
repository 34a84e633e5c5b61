"""Which pairs of words stand together in sentence pairs, and where; compiled.

No pair of words is looked up in the sorted table of all: the kernels go through the given words of the
vocabulary, and what the table has of one is laid out once, by the produced word, for all sentences with it.

A corpus is five arrays: the given words of all sentence pairs, one after the other, the empty word before
each sentence; the produced ones; the number of the sentence pair of each given word; and (P + 1,) where the
given and where the produced words of each pair begin, and the last ones end.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paralattice.compiling import compiled

Numbers = NDArray[np.int64]
Words = NDArray[np.int32]
Corpus = tuple[Words, Words, Words, Numbers, Numbers]


@compiled
def chain_words(words: Words, last: Words) -> Words:
    """Write where each word stands last, -1 for nowhere; return for each place where it stood before."""
    before = np.empty(len(words), np.int32)
    for word in range(len(last)):
        last[word] = -1
    for place in range(len(words)):
        before[place] = last[words[place]]
        last[words[place]] = place
    return before


@compiled
def collect_keys(corpus: Corpus, base: int, keys: Numbers) -> int:
    """Return how many pairs of words stand together; write their keys, each once, as far as there is room.

    Parameters
    ----------
    corpus
        See above.
    base
        What the given word is multiplied by before the produced one is added; more than any word.
    keys
        Changed: ordered by the given word alone.
    """
    given, made, pairs, _, lows = corpus
    last, seen = np.empty(base, np.int32), np.zeros(base, np.int32)
    before = chain_words(given, last)
    count = 0
    for word in range(base):
        place = last[word]
        while place >= 0:
            pair = pairs[place]
            for other in made[lows[pair] : lows[pair + 1]]:
                if seen[other] <= word:
                    seen[other] = word + 1
                    if count < len(keys):
                        keys[count] = word * base + other
                    count += 1
            place = before[place]
    return count


@compiled
def fill_cells(corpus: Corpus, entries: Numbers, rows: Numbers, starts: Numbers, cells: Words) -> None:
    """Write the number of each pair of words in a table: see :mod:`~paralattice.rewording.kernels.aligning`.

    Parameters
    ----------
    corpus
        See above.
    entries
        (E,) The keys of the table, sorted.
    rows
        (base + 1,) Where those of each given word begin; the last ones end.
    starts
        (P + 1,) Where the cells of each sentence pair begin; the last ones end.
    cells
        Changed; -1 for what is not in the table.
    """
    given, made, pairs, given_lows, lows = corpus
    base = len(rows) - 1
    last, numbers = np.empty(base, np.int32), np.empty(base, np.int32)
    before = chain_words(given, last)
    for word in range(base):
        numbers[word] = -1
    for word in range(base):
        place = last[word]
        if place < 0:
            continue
        for number in range(rows[word], rows[word + 1]):
            numbers[entries[number] - word * base] = number
        while place >= 0:
            pair = pairs[place]
            width = given_lows[pair + 1] - given_lows[pair]
            cell = starts[pair] + place - given_lows[pair]
            for other in made[lows[pair] : lows[pair + 1]]:
                cells[cell] = numbers[other]
                cell += width
            place = before[place]
        for number in range(rows[word], rows[word + 1]):
            numbers[entries[number] - word * base] = -1
