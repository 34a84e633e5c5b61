"""The terms of a sentence: its words, lower-cased and stemmed (Nelken & Shieber 2006, section 4.1)."""

import re
from functools import cache, lru_cache
from typing import Any

from paralattice.languages.registry import DEFAULT, language_of

_WORD = re.compile(r"[^\W_]+")


def terms(sentence: str, language: str = DEFAULT) -> list[str]:
    """Return the terms of a sentence in order, with repetitions.

    A word is a maximal sequence of letters and digits of any script. Stems of English are as in Porter's
    algorithm of 1980, which does not change words of other scripts than Latin; those of other languages are
    Snowball's.
    """
    return stems(split_words(sentence), language)


def grams(sentence: str) -> list[str]:
    """Return the n-grams of 3 to 5 characters of each lower-cased word, padded with blanks, in order."""
    return [gram for word in split_words(sentence) for gram in _grams(word)]


@lru_cache(maxsize=100_000)
def _grams(word: str) -> tuple[str, ...]:
    text = f" {word} "
    return tuple(text[i : i + size] for size in (3, 4, 5) for i in range(len(text) - size + 1))


def split_words(sentence: str) -> list[str]:
    """Return the words of a sentence in order, lower-cased."""
    return _WORD.findall(sentence.lower())


def stems(words: list[str], language: str = DEFAULT) -> list[str]:
    """Return the stem of each lower-cased word; the word itself if the language has no stemmer."""
    algorithm = language_of(language).stemmer
    if not algorithm:
        return words
    # The stem of a possessive "s" is empty.
    return [stem or word for word, stem in zip(words, _stemmer(algorithm).stemWords(words), strict=True)]


@cache
def _stemmer(algorithm: str) -> Any:
    import Stemmer

    return Stemmer.Stemmer(algorithm)
