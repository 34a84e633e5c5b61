"""Text as word numbers in compact arrays, for training models."""

from array import array
from collections.abc import Iterable, Sequence

import numpy as np

from paralattice.arrays import Flags, Ints, Longs

UNKNOWN, START, END = "<unk>", "<s>", "</s>"
#: The first words of every vocabulary: the unknown word, and the start and the end of a sentence.
MARKS = (UNKNOWN, START, END)
UNKNOWN_ID, START_ID, END_ID = range(3)


class CodedText:
    """Sentences as word numbers, with four bytes per token.

    A token that looks like one of the three marks counts as an unknown word, as in n-gram files.
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
        """Append a sentence without start and end marks; it may be empty."""
        numbers = self._numbers
        self._tokens.append(START_ID)
        for word in words:
            number = numbers.setdefault(word, len(numbers))
            self._tokens.append(number if number >= len(MARKS) else UNKNOWN_ID)
        self._tokens.append(END_ID)
        self._ends.append(len(self._tokens))

    def arrays(self, chosen: Flags | None = None) -> tuple[Ints, Longs]:
        """Return all tokens, each sentence between its start and end mark.

        Parameters
        ----------
        chosen
            (S,) Whether to return each sentence; by default all.

        Returns
        -------
        tokens
            (T,) Numbers of words.
        left
            (T,) Number of tokens from each token to the end of its sentence, inclusive.
        """
        tokens, ends = np.array(self._tokens, np.int32), np.array(self._ends, np.int64)
        lengths = np.diff(ends, prepend=0)
        if chosen is not None:
            tokens, lengths = tokens[np.repeat(chosen, lengths)], lengths[chosen]
            ends = np.cumsum(lengths)
        return tokens, np.repeat(ends, lengths) - np.arange(len(tokens))
