"""N-gram language models in back-off form, as a trie of sorted arrays.

The probability of a word is that of the longest n-gram that the model has,
times the back-off weights of the longer contexts in which it lacks the word.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from paralattice.rewording.coded_text import END_ID, MARKS, START_ID, UNKNOWN_ID, Ids

Floats = NDArray[np.float64]
Nodes = NDArray[np.int64]

State = tuple[int, ...]
"""The context of the next word: equal states give equal probabilities to all continuations."""

#: Stands for the logarithm of 0, as in ARPA files.
NEVER = -99.0


@dataclass(frozen=True, eq=False)
class LanguageModel:
    """An n-gram model over sentences, with marks of their ends and an unknown word.

    All unknown words share one entry, whose probability is that of any unknown word.

    Attributes
    ----------
    vocabulary
        (V,) The words by number: unknown word, start, end, then the others.
    offsets
        (order + 1,) Nodes are n-grams, sorted by length, within a length by
        their first words, within those by the last. Those of k words have the
        numbers from ``offsets[k - 1]`` to ``offsets[k]``, the latter not included.
    words
        (nodes,) The last word of each.
    begins
        (nodes below the highest order + 1,) The first of the nodes that go on
        from each; those of the next node follow.
    probabilities
        (nodes,) log10 of the probability of the last word after the others.
    backoffs
        (nodes below the highest order,) log10 of the back-off weight.
    """

    vocabulary: tuple[str, ...]
    offsets: tuple[int, ...]
    words: Ids
    begins: Nodes
    probabilities: Floats
    backoffs: Floats

    @property
    def order(self) -> int:
        """The length of the longest n-grams, in words."""
        return len(self.offsets) - 1

    @property
    def sizes(self) -> tuple[int, ...]:
        """Numbers of n-grams of 1, 2, ... words."""
        return tuple(np.diff(self.offsets).tolist())

    @cached_property
    def _numbers(self) -> dict[str, int]:
        numbers = {word: number for number, word in enumerate(self.vocabulary)}
        # Tokens written like marks are unknown words.
        return numbers | dict.fromkeys(MARKS, UNKNOWN_ID)

    @property
    def trie(self) -> tuple[Ids, Nodes, Floats, Floats]:
        """The model for compiled functions: words, begins, probabilities and backoffs."""
        return self.words, self.begins, self.probabilities, self.backoffs

    def knows(self, word: str) -> bool:
        """Return whether the word is in the vocabulary."""
        return self._numbers.get(word, UNKNOWN_ID) != UNKNOWN_ID

    def encode(self, words: Iterable[str]) -> list[int]:
        """Return the numbers of words; that of the unknown word for those that are not known."""
        numbers = self._numbers
        return [numbers.get(word, UNKNOWN_ID) for word in words]

    def score(self, words: Sequence[str]) -> Floats:
        """Return log10 of the probability of each word after those before, and of the end.

        Returns
        -------
        (len(words) + 1,) array
        """
        # Imported late: numba takes half a second to load.
        from paralattice.rewording.kernels.querying import score_tokens

        tokens = np.array([*self.encode(words), END_ID], np.int32)
        return score_tokens(self.trie, self._nodes(self.start), tokens)

    def log_probability(self, words: Sequence[str]) -> float:
        """Return log10 of the probability of a sentence, its end included."""
        return math.fsum(self.score(words))

    def entropy(self, words: Sequence[str]) -> float:
        """Return the bits a token of a sentence, the end counted as a token.

        That is -log2 P(sentence) / (words + 1): its cross-entropy under the model.
        """
        return -self.log_probability(words) * math.log2(10) / (len(words) + 1)

    @cached_property
    def start(self) -> State:
        """The state at the beginning of a sentence."""
        return (START_ID, *[-1] * (self.order - 2)) if self.order > 1 else ()

    def step(self, state: State, word: str) -> tuple[float, State]:
        """Return log10 of the probability of a word after a state, and the state after it."""
        return self._advance(state, self._numbers.get(word, UNKNOWN_ID))

    def finish(self, state: State) -> float:
        """Return log10 of the probability that the sentence ends after a state."""
        return self._advance(state, END_ID)[0]

    def _advance(self, state: State, number: int) -> tuple[float, State]:
        from paralattice.rewording.kernels.querying import advance

        nodes = self._nodes(state)
        return advance(self.trie, nodes, number), tuple(nodes.tolist())

    def _nodes(self, state: State) -> Nodes:
        return np.array(state, np.int64)
