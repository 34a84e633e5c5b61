"""Classifies phrases: adjuncts, pronouns, hedges, tense, places."""

from itertools import pairwise

from paralattice.english.calendar import DAYS, MONTHS, TIME_OPENERS, TIMELY
from paralattice.english.inflection import key
from paralattice.english.penn import CLAUSES
from paralattice.english.tables import word_class
from paralattice.english.words import GROUPS, HEDGE_FORMS, ORDINALS, is_punctuation
from paralattice.syntax.events import VerbEvent
from paralattice.syntax.nodes import Constituent
from paralattice.syntax.roles import is_time_phrase
from paralattice.syntax.sentence import ParsedSentence

_LIMITS = frozenset({("up", "to"), ("as", "many"), ("as", "much"), ("less", "than"), ("fewer", "than")})
"""Pairs of words that limit the number after them, besides hedges."""
# Groups that need no name.
_KNOWN = ("police", "authorities")
_NEAR = 4
"""Words before *after ...* among which an ordinal may count from it."""


def ends_aside(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a noun or prepositional phrase ends with an aside that a comma opens and none closes."""
    while node.children and node.label in ("NP", "PP"):
        last = node.children[-1]
        if last.begin > node.begin and sentence.words[last.begin - 1] == "," and not last.is_word:
            return True
        node = last
    return False


def opens_clause(sentence: ParsedSentence, place: int) -> bool:
    """Return whether a word joins a clause to one before it: *and* of *it rained, and the crew left*."""
    joined = (node for node in sentence.phrases if node.label == "S")
    return any(child.begin == place and child.label == "CC" for node in joined for child in node.children)


def precedes_subject(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase ends what opens its clause: a comma and then the subject follow.

    The parser may put a subject into the predicate before it: *(sank , (Berg) (said))*.
    """
    return sentence.words[node.end : node.end + 1] == (",",) and any(
        child.begin == node.end + 1
        and (child.role == "subject" or (child.label, after.label) == ("NP", "VP"))
        for outer in node.ancestors()
        for child, after in pairwise(outer.children)
    )


_PLACES = word_class("function_words", "place")
_ABSTRACT = word_class("nouns", "abstract")
"""Nouns whose phrase with *in* is no place."""
_REASONS = word_class("function_words", "reason")


def adjunct_kind(sentence: ParsedSentence, node: Constituent) -> str:
    """Return the kind of an adjunct: ``time``, ``after``, ``place``, ``reason`` ..., or its first word."""
    opener = sentence.words[node.begin].lower()
    if node.label == "S":
        return "participle"
    if is_time_phrase(node, sentence.words):
        return "time"
    if opener in TIME_OPENERS and (opener != "as" or node.label == "SBAR") and len(node) > 1:
        return "after"
    if node.label == "ADVP":
        return "adverb"
    if opener == "in" and not _ABSTRACT.isdisjoint(sentence.words[node.begin + 1 : node.begin + 2]):
        return "reason"
    if opener in _PLACES and not _is_bare(sentence, node):
        return "place"
    return "reason" if opener in _REASONS else opener


def _is_bare(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether the object of a preposition is a noun alone, and no name: *in love*."""
    return len(node) == 2 and sentence.tags[node.begin + 1] == "NN"


def calendar(sentence: ParsedSentence, node: Constituent) -> set[str]:
    """Return the days, months and years that a phrase names."""
    low = {word.lower().rstrip(".") for word in sentence.text(node)}
    return (low & (DAYS | MONTHS)) | {word for word in low if word.isdigit() and len(word) == 4}


def is_bound(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a time is one with words beside it.

    *Friday* of *Friday, May 2,*; *after a year* of *his first game after a year*.
    """
    before = map(str.lower, sentence.words[max(0, node.begin - _NEAR) : node.begin])
    after = [word.lower() for word in sentence.words[node.end : node.end + 2]]
    counted = adjunct_kind(sentence, node) == "after" and not ORDINALS.isdisjoint(before)
    return counted or (after[:1] == [","] and not MONTHS.isdisjoint(after))


def has_pronoun(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase has a personal or possessive pronoun."""
    return any(sentence.tags[place] in ("PRP", "PRP$") for place in range(node.begin, node.end))


def hedges(sentence: ParsedSentence, node: Constituent) -> set[str]:
    """Return the hedges in a phrase."""
    return {word.lower() for word in sentence.text(node)} & HEDGE_FORMS


def are_hedged_alike(
    one: tuple[ParsedSentence, Constituent], other: tuple[ParsedSentence, Constituent]
) -> bool:
    """Return whether two phrases have the same hedges and limits of numbers, as *up to 20*."""
    limits = [
        _LIMITS.intersection(pairwise(map(str.lower, sentence.text(node)))) for sentence, node in (one, other)
    ]
    return hedges(*one) == hedges(*other) and limits[0] == limits[1]


def tense(sentence: ParsedSentence, event: VerbEvent) -> str:
    """Return the tense of an event: ``past``, ``present``, ``perfect``, ``modal`` or ``none``."""
    outer = event.phrase
    while outer.role == "verbs" and outer.parent is not None:
        outer = outer.parent
    first = next(
        (
            place
            for place in range(outer.begin, event.verb + 1)
            if sentence.tags[place][:2] in ("VB", "MD", "TO")
        ),
        event.verb,
    )
    tag = sentence.tags[first]
    if tag == "MD":
        return "modal"
    if first < event.verb and key(sentence.words[first]) == "have":
        return "perfect"
    return {"VBD": "past", "VBZ": "present", "VBP": "present"}.get(tag, "none")


def trailing_place(sentence: ParsedSentence, phrase: Constituent) -> int | None:
    """Return where an adjunct may follow the complements of a verb; ``None`` if it would join a clause."""
    place = None
    for child in phrase.children:
        if child.end <= phrase.head:
            continue
        if child.role == "adjunct" and has_clause(child):
            return place
        if child.label in ("SBAR", "S", "VP", "CC") or has_clause(child):
            return None
        if is_punctuation(sentence.words[child.begin]) or child.label == "PRN":
            return place
        if ends_aside(sentence, child):
            return None
        if child.label == "PP" and sentence.words[child.begin].lower() == "as":
            return place
        place = child.end
    return place


def has_clause(node: Constituent) -> bool:
    """Return whether a phrase contains a verb phrase or a clause."""
    return any(inner.label in ("VP", "SBAR", *CLAUSES) for inner in node.phrases())


def means_another(sentence: ParsedSentence, begin: int, end: int) -> bool:
    """Return whether a group that would speak first is none of the names in what it tells.

    *The agency said Norvik Ferries left* means that an agency of another name said it, and *a pilot of the
    yard said Norvik Ferries left* perhaps one of another yard.

    Parameters
    ----------
    begin, end
        Half-open span of the group.
    """
    words, tags = sentence.words, sentence.tags
    named = not {word.lower() for word, tag in zip(words, tags, strict=True) if tag[:3] == "NNP"} <= TIMELY
    unnamed = words[begin] == "the" and words[end - 1] not in _KNOWN and "NNP" not in tags[begin:end]
    owned = ("the", "NN") in zip(words[begin + 1 : end], tags[begin + 2 : end], strict=False)
    return named and (owned or (unnamed and not GROUPS.isdisjoint((words[end - 1], key(words[end - 1])))))
