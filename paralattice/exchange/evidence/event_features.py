"""Features of pairs of verbs, to score whether they describe the same event."""

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from paralattice.english.families import family
from paralattice.english.inflection import key
from paralattice.english.words import is_content_word, is_saying
from paralattice.exchange.evidence.pairs import Features, Pairs
from paralattice.exchange.model.operation import Place
from paralattice.syntax.events import AGENT, LIGHT, PATIENT, VerbEvent, main_event
from paralattice.syntax.phrases import calendar, tense
from paralattice.syntax.roles import is_time_phrase
from paralattice.syntax.sentence import ParsedSentence


class EventEvidence:
    """The verbs of a cluster with what is known of each, and the features of their pairs.

    Parameters
    ----------
    sentences
        The sentences of the cluster.
    events
        The events of each sentence.
    entity
        Function that returns the same place for the heads of coreferent phrases.

    Attributes
    ----------
    events
        The events in one list.
    forbidden
        Symmetric table of the events in one sentence.
    pairs
        The other pairs of events.
    """

    def __init__(
        self,
        sentences: Sequence[ParsedSentence],
        events: Sequence[Sequence[VerbEvent]],
        entity: Callable[[Place], Place],
    ) -> None:
        self.events = [event for row in events for event in row]
        numbers = np.array([event.sentence for event in self.events], dtype=np.int64)
        self.forbidden = numbers[:, None] == numbers
        self.pairs = Pairs([event.sentence for event in self.events], self.forbidden)
        self._sentences = sentences
        self._own = [sentences[event.sentence] for event in self.events]
        self._entity = entity
        self._rows = events

    def features(self) -> Features:
        """Return the features of all pairs."""
        return self._verbs() | self._arguments() | self._surroundings()

    def _verbs(self) -> Features:
        """Return how the verbs agree."""
        pairs, events = self.pairs, self.events
        bases = [event.base for event in events]
        tellers: dict[str, set[int]] = defaultdict(set)
        for event in events:
            tellers[event.base].add(event.sentence)
        equal = pairs.equal(bases)
        together, _ = pairs.shared([tellers[base] for base in bases])
        count = len(self._sentences)
        return {
            "equal verb": equal,
            "equal family": pairs.equal([family(self._word(event)) for event in events]),
            "equal form": pairs.equal([self._word(event).lower() for event in events]),
            "equal voice": pairs.equal([event.passive for event in events]),
            "equal tense": pairs.equal(
                [tense(sentence, event) for sentence, event in zip(self._own, events, strict=True)]
            ),
            **pairs.least_and_most([event.passive for event in events], "passive"),
            **pairs.least_and_most([event.hedged for event in events], "hedged"),
            **pairs.least_and_most([event.base in LIGHT for event in events], "light"),
            **pairs.least_and_most([is_saying(event.base) for event in events], "saying"),
            **pairs.least_and_most([len(tellers[base]) / count for base in bases], "frequency"),
            "together": np.where(equal, 0, together / count),
        }

    def _word(self, event: VerbEvent) -> str:
        return self._sentences[event.sentence].words[event.verb]

    def _arguments(self) -> Features:
        """Return which arguments corefer, or are equal nouns."""
        pairs, events = self.pairs, self.events
        found: Features = {}
        for role in (AGENT, PATIENT):
            heads = [self._argument(event, role) for event in events]
            entities = [None if head is None else self._entity(head) for head in heads]
            there = pairs.both([head is not None for head in heads])
            found[f"same {role}"] = pairs.equal(entities)
            found[f"equal {role}"] = pairs.equal([head and self._base(head) for head in heads])
            found[f"{role}s"] = there[0].astype(int) + there[1]
        everything = [
            frozenset(self._entity((event.sentence, head)) for head in event.arguments.values())
            for event in events
        ]
        nouns = [
            frozenset(self._base((event.sentence, head)) for head in event.arguments.values())
            for event in events
        ]
        found["same arguments"], found["other arguments"] = pairs.shared(everything)
        found["equal arguments"], _ = pairs.shared(nouns)
        found["subject is same"] = pairs.equal([self._subject(event) for event in events])
        return found

    def _subject(self, event: VerbEvent) -> Place | None:
        head = self._argument(event, event.subject_role)
        return None if head is None else self._entity(head)

    @staticmethod
    def _argument(event: VerbEvent, role: str) -> Place | None:
        return (event.sentence, event.arguments[role]) if role in event.arguments else None

    def _base(self, place: Place) -> str:
        return key(self._sentences[place[0]].words[place[1]])

    def _surroundings(self) -> Features:
        """Return what their clauses and sentences share."""
        pairs, events = self.pairs, self.events
        clauses = [
            frozenset(key(word) for word in sentence.text(event.clause) if is_content_word(word))
            for sentence, event in zip(self._own, events, strict=True)
        ]
        texts = [frozenset(map(key, filter(is_content_word, each.words))) for each in self._sentences]
        mains = [
            event is main_event(sentence, list(self._rows[event.sentence]))
            for sentence, event in zip(self._own, events, strict=True)
        ]
        times = [_times(sentence, event) for sentence, event in zip(self._own, events, strict=True)]
        dated = pairs.both(list(map(bool, times)))
        in_clause, beyond_clause = pairs.shared(clauses)
        in_text, beyond_text = pairs.shared([texts[event.sentence] for event in events])
        same_times, other_times = pairs.shared(times)
        return {
            "words of clause": in_clause,
            "share of clause": in_clause / (1 + in_clause + beyond_clause),
            "words of sentences": in_text,
            "share of sentences": in_text / (1 + in_text + beyond_text),
            "same times": same_times,
            "other times": np.where(dated[0] & dated[1], other_times, 0),
            **pairs.least_and_most(mains, "main"),
            "sentences": np.full(len(pairs.one), len(self._sentences)),
        }


def _times(sentence: ParsedSentence, event: VerbEvent) -> frozenset[str]:
    """Return the words of the calendar in the time phrases of an event."""
    found: set[str] = set()
    for node in event.clause.phrases():
        if node.role == "adjunct" and is_time_phrase(node, sentence.words):
            found |= calendar(sentence, node)
    return frozenset(found)
