"""Lookup of n-grams in a trie of sorted arrays; compiled.

The arrays follow :class:`~paralattice.ngrams.language_model.LanguageModel`.
A state holds the nodes of the last 1, 2, ... words, -1 for n-grams that the model lacks.
"""

import numpy as np

from paralattice.arrays import Floats, Ints, Longs
from paralattice.compiling import compiled


@compiled
def find_child(words: Ints, begins: Longs, node: int, word: int) -> int:
    """Return the child of a node for a word, or -1."""
    low, high = begins[node], begins[node + 1]
    last = high
    while low < high:
        middle = (low + high) // 2
        if words[middle] < word:
            low = middle + 1
        else:
            high = middle
    return low if low < last and words[low] == word else -1


@compiled
def advance(trie: tuple[Ints, Longs, Floats, Floats], state: Longs, word: int) -> float:
    """Return the log10 probability of a word after a state, and advance the state.

    Parameters
    ----------
    trie
        Words, first children, log10 probabilities and log10 back-off weights of all nodes.
    state
        (order - 1,) Changed in place.
    """
    words, begins, probabilities, backoffs = trie
    result, found = 0.0, False
    for length in range(len(state) - 1, -1, -1):
        node = state[length]
        child = -1
        if node >= 0:
            child = find_child(words, begins, node, word)
            if not found:
                found = child >= 0
                result += probabilities[child] if found else backoffs[node]
        if length + 1 < len(state):
            state[length + 1] = child
    if len(state):
        state[0] = word
    return result if found else result + probabilities[word]


@compiled
def score_tokens(trie: tuple[Ints, Longs, Floats, Floats], state: Longs, tokens: Ints) -> Floats:
    """Return the log10 probability of each token of a sequence after a state, and advance the state."""
    result = np.empty(len(tokens))
    for place, token in enumerate(tokens):
        result[place] = advance(trie, state, token)
    return result
