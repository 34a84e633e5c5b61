"""Words and stems of sentences."""

import unicodedata
from collections.abc import Iterable, Sequence

from paralattice.languages.registry import DEFAULT
from paralattice.sentences.terms import split_words, stems


def sentence_words(sentence: str) -> list[str]:
    """Return the words of a sentence in order, lower-cased and with composed letters."""
    return split_words(sentence if sentence.isascii() else unicodedata.normalize("NFC", sentence))


def stems_of(vocabulary: Iterable[str], language: str = DEFAULT) -> dict[str, str]:
    """Return the stem of each word."""
    listed = list(dict.fromkeys(vocabulary))
    return dict(zip(listed, stems(listed, language), strict=True))


def flattened(documents: Sequence[Sequence[str]]) -> list[tuple[int, int, str]]:
    """Return (document, sentence, text) of all sentences in order, 0-based."""
    return [(i, j, text) for i, document in enumerate(documents) for j, text in enumerate(document)]
