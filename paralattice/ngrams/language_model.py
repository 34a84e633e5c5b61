"""N-gram language models in back-off form, as a trie of sorted arrays.

The probability of a word is that of the longest known n-gram that ends in it, times the back-off weights of
the longer contexts.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from paralattice.arrays import Floats, Ints, Longs
from paralattice.ngrams.coded_text import END_ID, MARKS, START_ID, UNKNOWN_ID

State = tuple[int, ...]
"""The context of the next word; equal states give equal probabilities to all continuations."""

#: The logarithm of 0, as in ARPA files.
NEVER = -99.0
# log10 of the back-off weight of a word below which the words that follow it are few and fixed.
_LEAST_BACKOFF = -1.0


@dataclass(frozen=True, eq=False)
class LanguageModel:
    """An n-gram model of sentences with start and end marks.

    All unknown words share one entry; its probability is that of a single unknown word.

    Attributes
    ----------
    vocabulary
        (V,) The words by number: unknown word, start, end, then the others.
    offsets
        (order + 1,) Nodes are n-grams, sorted by length, then by prefix, then by last word. N-grams of k
        words are the nodes from ``offsets[k - 1]`` to ``offsets[k]``, half-open.
    words
        (nodes,) The last word of each n-gram.
    begins
        (nodes below the highest order + 1,) The first child of each node; the children of the next node
        follow.
    probabilities
        (nodes,) log10 of the probability of the last word after the others.
    backoffs
        (nodes below the highest order,) log10 of the back-off weight.
    """

    vocabulary: tuple[str, ...]
    offsets: tuple[int, ...]
    words: Ints
    begins: Longs
    probabilities: Floats
    backoffs: Floats

    @property
    def order(self) -> int:
        """Length of the longest n-grams, in words."""
        return len(self.offsets) - 1

    @property
    def sizes(self) -> tuple[int, ...]:
        """Numbers of n-grams of 1, 2, ... words."""
        return tuple(np.diff(self.offsets).tolist())

    @cached_property
    def _numbers(self) -> dict[str, int]:
        numbers = {word: number for number, word in enumerate(self.vocabulary)}
        # Tokens that look like marks are unknown words.
        return numbers | dict.fromkeys(MARKS, UNKNOWN_ID)

    @property
    def trie(self) -> tuple[Ints, Longs, Floats, Floats]:
        """Words, begins, probabilities and backoffs, for compiled functions."""
        return self.words, self.begins, self.probabilities, self.backoffs

    def knows(self, word: str) -> bool:
        """Return whether the word is in the vocabulary."""
        return self._numbers.get(word, UNKNOWN_ID) != UNKNOWN_ID

    def knows_pair(self, first: str, second: str) -> bool:
        """Return whether two known words, or marks of start and end, occur one after the other."""
        if self.order < 2:
            return self.knows(first) and self.knows(second)
        one, other = (
            MARKS.index(word) if word in MARKS else self._numbers.get(word, 0) for word in (first, second)
        )
        if not one or not other:
            return False
        low, high = self.begins[one], self.begins[one + 1]
        place = low + int(np.searchsorted(self.words[low:high], other))
        return bool(place < high and self.words[place] == other)

    def allows_pair(self, first: str, second: str) -> bool:
        """Return whether two known words occur one after the other, or are too rare to tell.

        An unseen pair tells nothing if fewer than one such pair is expected among the words seen after the
        first, and if the first is not one that the same few words always follow.
        """
        if self.knows_pair(first, second):
            return True
        if self.order < 2 or not (self.knows(first) and self.knows(second)):
            return False
        one, other = self._numbers[first], self._numbers[second]
        followers = int(self.begins[one + 1] - self.begins[one])
        expected = followers * 10 ** float(self.probabilities[other])
        return expected < 1 and bool(self.backoffs[one] >= _LEAST_BACKOFF)

    def encode(self, words: Iterable[str]) -> list[int]:
        """Return the numbers of words; unknown words have the number of the unknown word."""
        numbers = self._numbers
        return [numbers.get(word, UNKNOWN_ID) for word in words]

    def score(self, words: Sequence[str]) -> Floats:
        """Return log10 of the probability of each word after the previous ones, and of the end.

        Returns
        -------
        (len(words) + 1,) array
        """
        from paralattice.ngrams.kernels.querying import score_tokens

        tokens = np.array([*self.encode(words), END_ID], np.int32)
        return score_tokens(self.trie, self._nodes(self.start), tokens)

    def log_probability(self, words: Sequence[str]) -> float:
        """Return log10 of the probability of a sentence, including its end."""
        return math.fsum(self.score(words))

    def log_frequency(self, words: Iterable[str]) -> float:
        """Return the sum of log10 of the probabilities of words by themselves, as unigrams."""
        return math.fsum(self.probabilities[self.encode(words)])

    def change(self, words: Sequence[str], start: int, end: int, others: Sequence[str]) -> float:
        """Return the change of log10 of a sentence's probability if other words replace some of its words.

        Only the probabilities of these words and of the next ``order - 1`` words change.

        Parameters
        ----------
        words
            The sentence.
        start, end
            Range of the replaced words; 0-based, half-open.
        others
            The other words.
        """
        from paralattice.ngrams.kernels.querying import score_tokens

        reach = self.order - 1
        low, high = max(0, start - reach), min(len(words), end + reach)
        # Without the words before it, a window has the state of no context.
        state = (-1,) * reach if low else self.start
        last = [END_ID] if end + reach > len(words) else []
        new, old = (
            score_tokens(self.trie, self._nodes(state), np.array(self.encode(part) + last, np.int32))
            for part in ((*words[low:start], *others, *words[end:high]), words[low:high])
        )
        return math.fsum(new) - math.fsum(old)

    def entropy(self, words: Sequence[str]) -> float:
        """Return the cross-entropy of a sentence in bits per token, including the end.

        This is -log2 P(sentence) / (words + 1).
        """
        return -self.log_probability(words) * math.log2(10) / (len(words) + 1)

    @cached_property
    def start(self) -> State:
        """The state at the beginning of a sentence."""
        return (START_ID, *[-1] * (self.order - 2)) if self.order > 1 else ()

    def step(self, state: State, word: str) -> tuple[float, State]:
        """Return log10 of the probability of a word after a state, and the next state."""
        return self._advance(state, self._numbers.get(word, UNKNOWN_ID))

    def finish(self, state: State) -> float:
        """Return log10 of the probability that the sentence ends after a state."""
        return self._advance(state, END_ID)[0]

    def _advance(self, state: State, number: int) -> tuple[float, State]:
        from paralattice.ngrams.kernels.querying import advance

        nodes = self._nodes(state)
        return advance(self.trie, nodes, number), tuple(nodes.tolist())

    def _nodes(self, state: State) -> Longs:
        return np.array(state, np.int64)
