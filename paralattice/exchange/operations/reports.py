"""Replaces a verb of saying by what the cluster has in its role: *told reporters* for *said*.

Verbs of other kinds are not replaced for their role alone: *adopted the rule* has that of *dropped the rule*.
"""

from collections.abc import Iterator

from paralattice.english.tables import word_class
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.mentions import content_bases
from paralattice.exchange.evidence.sameness import alike
from paralattice.exchange.model.operation import (
    EXCHANGE,
    UNPLANNED,
    WORDING,
    Operation,
    SpanEdit,
    sourced_tokens,
)
from paralattice.syntax.events import AGENT, VerbEvent
from paralattice.syntax.phrases import hedges
from paralattice.syntax.roles import is_time_phrase
from paralattice.syntax.sentence import ParsedSentence

_NEUTRAL = word_class("verb_forms", "neutral")
"""Forms of verbs that report without a stance: *said*, not *claimed*."""


def report_wordings(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield verbs of saying, with the addressee, for that of the same speaker with the same content."""
    reports = [event for row in cluster.events for event in row if _is_neutral(cluster, event)]
    for one in (event for event in reports if event.sentence == frame.number):
        for other in reports:
            source = cluster.sentences[other.sentence]
            if not alike(frame, source) or not _report_alike(cluster, one, other):
                continue
            spans = [(event.verb, event.phrase.children[-1].begin) for event in (one, other)]
            (begin, end), (start, stop) = spans
            if frame.words[begin:end] != source.words[start:stop]:
                head = (source.number, start)
                told = ((frame.number, one.phrase.children[-1].head), UNPLANNED)
                governed = head, frame.governors[begin]
                what = f"{WORDING}: {' '.join(source.words[start:stop])}"
                edit = SpanEdit(begin, end, sourced_tokens(source, start, stop))
                yield Operation(EXCHANGE, what, source.number, (edit,), (governed, told), ((begin, head),))


def _is_neutral(cluster: ParsedCluster, event: VerbEvent) -> bool:
    """Return whether a verb reports a clause without a stance, with nothing but the addressee between."""
    words = cluster.sentences[event.sentence].words
    first, *rest = event.phrase.children
    neutral = first.head == event.verb and words[event.verb].lower() in _NEUTRAL
    if not neutral or not rest or rest.pop().role != "complement":
        return False
    return all(node.label == "NP" and not is_time_phrase(node, words) for node in rest)


def _report_alike(cluster: ParsedCluster, one: VerbEvent, other: VerbEvent) -> bool:
    """Return whether two verbs report, of one speaker, clauses that share most of their words."""
    sides = [(cluster.sentences[event.sentence], event) for event in (one, other)]
    speakers = [(event.sentence, event.arguments.get(AGENT, -1)) for event in (one, other)]
    told = [(sentence, event.phrase.children[-1]) for sentence, event in sides]
    bases = [content_bases(*each) for each in told]
    return (
        cluster.referents.same(*speakers)
        and len({sentence.tags[event.verb] for sentence, event in sides}) == 1
        and hedges(*told[0]) == hedges(*told[1])
        and 2 * len(bases[0] & bases[1]) >= max(map(len, bases))
    )
