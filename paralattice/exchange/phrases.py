"""Classifies phrases for several operations: adjuncts, pronouns, tense, attributions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from paralattice.exchange.constituents import (
    CLAUSES,
    FINITE,
    NOUNS,
    Constituent,
    ParsedSentence,
    content_phrase,
    is_time_phrase,
    predicate_of,
    subject_of,
)
from paralattice.exchange.events import VerbEvent
from paralattice.exchange.operations import ParsedCluster, ends_aside
from paralattice.exchange.words import (
    DAYS,
    HEDGE_FORMS,
    MONTHS,
    PERSONAL,
    TIME_OPENERS,
    TIMELY,
    base_form,
    is_punctuation,
    is_saying,
)

_SPEAKING = frozenset({*NOUNS, "DT", "JJ", "POS", "PRP$", "CD", "IN", "HYPH"})
"""Tags of the words of phrases that name a speaker."""
_SPEAKERS = frozenset({"i", "me", "my", "we", "us", "our", "you", "your"})
_PLACES = frozenset({"in", "at", "near", "outside", "inside", "off"})
_ABSTRACT = frozenset(
    {"connection", "response", "addition", "relation", "reaction", "protest", "return", "honor", "honour"}
)
"""Nouns whose phrase with *in* is no place."""
_REASONS = frozenset({"because", "for", "over", "due", "amid", "despite"})


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
    if opener in _PLACES:
        return "place"
    return "reason" if opener in _REASONS else opener


def calendar(sentence: ParsedSentence, node: Constituent) -> set[str]:
    """Return the days, months and years that a phrase names."""
    low = {word.lower().rstrip(".") for word in sentence.text(node)}
    years = {word for word in low if word.isdigit() and len(word) == 4}
    return (low & (DAYS | MONTHS)) | years


def free_pronouns(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase has a pronoun before its first noun, so that its antecedent is elsewhere."""
    for place in range(node.begin, node.end):
        if sentence.words[place].lower() in PERSONAL and sentence.tags[place] in ("PRP", "PRP$", "DT"):
            return True
        if sentence.tags[place].startswith("NN"):
            return False
    return False


def has_pronoun(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase has a personal or possessive pronoun."""
    return any(sentence.tags[place] in ("PRP", "PRP$") for place in range(node.begin, node.end))


def clause_subject(node: Constituent) -> Constituent | None:
    """Return the subject of the nearest clause above a node that has one, unless the node is that subject."""
    for above in node.ancestors():
        if above.label in CLAUSES:
            subject = subject_of(above)
            if subject is not None and subject is not node:
                return subject
    return None


def hedges(sentence: ParsedSentence, node: Constituent) -> set[str]:
    """Return the hedges in a phrase."""
    return {word.lower() for word in sentence.text(node)} & HEDGE_FORMS


def pronouns_keep(
    cluster: ParsedCluster,
    pair: tuple[ParsedSentence, Constituent],
    other: tuple[ParsedSentence, Constituent],
) -> bool:
    """Return whether the pronouns of a phrase keep their referents in the place of another phrase.

    True without free pronouns; otherwise both clauses must have coreferent subjects.  False for *I*, *we*
    and *you*.
    """
    (source, new), (frame, old) = pair, other
    if not _SPEAKERS.isdisjoint(word.lower() for word in source.text(new)):
        return False
    if not has_pronoun(source, new) or not free_pronouns(source, new):
        return True
    one, two = clause_subject(new), clause_subject(old)
    if one is None or two is None:
        return False
    return cluster.referents.same((source.number, one.head), (frame.number, two.head))


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
    if first < event.verb and base_form(sentence.words[first]) == "have":
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


class Attribution(NamedTuple):
    """An attribution at the end of a sentence: *..., police said*.

    Attributes
    ----------
    begin, end
        Half-open span of words, without the comma before it.
    head
        Position of the verb of saying, or of *according*.
    told
        Position of the head of what is said.
    """

    begin: int
    end: int
    head: int
    told: int


def closing_attribution(sentence: ParsedSentence, clause: Constituent) -> Attribution | None:
    """Return the attribution at the end of a sentence, as in *..., police said*, or ``None``.

    Parsers attach it to various nodes, so that words decide: the sentence has no other verb of saying.

    Parameters
    ----------
    clause
        The sentence's main clause.
    """
    if sum(map(is_saying, sentence.words)) != 1 or not is_punctuation(sentence.words[-1]):
        return None
    told, subject, predicate = clause.children[0], subject_of(clause), predicate_of(clause)
    if told.label == "S" and subject is not None and predicate is not None:
        begin, end = min(subject.begin, predicate.begin), max(subject.end, predicate.end)
        found = Attribution(begin, end, predicate.head, told.head)
        if _closes(sentence, begin, end) and is_saying(sentence.words[predicate.head]):
            return found
    for node in sentence.root.phrases():
        if _closes(sentence, node.begin, node.end) and _tells_speaker(sentence, node):
            return Attribution(node.begin, node.end, node.head, clause.head)
    return _last_words(sentence, clause)


def _last_words(sentence: ParsedSentence, clause: Constituent) -> Attribution | None:
    """Return the attribution if the words after the last comma are a speaker and a verb of saying.

    Parsers often take these words for a second predicate of the clause, or for a part of its last phrase.
    """
    last = len(sentence.words) - 1
    begin = next((place + 1 for place in range(last, 0, -1) if sentence.words[place] == ","), last)
    verb = next((place for place in range(begin, last) if is_saying(sentence.words[place])), last)
    told = (predicate_of(clause) or clause).head
    if not begin <= verb < last or not clause.begin <= told < begin - 1:
        return None
    found = Attribution(begin, last, verb, told)
    return found if _names_speaker(sentence, found) else None


def _names_speaker(sentence: ParsedSentence, saying: Attribution) -> bool:
    """Return whether words are *according to* and a name, or a speaker, a verb of saying and maybe a time."""
    begin, end, verb, _ = saying
    speaker, rest = sentence.tags[begin:verb], sentence.words[verb + 1 : end]
    if sentence.words[verb].lower() == "according":
        return not speaker and rest[:1] == ("to",) and len(rest) > 1
    timed = all(word.lower() in TIMELY for word in rest)
    return timed and _is_speaker(speaker) and sentence.tags[verb] in FINITE


def crossing(sentence: ParsedSentence, begin: int, end: int) -> list[int]:
    """Return the positions of words, without marks, whose governor is across a limit of a span."""
    inside = [begin <= place < end for place in range(len(sentence.words))]
    return [
        place
        for place, governor in enumerate(sentence.governors)
        if governor >= 0 and inside[place] != inside[governor] and not is_punctuation(sentence.words[place])
    ]


def _is_speaker(tags: Sequence[str]) -> bool:
    """Return whether tags are those of a noun phrase that may name a speaker."""
    return any(tag.startswith("NN") for tag in tags) and tags[0] != "IN" and _SPEAKING.issuperset(tags)


def _closes(sentence: ParsedSentence, begin: int, end: int) -> bool:
    """Return whether a span ends the sentence after a comma."""
    return end == len(sentence.words) - 1 and begin > 2 and sentence.words[begin - 1] == ","


def _tells_speaker(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase is *according to ...* or a clause of a speaker and a verb of saying alone."""
    if node.label == "PP":
        return sentence.words[node.begin].lower() == "according"
    predicate = predicate_of(node)
    if node.label not in CLAUSES or predicate is None or subject_of(node) is None:
        return False
    return is_saying(sentence.words[predicate.head]) and not has_clause(
        content_phrase(predicate).children[-1]
    )


def told_clause(frame: ParsedSentence, told: Constituent) -> Constituent | None:
    """Return the reported clause if it can stand alone: finite, with a subject that is no pronoun."""
    inner = told
    if told.label == "SBAR":
        if len(told.children) > 2 or told.children[-1].label != "S":
            return None
        if len(told.children) == 2 and frame.words[told.begin].lower() != "that":
            return None
        inner = told.children[-1]
    subject = subject_of(inner)
    if subject is None or has_pronoun(frame, subject):
        return None
    return inner
