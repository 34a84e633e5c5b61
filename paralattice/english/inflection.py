"""Inflects English words, and chooses *a* or *an*.

The dictionary is lemminflect's. It takes 0.3 s to load, so that it is loaded at first use.
"""

import re
from functools import cache, lru_cache

from paralattice.english.tables import word_values

_PARTS = {"VB": "VERB", "MD": "AUX", "NN": "NOUN", "JJ": "ADJ", "RB": "ADV"}
"""lemminflect's parts of speech by the first letters of Penn tags."""
_SPELLED = re.compile(r"(?!NA[ST]|FIFA|FEMA)[AEFHILMNORSX](?![a-z'])")
"""Letters and abbreviations whose names begin with a vowel: *an MP*, but *a NATO ship*."""
_SILENT = re.compile(r"hour|hono(?!l)|honest|heir|8|1[18](?=\D|$|\d{2,3}(?!\d))", re.IGNORECASE)
"""Words with a silent *h*, and numbers that begin with *eight*, *eleven* or *eighteen*."""
_CONSONANT = re.compile(
    r"U(?![a-z])|(?i:eu|ew|u(?:ni[cfloqpstv]|nanim|kr|[bcfgkrst][aeiou])|one(?![a-z])|once)"
)
"""Words that begin with the sound of *you* or *one*."""


@lru_cache(maxsize=65536)
def key(word: str) -> str:
    """Return the same text for all forms of a word, lower-cased: mostly its base form.

    Forms of a verb have its key even if they are nouns too: *shot*, *shootings* and *shoot*. A compound
    has that of its last part; an unknown word is its own key, or that of its singular.

    Examples
    --------
    >>> [key(word) for word in ("made", "Making", "shootings", "crew-members", "microservers")]
    ['make', 'make', 'shoot', 'crew-member', 'microserver']
    """
    import lemminflect

    low = word.lower()
    if low in _exceptions():
        return _exceptions()[low]
    known = lemminflect.getAllLemmas(low)
    if verbs := known.get("AUX") or known.get("VERB"):
        return str(verbs[0])
    if nouns := known.get("NOUN"):
        noun = str(nouns[0])
        return key(noun) if noun != low and noun.endswith("ing") else noun
    first, hyphen, last = low.rpartition("-")
    if hyphen and last:
        return first + hyphen + key(last)
    plural = low.endswith("s") and len(low) > 2 and low.isalpha() and not known
    return lemma(low, "NNS") if plural else low


@cache
def _exceptions() -> dict[str, str]:
    return word_values("nouns", "key") | word_values("verb_forms", "key")


def is_verb(word: str) -> bool:
    """Return whether a lower-cased word is the base form of a verb in the dictionary."""
    import lemminflect

    return word in lemminflect.getAllLemmas(word).get("VERB", ())


def lemma(word: str, tag: str) -> str:
    """Return the base form of a word with a Penn tag, lower-cased.

    Examples
    --------
    >>> lemma("gone", "VBN"), lemma("crews", "NNS")
    ('go', 'crew')
    """
    import lemminflect

    return str(lemminflect.getLemma(word.lower(), _PARTS[tag[:2]])[0])


def spellings(base: str, tag: str) -> tuple[str, ...]:
    """Return the forms of a base form that have a Penn tag, the most usual first.

    Examples
    --------
    >>> spellings("level", "VBD")
    ('leveled', 'levelled')
    """
    import lemminflect

    return tuple(lemminflect.getInflection(base, tag))


def inflect(base: str, tag: str) -> str:
    """Return the most usual form of a base form that has a Penn tag.

    Examples
    --------
    >>> inflect("go", "VBD"), inflect("stop", "VBG"), inflect("city", "NNS")
    ('went', 'stopping', 'cities')
    """
    return spellings(base, tag)[0]


def article(word: str) -> str:
    """Return the indefinite article before a word.

    Examples
    --------
    >>> [article(word) for word in ("umpire", "university", "hour", "MP", "18-year-old", "one-day")]
    ['an', 'a', 'an', 'an', 'an', 'a']
    """
    vowel = word[:1].lower() in tuple("aeiou") and not _CONSONANT.match(word)
    return "an" if vowel or _SPELLED.match(word) or _SILENT.match(word) else "a"
