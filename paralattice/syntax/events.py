"""Extracts predicate-argument structures: each verb with agent, patient and prepositional arguments."""

from collections.abc import Iterator
from dataclasses import dataclass

from paralattice.english.inflection import key
from paralattice.english.penn import CLAUSES
from paralattice.english.tables import word_class
from paralattice.english.words import HEDGE_FORMS, is_saying
from paralattice.syntax.nodes import Constituent, subject_of
from paralattice.syntax.roles import is_time_phrase
from paralattice.syntax.sentence import ParsedSentence

AGENT, PATIENT = "agent", "patient"
LIGHT = word_class("verbs", "light")
"""Light verbs, which identify no event."""


@dataclass(frozen=True, slots=True, eq=False)
class VerbEvent:
    """A verb with its arguments.

    Attributes
    ----------
    sentence
        Number of the sentence.
    verb
        Position of the main verb.
    base
        Its base form.
    phrase
        The verb phrase of that verb, without auxiliaries.
    clause
        The outermost node of its predicate: a finite clause, or the verb phrase that modifies a noun.
    passive
        Whether the verb is passive.
    hedged
        Whether it is negated, modal or otherwise not plainly claimed.
    arguments
        Head positions by role: ``agent``, ``patient``, or a preposition.
    """

    sentence: int
    verb: int
    base: str
    phrase: Constituent
    clause: Constituent
    passive: bool
    hedged: bool
    arguments: dict[str, int]

    @property
    def subject_role(self) -> str:
        """The role of its grammatical subject."""
        return PATIENT if self.passive else AGENT


def verb_events(sentence: ParsedSentence) -> list[VerbEvent]:
    """Return the events of a sentence, one for each main verb."""
    return [
        _event(sentence, phrase)
        for phrase in sentence.phrases
        if phrase.label == "VP"
        and not any(child.role == "verbs" for child in phrase.children)
        and sentence.tags[phrase.head].startswith("VB")
    ]


def _event(sentence: ParsedSentence, phrase: Constituent) -> VerbEvent:
    outer = phrase
    while outer.role == "verbs" and outer.parent is not None:
        outer = outer.parent
    verb = phrase.head
    passive = sentence.tags[verb] == "VBN" and _is_passive(sentence, outer, verb)
    clause = outer.parent if outer.parent is not None and outer.parent.label in CLAUSES else outer
    arguments = dict(_complements(sentence, phrase, passive))
    subject = _subject(clause, outer)
    if subject is not None:
        arguments[PATIENT if passive else AGENT] = subject
    words = {word.lower() for word in sentence.words[outer.begin : verb + 1]}
    hedged = bool(words & HEDGE_FORMS)
    return VerbEvent(
        sentence.number, verb, _base(sentence, phrase), phrase, clause, passive, hedged, arguments
    )


def _base(sentence: ParsedSentence, phrase: Constituent) -> str:
    """Return the base form of a verb, with its particle: *pull off* is not *pull*."""
    particles = [sentence.words[child.head] for child in phrase.children if child.role == "particle"]
    return " ".join([key(sentence.words[phrase.head]), *map(str.lower, particles)])


def _is_passive(sentence: ParsedSentence, outer: Constituent, verb: int) -> bool:
    """Return whether a participle is passive: it has *be*, *get* or no auxiliary."""
    before = [key(word) for word in sentence.words[outer.begin : verb]]
    return not before or "be" in before or "get" in before


def _subject(clause: Constituent, outer: Constituent) -> int | None:
    """Return the head of the subject of a predicate; of a relative clause or participle, the noun."""
    if clause.label in CLAUSES:
        subject = subject_of(clause)
        if subject is not None:
            return subject.head
        relative = clause.parent
        if relative is not None and relative.label == "SBAR" and relative.role == "relative":
            return relative.parent.head if relative.parent is not None else None
        return None
    if outer.parent is not None and outer.parent.label == "NP":
        return outer.parent.head
    if outer.role == "joined" and outer.parent is not None:
        upper = outer.parent
        while upper.parent is not None and upper.label == "VP":
            upper = upper.parent
        subject = subject_of(upper)
        return subject.head if subject is not None else None
    return None


def _complements(sentence: ParsedSentence, phrase: Constituent, passive: bool) -> Iterator[tuple[str, int]]:
    for child in phrase.children:
        if child.role == "object" and not passive:
            yield PATIENT, child.head
        elif child.label == "PP" and not is_time_phrase(child, sentence.words):
            for inner in child.children:
                if inner.label == "NP":
                    word = sentence.words[child.head].lower()
                    yield (AGENT if passive and word == "by" else word), inner.head


def main_event(sentence: ParsedSentence, events: list[VerbEvent]) -> VerbEvent | None:
    """Return the event of the sentence's main clause."""
    clause = sentence.main_clause
    return next((event for event in events if event.clause is clause), None)


def tells(event: VerbEvent) -> bool:
    """Return whether the verb can identify an event: it is neither a light verb nor a verb of saying."""
    return event.base not in LIGHT and not is_saying(event.base)
