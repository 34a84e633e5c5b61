"""Attributes of words: hashes of the word, its affixes, its shape and its classes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paralattice.adapters.perceptron.lexicon import Lexicon

Hashes = NDArray[np.uint64]

WORD, LOWER, END1, END2, END3, END4, END5, BEGIN1, BEGIN2, BEGIN3, BEGIN4, SHAPE, CASE, CLUSTER = range(14)
CLUSTERS = 3
"""Number of cluster attributes, starting at ``CLUSTER``."""
CLASSES = CLUSTER + CLUSTERS
"""First attribute for the word's class in each other corpus; the tags of each lower layer follow."""
PAD = 2
"""Padding rows before and after a sentence."""

_DIGIT = re.compile(r"\d")
_RUN = re.compile(r"(.)\1+")
_MOST = 200_000


class Attributes:
    """The attributes of words, computed once per word.

    Parameters
    ----------
    lexicon
        Clusters and classes.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._rows: dict[str, Hashes] = {}
        self._before, self._after = (self._row(f"<{name}>", name) for name in ("s", "/s"))

    def matrix(self, sentences: Sequence[Sequence[str]]) -> tuple[Hashes, NDArray[np.int64]]:
        """Return one row of attributes per word, and the first row of each sentence.

        :data:`PAD` padding rows precede and follow each sentence.
        """
        if len(self._rows) > _MOST:
            self._rows.clear()
        rows: list[Hashes] = []
        starts: list[int] = []
        for sentence in sentences:
            rows += [self._before] * PAD
            starts.append(len(rows))
            rows += [self.of(word) for word in sentence]
            rows += [self._after] * PAD
        return np.stack(rows), np.array(starts, np.int64)

    def of(self, word: str) -> Hashes:
        """Return the attributes of a word."""
        row = self._rows.get(word)
        if row is None:
            row = self._rows[word] = self._row(word, case(word))
        return row

    def _row(self, word: str, kind: str) -> Hashes:
        lower = normal(word.lower())
        parts: list[Any] = [normal(word), lower]
        parts += [lower[-length:] for length in range(1, 6)]
        parts += [lower[:length] for length in range(1, 5)]
        parts += [
            word_shape(word),
            kind,
            *self._lexicon.clusters(word.lower()),
            *self._lexicon.classes(lower),
        ]
        return np.array([text_hash(f"{place} {part}") for place, part in enumerate(parts)], np.uint64)


def text_hash(text: str) -> int:
    """Return a 64-bit hash of a text, the same on every machine."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


def normal(word: str) -> str:
    """Return a word with every digit replaced by 0."""
    return _DIGIT.sub("0", word)


def word_shape(word: str) -> str:
    """Return a word with letters as X or x, digits as d, and repeated characters once."""
    letters = (
        "X" if letter.isupper() else "x" if letter.islower() else "d" if letter.isdigit() else letter
        for letter in word
    )
    return _RUN.sub(r"\1", "".join(letters))[:12]


def case(word: str) -> str:
    """Return the capitalisation of a word, and whether it has digits, a hyphen or a full stop."""
    kind = (
        "U"
        if word.isupper() and len(word) > 1
        else "T"
        if word[:1].isupper()
        else "l"
        if word.islower()
        else "o"
    )
    return kind + "".join(
        mark
        for mark, present in (("d", _DIGIT.search(word)), ("-", "-" in word), (".", "." in word))
        if present
    )
