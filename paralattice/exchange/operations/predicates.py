"""Exchanges predicates of the same event."""

from collections.abc import Iterator

from paralattice.english.families import family
from paralattice.english.inflection import key
from paralattice.english.tables import table_rows
from paralattice.english.words import ORDINALS, is_saying
from paralattice.exchange.evidence.cluster import ParsedCluster, pronouns_keep
from paralattice.exchange.evidence.mentions import are_akin
from paralattice.exchange.evidence.sameness import have_one_subject, same_events
from paralattice.exchange.evidence.speakers import may_report
from paralattice.exchange.model.operation import Operation, replacement
from paralattice.exchange.operations.noun_phrases import differ
from paralattice.syntax.events import AGENT, PATIENT, VerbEvent
from paralattice.syntax.nodes import Constituent
from paralattice.syntax.phrases import adjunct_kind, are_hedged_alike, tense
from paralattice.syntax.sentence import ParsedSentence

_FREE = frozenset({"time", "after", "place", "according"})
"""Kinds of opening phrases that suit any predicate."""
_SYNONYMS = frozenset(
    frozenset(" ".join(map(key, words.split())) for words in row[:2]) for row in table_rows("wordings")
)
"""Pairs of base forms of words that wordings exchange: *pass away*, *die*."""


def predicate_exchanges(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the exchanges of predicates without auxiliaries, for one verb of coreferent subjects."""
    for one, other in same_events(cluster, frame):
        source = cluster.sentences[other.sentence]
        if (
            not is_saying(one.base)
            and _mean_alike(cluster, one, other)
            and may_report(cluster, one, other)
            and _built_alike(frame, one, source, other)
            and (one.clause is frame.told or "according" not in source.text(other.phrase))
            and not _opens_with_manner(frame, one)
            and frame.words[one.clause.begin - 1] != "but"
            and differ(frame, one.phrase, source, other.phrase)
            and are_hedged_alike((frame, one.phrase), (source, other.phrase))
            and pronouns_keep(cluster, (source, other.phrase), (frame, one.phrase))
        ):
            yield replacement(frame, one.phrase, source, other.phrase, "predicate")


def _mean_alike(cluster: ParsedCluster, one: VerbEvent, other: VerbEvent) -> bool:
    """Return whether two verbs have one meaning, one subject, and no different objects.

    Verbs of one event may differ in meaning: *passed the rule*, *scrapped the rule*.
    """
    verbs = [cluster.sentences[event.sentence].words[event.verb] for event in (one, other)]
    synonymous = frozenset((one.base, other.base)) in _SYNONYMS or family(verbs[0]) == family(verbs[1])
    alike = (one.base == other.base or synonymous) and have_one_subject(cluster, one, other)
    # Who fell 60 metres is not who fell 150 metres.
    measures = [_counted(cluster.sentences[event.sentence], event.phrase) for event in (one, other)]
    differs = any(measures[1].get(unit, number) != number for unit, number in measures[0].items())
    return alike and not differs and not _take_others(cluster, one, other)


def _counted(sentence: ParsedSentence, node: Constituent) -> dict[str, str]:
    """Return the numbers before nouns of a phrase, by the base forms of the nouns."""
    places = range(node.begin, node.end - 1)
    counted = (place for place in places if sentence.tags[place : place + 2] in (("CD", "NNS"), ("CD", "NN")))
    return {key(sentence.words[place + 1]): sentence.words[place] for place in counted}


def _take_others(cluster: ParsedCluster, one: VerbEvent, other: VerbEvent) -> bool:
    """Return whether the objects of two verbs, or the agents of passives, have other nouns or numbers."""
    role = AGENT if one.passive else PATIENT
    places = [(event.sentence, event.arguments[role]) for event in (one, other) if role in event.arguments]
    if len(places) < 2:
        return False
    first, second = map(cluster.referents.mentions.get, places)
    if first is None or second is None:
        # *221g* is no mention, but not *188g*.
        return len({cluster.sentences[number].words[head].lower() for number, head in places}) > 1
    if first.numbers and second.numbers and first.numbers.isdisjoint(second.numbers):
        return True
    # Evidence of the verb alone may join any two things that were sold.
    joined = cluster.referents.same(first.place, second.place)
    alike = joined and (first.named or second.named or are_akin(first, second))
    return first.base != second.base and not alike


def _built_alike(frame: ParsedSentence, one: VerbEvent, source: ParsedSentence, other: VerbEvent) -> bool:
    """Return whether two verb phrases have the same voice, form and tense, and both or none an object.

    The last mark of a question or exclamation may belong to words in the predicate.  A participle may tell
    what a second predicate tells: *won the match, taking the cup, and took the cup*.
    """
    sides = (frame, one), (source, other)
    objects = [any(child.role == "object" for child in event.phrase.children) for _, event in sides]
    openings = [sentence.words[event.phrase.begin : event.verb] for sentence, event in sides]
    forms = [(event.passive, sentence.tags[event.verb], tense(sentence, event)) for sentence, event in sides]
    alike = all(first == second for first, second in (objects, openings, forms))
    again = one.phrase.role == "joined" and any(child.label == "S" for child in other.phrase.children)
    return alike and frame.words[-1] not in ("!", "?") and not again


def _opens_with_manner(frame: ParsedSentence, event: VerbEvent) -> bool:
    """Return whether a phrase before the subject belongs to the predicate, as *With a late goal, ...*.

    *For the second time* counts what the predicate tells.
    """
    return any(
        child.role == "adjunct"
        and child.begin < event.verb
        and child.label != "ADVP"
        and (adjunct_kind(frame, child) not in _FREE or not ORDINALS.isdisjoint(frame.text(child)))
        for above in event.phrase.ancestors()
        for child in above.children
    )
