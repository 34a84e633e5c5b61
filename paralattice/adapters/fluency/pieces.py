"""Splits words into pieces of a language model's vocabulary."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, islice
from typing import NamedTuple

from paralattice.adapters.fluency.conversion import EXTRA
from paralattice.adapters.fluency.storage import PieceVocabulary
from paralattice.errors import ModelError
from paralattice.formats.detokenise import joins, shown_word, spaced

MOST = 1000
"""Maximum number of pieces of a sentence; words behind them are not scored."""


class Pieces(NamedTuple):
    """A sentence in pieces.

    Attributes
    ----------
    numbers
        The numbers of the pieces, without those of start and end.
    words
        For each piece the 0-based position of its word.
    """

    numbers: tuple[int, ...]
    words: tuple[int, ...]


class PieceSplitter:
    """Splits sentences, as running text, into pieces.

    Raises
    ------
    ModelError
        The package ``tokenizers`` is missing.
    """

    def __init__(self, vocabulary: PieceVocabulary) -> None:
        try:
            from tokenizers import Tokenizer, models, pre_tokenizers
        except ImportError as error:
            raise ModelError(f"the language model cannot be used: {EXTRA} ({error})") from error
        numbers = {piece: number for number, piece in enumerate(vocabulary.pieces)}
        merges = [(left, right) for left, right in (merge.split(" ") for merge in vocabulary.merges)]
        self._tokenizer = Tokenizer(models.BPE(numbers, merges))
        self._tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
        )

    def split(self, words: Sequence[str]) -> Pieces:
        """Return the pieces of a sentence, :data:`MOST` at most.

        A piece of several words belongs to the first of them, and the space before a word to the word.
        """
        joined = joins(words)
        coded = self._tokenizer.encode(spaced(words, joined))
        ends = _ends(words, joined)
        owners = (bisect_right(ends, first) for first, _ in coded.offsets)
        return Pieces(tuple(coded.ids[:MOST]), tuple(islice(owners, MOST)))


def _ends(words: Sequence[str], joined: Sequence[bool]) -> list[int]:
    """Return where each word ends in the running text; the space before a word belongs to it."""
    lengths = (
        len(shown_word(word)) + (place > 0 and not follows)
        for place, (word, follows) in enumerate(zip(words, joined, strict=True))
    )
    return list(accumulate(lengths))
