"""Inflects synonyms like the word they replace.

The kinds of forms are ``plural``; ``third``, ``past``, ``participle`` and ``gerund``; ``comparative`` and
``superlative``; base forms have the kind ``""``.
"""

from paralattice.english.inflection import inflect, spellings
from paralattice.english.tables import word_class

_TAGS = {"plural": "NNS", "comparative": "JJR", "superlative": "JJS"}
_VERBS = {"": "VB", "third": "VBZ", "past": "VBD", "participle": "VBN", "gerund": "VBG"}
_PLURALS = word_class("nouns", "plural-only")


def kinds(pos: str, form: str, base: str) -> tuple[str, ...]:
    """Return all kinds that a form can have: *cast* is a base form, a past tense and a participle.

    Parameters
    ----------
    pos
        Part of speech: ``n``, ``v``, ``a``, ``r``.
    form, base
        The lower-cased word, and its base form.
    """
    if pos == "v":
        found = tuple(kind for kind, tag in _VERBS.items() if form in spellings(base, tag))
        return found or _by_ending(form)
    if form == base or pos == "r":
        return ("plural",) if pos == "n" and form in _PLURALS else ("",)
    if pos == "n":
        return ("plural",)
    return ("superlative",) if form.endswith("st") else ("comparative",)


def like(pos: str, form: str, base: str, other: str) -> tuple[str, ...]:
    """Return another base form, inflected like a given word.

    Parameters
    ----------
    pos, form, base
        As of :func:`kinds`.
    other
        A base form of one or more words. The first word of a verb, or else the last word, is inflected.
    """
    words = other.split(" ")
    kind = "" if form == base else kinds(pos, form, base)[0]
    if kind:
        place = 0 if pos == "v" else -1
        words[place] = inflect(words[place], (_VERBS if pos == "v" else _TAGS)[kind])
    return tuple(words)


def _by_ending(form: str) -> tuple[str, ...]:
    """Return the kinds of a form of a verb that the dictionary does not have, such as *am*."""
    if form.endswith("ing"):
        return ("gerund",)
    return ("third",) if form.endswith("s") else ("past", "participle")
