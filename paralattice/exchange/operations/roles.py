"""Replaces verbs by those that the cluster has in one role: *told reporters* for *said*."""

from __future__ import annotations

from collections.abc import Iterator

from paralattice.english.tables import word_class
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.mentions import content_bases
from paralattice.exchange.evidence.sameness import alike, same_events
from paralattice.exchange.model.operation import (
    EXCHANGE,
    UNPLANNED,
    WORDING,
    Operation,
    SpanEdit,
    sourced_tokens,
)
from paralattice.syntax.events import PATIENT, VerbEvent
from paralattice.syntax.phrases import hedges
from paralattice.syntax.roles import is_time_phrase
from paralattice.syntax.sentence import ParsedSentence

_NEUTRAL = word_class("verb_forms", "neutral")
"""Forms of verbs that report without a stance: *said*, not *claimed*."""


def role_wordings(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield verbs of other sentences with the same subject and object, or for words of the same speaker."""
    if not frame.is_prose:
        return
    for one, other in same_events(cluster, frame):
        if _linked(cluster, one, other, PATIENT) and _ends(one) and _ends(other):
            yield from _other_verb(cluster, one, other, one.verb + 1, other.verb + 1)
    for one in cluster.events[frame.number]:
        for other in (event for row in cluster.events for event in row):
            if alike(frame, cluster.sentences[other.sentence]) and _told_alike(cluster, one, other):
                ends = one.phrase.children[-1].begin, other.phrase.children[-1].begin
                yield from _other_verb(cluster, one, other, *ends)


def _other_verb(
    cluster: ParsedCluster, one: VerbEvent, other: VerbEvent, end: int, other_end: int
) -> Iterator[Operation]:
    """Yield the exchange of a verb, with the words up to an end, if subjects corefer and the forms agree."""
    frame, source = cluster.sentences[one.sentence], cluster.sentences[other.sentence]
    words, others = frame.words[one.verb : end], source.words[other.verb : other_end]
    if words == others or frame.tags[one.verb] != source.tags[other.verb]:
        return
    if _linked(cluster, one, other, one.subject_role) and one.subject_role == other.subject_role:
        head = (source.number, other.verb)
        edit = SpanEdit(one.verb, end, sourced_tokens(source, other.verb, other_end))
        free = tuple(
            ((frame.number, place), UNPLANNED)
            for place, governor in enumerate(frame.governors)
            if governor == one.verb and not one.verb < place < end
        )
        heads = ((head, frame.governors[one.verb]), *free)
        yield Operation(
            EXCHANGE, f"{WORDING}: {' '.join(others)}", source.number, (edit,), heads, ((one.verb, head),)
        )


def _linked(cluster: ParsedCluster, one: VerbEvent, other: VerbEvent, role: str) -> bool:
    """Return whether the arguments of two verbs in a role corefer."""
    first, second = one.arguments.get(role, -1), other.arguments.get(role, -1)
    return cluster.referents.same((one.sentence, first), (other.sentence, second))


def _ends(event: VerbEvent) -> bool:
    """Return whether a verb opens its phrase, and its object follows it and nothing else that it asks for."""
    verb, *rest = event.phrase.children
    roles = [child.role for child in rest]
    return verb.head == event.verb and roles[:1] == ["object"] and not {"complement", "particle"} & {*roles}


def _told_alike(cluster: ParsedCluster, one: VerbEvent, other: VerbEvent) -> bool:
    """Return whether two verbs report clauses that share most of their words, directly or to somebody."""
    told = []
    for event in (one, other):
        sentence, (verb, *between) = cluster.sentences[event.sentence], event.phrase.children
        if not between or sentence.words[event.verb].lower() not in _NEUTRAL or verb.head != event.verb:
            return False
        clause = between.pop()
        if clause.role != "complement" or any(
            node.label != "NP" or is_time_phrase(node, sentence.words) for node in between
        ):
            return False
        told.append((sentence, clause))
    bases = [content_bases(*each) for each in told]
    return hedges(*told[0]) == hedges(*told[1]) and 2 * len(bases[0] & bases[1]) >= max(map(len, bases))
