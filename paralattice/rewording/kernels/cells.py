"""Pairs of words that occur together in sentence pairs, and their cells; compiled.

The kernels loop over the given words of the vocabulary and expand the table rows of each once for all its
sentences, which avoids a binary search per pair of words.

A corpus is five arrays: the given words of all sentence pairs, with the empty word before each sentence; the
produced words; the sentence pair of each given word; and the (P + 1,) offsets of the given and of the
produced words of each pair.
"""

import numpy as np

from paralattice.arrays import Ints, Longs
from paralattice.compiling import compiled

CodedBitext = tuple[Ints, Ints, Ints, Longs, Longs]


@compiled
def chain_words(words: Ints, last: Ints) -> Ints:
    """Write the last position of each word, or -1; return the previous one at each position."""
    before = np.empty(len(words), np.int32)
    for word in range(len(last)):
        last[word] = -1
    for place in range(len(words)):
        before[place] = last[words[place]]
        last[words[place]] = place
    return before


@compiled
def collect_keys(corpus: CodedBitext, base: int, keys: Longs) -> int:
    """Return the number of distinct pairs of words that occur together; write as many of their keys as fit.

    Parameters
    ----------
    corpus
        See above.
    base
        Keys are ``given * base + produced``; greater than any word number.
    keys
        Output, sorted by the given word only.
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
def fill_cells(corpus: CodedBitext, entries: Longs, rows: Longs, starts: Longs, cells: Ints) -> None:
    """Write the table index of each cell; see :mod:`~paralattice.rewording.kernels.aligning` for cells.

    Parameters
    ----------
    corpus
        See above.
    entries
        (E,) The keys of the table, sorted.
    rows
        (base + 1,) Offsets of the keys of each given word.
    starts
        (P + 1,) Offsets of the cells of each sentence pair.
    cells
        Output; -1 for pairs that are not in the table.
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
