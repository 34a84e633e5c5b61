"""Text as word numbers in compact arrays, for training models."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

UNKNOWN, START, END = "<unk>", "<s>", "</s>"
#: The first words of every vocabulary, by number: the unknown word, and the two ends of a sentence.
MARKS = (UNKNOWN, START, END)
UNKNOWN_ID, START_ID, END_ID = range(3)

Ids = NDArray[np.int32]


class CodedText:
    """Sentences as numbers of words: four bytes a token.

    A token written like one of the three marks counts as an unknown word, as in n-gram files.
    """

    def __init__(self, sentences: Iterable[Sequence[str]] = ()) -> None:
        self._numbers = {mark: number for number, mark in enumerate(MARKS)}
        self._tokens = array("i")
        self._ends = array("q")
        for words in sentences:
            self.add(words)

    def __len__(self) -> int:
        """Return the number of sentences."""
        return len(self._ends)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The marks, then all words in order of first occurrence."""
        return tuple(self._numbers)

    def add(self, words: Sequence[str]) -> None:
        """Append a sentence, without marks of its ends; it may be empty."""
        numbers = self._numbers
        self._tokens.append(START_ID)
        for word in words:
            number = numbers.setdefault(word, len(numbers))
            self._tokens.append(number if number >= len(MARKS) else UNKNOWN_ID)
        self._tokens.append(END_ID)
        self._ends.append(len(self._tokens))

    def arrays(self, chosen: NDArray[np.bool_] | None = None) -> tuple[Ids, NDArray[np.int64]]:
        """Return the numbers of all words, each sentence between its two marks.

        Parameters
        ----------
        chosen
            (S,) Whether each sentence is wanted; without it all are.

        Returns
        -------
        tokens
            (T,) Numbers of words.
        left
            (T,) Number of tokens from each to the end of its sentence, both included.
        """
        tokens, ends = np.array(self._tokens, np.int32), np.array(self._ends, np.int64)
        lengths = np.diff(ends, prepend=0)
        if chosen is not None:
            tokens, lengths = tokens[np.repeat(chosen, lengths)], lengths[chosen]
            ends = np.cumsum(lengths)
        return tokens, np.repeat(ends, lengths) - np.arange(len(tokens))
