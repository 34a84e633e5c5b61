"""Classes of English words: verbs of saying, hedges, persons, numbers, function words."""

from functools import lru_cache

from paralattice.english.inflection import key
from paralattice.english.tables import word_class, word_values

STATES = word_class("places", "state")
"""Names of states and countries that follow a city after a comma, with abbreviations."""
DEMONYMS = word_class("places", "demonym")
"""Adjectives of nations, peoples and states, which keep their capital letter."""
HEDGE_FORMS = word_class("modifiers", "hedge")
"""Words that change the claim of a sentence; they stay with their dependents."""
PERSONAL = word_class("function_words", "personal")
"""Pronouns and determiners that refer to something outside their phrase."""
AUXILIARIES = word_class("function_words", "auxiliary")
BE = word_class("function_words", "be")
"""Finite forms of *be* in the third person."""
PERSONS = word_class("nouns", "person")
"""Nouns of persons, besides those with :func:`ends_as_person`."""
_PERSON_ENDINGS = tuple(sorted(word_class("suffixes", "person")))
_THINGS = word_class("nouns", "thing")
GROUPS = word_class("nouns", "group")
"""Nouns of groups of persons, antecedents of *they*."""
NAMEABLE = word_class("nouns", "person", "group", "nameable")
"""Nouns that may be coreferent with a name, besides those with :func:`ends_as_person`."""
COLLECTIVES = word_class("nouns", "collective")
"""Nouns whose verbs may be singular or plural."""
DASHES = frozenset({"-", "--", "\u2013", "\u2014"})
NUMBERS = word_values("numbers", "figure")
"""Small numbers in letters with their figures."""
ORDINALS = word_class("numbers", "ordinal")
RANKED = word_class("nouns", "ranked")
"""Nouns that an ordinal counts, so that both may modify a noun after them: *fourth-quarter lead*."""
TITLES = word_class("nouns", "title")
"""Titles before names."""
NAMELESS = word_class("nouns", "nameless")
"""Titles and suffixes that are no names by themselves."""
_EMPTY = word_class("function_words", "function") | AUXILIARIES | PERSONAL
_SAYING = frozenset(map(key, word_class("verbs", "saying")))


@lru_cache(maxsize=65536)
def ends_as_person(noun: str) -> bool:
    """Return whether a lower-cased noun has an ending of persons: *driver*, *senator*, but not *river*."""
    return noun.endswith(_PERSON_ENDINGS) and noun not in _THINGS


def is_saying(word: str) -> bool:
    """Return whether a word is a form of a verb of saying."""
    return key(word) in _SAYING


@lru_cache(maxsize=65536)
def is_content_word(word: str) -> bool:
    """Return whether a word is a content word: it has a letter or digit and is no function word."""
    return word.lower() not in _EMPTY and any(letter.isalnum() for letter in word)


@lru_cache(maxsize=65536)
def is_punctuation(word: str) -> bool:
    """Return whether a token has neither letters nor digits."""
    return not any(letter.isalnum() for letter in word)
