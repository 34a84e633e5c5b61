"""Function words, and the words that a rewording must neither drop nor invent.

A replacement keeps the numbers, the named entities, the punctuation, the grammatical persons and the
negation of the phrase that it replaces. Prepositions, articles and auxiliaries may change, but do not count
as a change of content.
"""

from collections import Counter
from collections.abc import Hashable, Iterable

from paralattice.english.stop_words import DEFAULT_STOP_WORDS
from paralattice.english.tables import word_class, word_values

_NEGATIONS = word_class("function_words", "negation")
_EXACT = (
    word_class("numbers", "exact")
    | word_class("time", "exact")
    | word_class("places", "exact")
    | word_class("nouns", "exact")
)
_PERSONS = word_values("function_words", "person") | word_values("verb_forms", "asking")
_OBJECTS = word_class("function_words", "object")
_NO_OBJECT = word_class("verb_forms", "intransitive")

_APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"

#: Lower-cased words whose replacement does not change the content of a sentence.
FUNCTION_WORDS = (
    DEFAULT_STOP_WORDS
    | _NEGATIONS
    | frozenset(_PERSONS)
    | word_class("function_words", "older", "empty", "light")
)


def is_content(word: str) -> bool:
    """Return whether a lower-cased word has content: a word of letters that is no function word."""
    word = word.replace(_APOSTROPHE, "'")
    return (
        len(word) > 1
        and word not in FUNCTION_WORDS
        and not word.startswith("<")
        and any(character.isalpha() for character in word)
    )


def takes_object(verb: str, word: str) -> bool:
    """Return whether a word may follow a verb: no pronoun as the object of a verb such as ``reply``."""
    return word not in _OBJECTS or verb not in _NO_OBJECT


def fixed_parts(words: Iterable[str]) -> Counter[Hashable]:
    """Return what a replacement of these lower-cased words must keep, with the number of occurrences.

    Parts are numbers, times, words of sex, generic tokens of entities, words with other characters than
    letters, punctuation, grammatical persons, and verbs of asking and of telling, which take other objects
    than verbs of saying; two negations cancel each other out.
    """
    parts: Counter[Hashable] = Counter()
    for word in (word.replace(_APOSTROPHE, "'") for word in words):
        if word in _PERSONS:
            parts["person", _PERSONS[word]] += 1
        elif word in _NEGATIONS:
            parts["negation"] ^= 1
        elif word in _EXACT or not word.isalpha():
            parts[word] += 1
    return +parts
