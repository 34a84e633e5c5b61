"""Coreference: groups the noun phrases of a cluster that refer to the same entity, and its verbs by event.

A learnt score says how probable it is that two mentions corefer; average linkage groups them, and what
contradicts, as other first names or numbers, is never in one group.  Verbs follow, whose arguments then are
known.
"""

from collections.abc import Sequence

import numpy as np

from paralattice.english.words import GROUPS, PERSONS, ends_as_person
from paralattice.exchange.evidence.cohesion import is_one_event, linked_share, names_alone
from paralattice.exchange.evidence.entity_features import EntityEvidence
from paralattice.exchange.evidence.event_features import EventEvidence
from paralattice.exchange.evidence.grouping import Numbers, groups_of
from paralattice.exchange.evidence.learnt import learnt_score
from paralattice.exchange.evidence.mentions import Mention, is_person, mentions_of
from paralattice.exchange.model.operation import Place
from paralattice.syntax.events import VerbEvent
from paralattice.syntax.sentence import ParsedSentence

ENTITIES, EVENTS = 750, 850
"""Least mean probability of a group of mentions and of verbs, in thousandths."""

_NAMES = 0.8
"""Least probability that two names corefer."""
_OFTEN = 2
"""Number of sentences that must call somebody *the agent*, so that it is nobody of another name."""


class Referents:
    """The noun phrases and verbs of a cluster, grouped by coreference.

    Parameters
    ----------
    sentences
        The sentences of the cluster.
    events
        The events of each sentence.

    Attributes
    ----------
    mentions
        The noun phrases by their heads.
    of_base
        Those of each base form.
    linked
        Share of the sentences that entities and events link with the most linked one, from 0 to 1.
    one_event
        Whether these are enough for one event; if not, names alone are joined.
    several_persons
        Whether there are several victims of different names, or *a second man*, so that *the man* may be any
        of them.
    """

    def __init__(self, sentences: Sequence[ParsedSentence], events: Sequence[Sequence[VerbEvent]]) -> None:
        self.mentions: dict[Place, Mention] = {
            mention.place: mention for sentence in sentences for mention in mentions_of(sentence).values()
        }
        entities = EntityEvidence(sentences, self.mentions, events)
        self._described = entities.described
        self._genders = dict(zip(self.mentions, entities.genders, strict=True))
        self._numbers = {place: number for number, place in enumerate(self.mentions)}
        self._scores = _scores("entities", entities, len(self.mentions))
        self._first = _grouped(self._scores, entities, list(self.mentions), ENTITIES)
        verbs = EventEvidence(sentences, events, self.first)
        places = [(event.sentence, event.verb) for event in verbs.events]
        self._first_event = _grouped(_scores("events", verbs, len(places)), verbs, places, EVENTS)
        self.linked = linked_share((self._first, self._first_event), len(sentences))
        self.one_event = is_one_event(self.linked, len(sentences))
        if not self.one_event:
            self._first = names_alone(
                self._first, {place: each.named for place, each in self.mentions.items()}
            )
            self._first_event = {place: place for place in places}
        parties = zip(self.mentions.values(), entities.parties, strict=True)
        victims = {self.first(each.place) for each, party in parties if each.named and party < 0}
        self.several_persons = len(victims) > 1 or any(
            is_person(each) and not each.plural and "second" in each.marks for each in self.mentions.values()
        )
        self._groups: dict[Place, list[Mention]] = {}
        self.of_base: dict[str, list[Mention]] = {}
        for place, mention in self.mentions.items():
            self._groups.setdefault(self.first(place), []).append(mention)
            self.of_base.setdefault(mention.base, []).append(mention)

    def same(self, one: Place, other: Place) -> bool:
        """Return whether two heads are coreferent; of several persons, nobody knows who *the man* is."""
        first, second = self.mentions.get(one), self.mentions.get(other)
        if first is None or second is None or self.first(one) != self.first(other):
            return False
        return first is second or self._is_known(first, second)

    def _is_known(self, one: Mention, other: Mention) -> bool:
        return not (self.several_persons and any(is_person(each) and not each.named for each in (one, other)))

    def certainty(self, one: Place, other: Place) -> float:
        """Return how probable it is that two heads of different sentences corefer, from 0 to 1.

        Heads of no mentions, such as verbs, have 1.
        """
        known = {one, other} <= self.mentions.keys()
        return int(self._scores[self._numbers[one], self._numbers[other]]) / 1000 if known else 1.0

    def are_surely_one(self, one: Mention, other: Mention, least: float) -> bool:
        """Return whether two coreferent mentions corefer with at least some probability; names need less."""
        least = min(least, _NAMES) if one.named and other.named else least
        return self._is_known(one, other) and self.certainty(one.place, other.place) >= least

    def may_be(self, one: Mention, other: Mention) -> bool:
        """Return whether a name may stand for a noun: two sentences call nobody else so, *agent Ida Berg*.

        Nobody who is described as a person is *the company*.
        """
        noun, name = sorted((one, other), key=lambda each: each.named)
        if noun.named or not name.named:
            return True
        called = [each for each, base in self._described if base == noun.base]
        often = any(len(self._described[each, noun.base]) >= _OFTEN for each in called)
        nouns = (base for each, base in self._described if each == name.base)
        person = any(base in PERSONS or ends_as_person(base) for base in nouns)
        return name.base in called or not (often or (person and noun.base in GROUPS))

    def coreferent(self, mention: Mention) -> list[Mention]:
        """Return all mentions that are coreferent with one, with itself."""
        return self._groups[self.first(mention.place)]

    def gender(self, mention: Mention) -> int:
        """Return 1 if what a mention refers to is male, -1 if it is female, and 0 if nothing tells it."""
        told = sum(self._genders[each.place] for each in self.coreferent(mention))
        return (told > 0) - (told < 0)

    def first(self, place: Place) -> Place:
        """Return the place that represents all coreferent mentions; the place itself if it has no mention."""
        return self._first.get(place, place)

    def same_event(self, one: VerbEvent, other: VerbEvent) -> bool:
        """Return whether two verbs describe the same event."""
        first, second = (one.sentence, one.verb), (other.sentence, other.verb)
        return self._first_event[first] == self._first_event[second]


def _scores(score: str, evidence: EntityEvidence | EventEvidence, count: int) -> Numbers:
    """Return the table of the probabilities of all pairs, in thousandths; -1 for those that cannot be."""
    table = np.full((count, count), -1, dtype=np.int64)
    one, other = evidence.pairs.one, evidence.pairs.other
    table[one, other] = table[other, one] = learnt_score(score).probabilities(evidence.features())
    return table


def _grouped(
    scores: Numbers, evidence: EntityEvidence | EventEvidence, places: Sequence[Place], least: float
) -> dict[Place, Place]:
    """Return for each place the first one of its group."""
    groups = groups_of(scores, evidence.forbidden, least)
    return {place: places[first] for place, first in zip(places, groups, strict=True)}
