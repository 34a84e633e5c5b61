"""Groups derived words and synonyms to families: *collided* and *collision*, *fire* and *blaze*."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from paralattice.english.inflection import is_verb, key
from paralattice.english.tables import table_rows, word_class
from paralattice.english.words import is_content_word

_ENDINGS = sorted(word_class("suffixes", "noun"), key=lambda ending: (-len(ending), ending))
_STEM = 6
"""Minimum number of letters of a word without its ending."""
_NO_KIN = frozenset(map(key, word_class("nouns", "underived")))
_FAMILIES = {key(word): key(row[0]) for row in table_rows("families") for word in row}


@lru_cache(maxsize=65536)
def family(word: str) -> str:
    """Return the name of a word's family: that of its row, or the word without endings of nouns.

    *Announced* and *announcement* are one family; a word without a family has its base form.
    """
    base = key(word)
    if base in _FAMILIES:
        return _FAMILIES[base]
    low = word.lower()
    for ending in _ENDINGS:
        if low.endswith(ending) and len(low) - len(ending) >= _STEM and base not in _NO_KIN:
            stem = low[: -len(ending)]
            # *Removal* is of *remove*.
            verb = next((verb for verb in (stem, f"{stem}e") if is_verb(verb)), stem)
            return _FAMILIES.get(key(verb), key(verb))
    return base


def families(words: Iterable[str]) -> Iterator[str]:
    """Yield the families of content words; of *harbour-master*, without digits, those of its parts."""
    return chain.from_iterable(map(_families_of, words))


@lru_cache(maxsize=65536)
def _families_of(word: str) -> tuple[str, ...]:
    parts = [word] if any(letter.isdigit() for letter in word) else word.split("-")
    return tuple(family(part) for part in parts if is_content_word(part))
