"""Grammatical roles of constituents: subject, object, time, attribution ..."""

from collections.abc import Sequence

from paralattice.english.calendar import DAYS, TIME_OPENERS, TIME_WORDS, TIMELY, is_year
from paralattice.english.inflection import key
from paralattice.english.penn import CLAUSES
from paralattice.english.tables import word_class
from paralattice.english.words import AUXILIARIES
from paralattice.syntax.nodes import Constituent, is_finite

NOUN_ROLES = frozenset({"subject", "object", "preposition's object"})
"""Roles of noun phrases that name what a sentence is about."""
_LONGEST_TIME = 8
_VISITING = word_class("verbs", "visiting")


def role_of(parent: Constituent, child: Constituent, words: Sequence[str]) -> str:
    """Return the role of a phrase under its parent."""
    if parent.label in CLAUSES:
        return _role_in_clause(parent, child)
    if parent.label == "VP":
        return _role_in_predicate(parent, child, words)
    if parent.label in ("PP", "WHPP"):
        return "preposition's object"
    return _role_in_noun_phrase(parent, child, words) if parent.label in ("NP", "NX", "NML") else ""


def _role_in_clause(parent: Constituent, child: Constituent) -> str:
    predicate = next((other for other in parent.children if other.label == "VP"), None)
    if child is predicate:
        return "predicate" if is_finite(child) else "non-finite"
    if predicate is None:
        return ""
    if child.label == "NP" and child.end <= predicate.begin and is_finite(predicate):
        nouns = [other for other in parent.children if other.label == "NP" and other.end <= predicate.begin]
        return "subject" if child is nouns[-1] else "adjunct"
    if child.label in ("PP", "ADVP", "SBAR", "NP"):
        return "adjunct"
    return "clause" if child.label == "S" else ""


def _role_in_predicate(parent: Constituent, child: Constituent, words: Sequence[str]) -> str:
    role = _ROLES_IN_PREDICATES.get(child.label, "")
    if child.label == "VP":
        return "verbs" if _is_helped(parent, child) else "joined"
    if child.label == "NP":
        if is_time_phrase(child, words):
            return "adjunct"
        return "complement" if words[parent.head].lower() in AUXILIARIES else "object"
    if child.label == "SBAR" and words[child.begin].lower() in _SUBORDINATORS:
        return "adjunct"
    if child.label == "S" and words[child.begin - 1] == "," and words[child.begin].endswith("ing"):
        return "adjunct"
    return role


_ROLES_IN_PREDICATES = {
    "PP": "adjunct",
    "ADVP": "adjunct",
    "SBAR": "complement",
    "S": "complement",
    "ADJP": "complement",
    "PRT": "particle",
}


def _is_helped(parent: Constituent, child: Constituent) -> bool:
    """Return whether auxiliaries alone, with adverbs, stand before a verb phrase."""
    before = [other for other in parent.children if other.begin < child.begin]
    return bool(before) and all(map(_helps, before))


def _helps(node: Constituent) -> bool:
    return node.label == "ADVP" or (node.is_word and node.label[:2] in ("VB", "MD", "TO", "RB"))


_SUBORDINATORS = TIME_OPENERS | word_class("function_words", "subordinator")


def _role_in_noun_phrase(parent: Constituent, child: Constituent, words: Sequence[str]) -> str:
    if child.children[-1].label == "POS":
        return "possessive"
    if child is parent.children[0] and child.label in ("NP", "NX", "NML"):
        return "core"
    before = words[child.begin - 1] if child.begin > parent.begin else ""
    if child.label == "NP" and before in (",", "--", "-"):
        return "appositive"
    return "relative" if child.label == "SBAR" else "modifier"


def is_time_phrase(node: Constituent, words: Sequence[str]) -> bool:
    """Return whether a noun, preposition or adverb phrase says when something happens."""
    low = [word.lower() for word in words[node.begin : node.end]]
    if not 0 < len(low) <= _LONGEST_TIME:
        return False
    if node.label == "PP":
        # *He stopped by Friday*.
        if low[0] == "by" and node.begin and key(words[node.begin - 1]) in _VISITING:
            return False
        last = _last_phrase(node)
        return last is not None and low[0] != "of" and is_time_phrase(last, words)
    # *Later in the day*.
    if node.label == "ADVP" and low[0] in TIMELY and node.children[-1].label == "PP":
        return is_time_phrase(node.children[-1], words)
    named = not DAYS.isdisjoint(low) or _is_time_word(words[node.head].lower())
    return named and all(word in TIMELY or not word.isalpha() for word in low)


def _last_phrase(node: Constituent) -> Constituent | None:
    """Return the last noun or adverb phrase of a prepositional phrase."""
    return next((child for child in reversed(node.children) if child.label in ("NP", "ADVP")), None)


def _is_time_word(word: str) -> bool:
    """Return whether a lower-cased word heads expressions of time: *week*, *May*, *1962*, *11am*."""
    return word in TIME_WORDS or is_year(word) or word.lstrip("0123456789.:") in ("am", "pm")
