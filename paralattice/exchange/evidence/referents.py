"""Coreference: groups the noun phrases of a cluster that refer to the same entity.

Two phrases are coreferent if they share a name or a definite noun, or if the same verb has both and a further
equal argument: the object of *charged ... with arson* is the same in two sentences, be it *a man* or a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from paralattice.english.inflection import key
from paralattice.english.words import PERSONAL
from paralattice.exchange.evidence.mentions import (
    GENERIC_PERSONS,
    Columns,
    Mention,
    abbreviates,
    compatible,
    content_bases,
    mentions_of,
    named_alike,
)
from paralattice.exchange.model.operation import Place
from paralattice.syntax.events import AGENT, PATIENT, VerbEvent, main_event, tells
from paralattice.syntax.sentence import ParsedSentence

_ROUNDS = 3
_SHARED = 3


class Referents:
    """The noun phrases and verbs of a cluster, grouped by coreference.

    Parameters
    ----------
    sentences
        The sentences of the cluster.
    events
        The events of each sentence.
    columns
        The column of each word of each sentence in an alignment of the cluster; ``None`` for none.
    """

    def __init__(
        self,
        sentences: Sequence[ParsedSentence],
        events: Sequence[Sequence[VerbEvent]],
        columns: Columns | None = None,
    ) -> None:
        self.mentions: dict[Place, Mention] = {
            mention.place: mention for sentence in sentences for mention in mentions_of(sentence).values()
        }
        self._sentences = sentences
        self._columns = columns
        self._above: dict[Place, Place] = {}
        self._names: dict[Place, frozenset[str]] = {
            place: mention.names if mention.named else frozenset() for place, mention in self.mentions.items()
        }
        self._surnames = self._shared_surnames()
        self._events = [event for row in events for event in row if tells(event) and not event.hedged]
        self._join_by_words()
        self._join_by_clauses(events)
        self._join_by_columns()
        for _ in range(_ROUNDS):
            if not self._join_by_verbs():
                break

    def same(self, one: Place, other: Place) -> bool:
        """Return whether two heads are coreferent."""
        if one in self.mentions and other in self.mentions:
            return self.first(one) == self.first(other)
        return False

    def same_event(self, one: VerbEvent, other: VerbEvent) -> bool:
        """Return whether two verbs describe one event: equal verbs that share an argument, or related ones.

        Different verbs are related if they share the subject and another argument.
        """
        if one.hedged or other.hedged or not tells(one) or not tells(other):
            return False
        shared = list(self._shared(one, other))
        if one.base == other.base:
            return bool(shared) or self._are_aligned((one.sentence, one.verb), (other.sentence, other.verb))
        return one.passive == other.passive and one.subject_role in shared and len(shared) > 1

    def first(self, place: Place) -> Place:
        """Return the place that represents all coreferent mentions; the place itself if it has no mention."""
        while place in self._above:
            place = self._above[place]
        return place

    def _join(self, one: Place, other: Place) -> bool:
        """Join two groups unless their names contradict; return whether anything changed."""
        first, second = sorted((self.first(one), self.first(other)))
        if first == second or self._may_be_either(self.mentions[one], self.mentions[other]):
            return False
        names, others = self._names[first], self._names[second]
        if names and others and not names & others and not abbreviates(names, others):
            return False
        self._above[second] = first
        self._names[first] = names | others
        return True

    def _may_be_either(self, one: Mention, other: Mention) -> bool:
        """Return whether one mention is a surname of several persons, and the other is one of them."""
        return one.base == other.base in self._surnames and len(one.names) != len(other.names)

    def _join_by_words(self) -> None:
        for one, other in combinations(self.mentions.values(), 2):
            if named_alike(one, other):
                self._join(one.place, other.place)

    def _shared_surnames(self) -> set[str]:
        """Return the names that several first names precede."""
        firsts: dict[str, set[str]] = {}
        for mention in self.mentions.values():
            sentence = self._sentences[mention.sentence]
            before = sentence.words[mention.head - 1].lower() if mention.head else ""
            if mention.named and before in mention.names:
                firsts.setdefault(mention.base, set()).add(before)
        return {surname for surname, names in firsts.items() if len(names) > 1}

    def _join_by_clauses(self, events: Sequence[Sequence[VerbEvent]]) -> None:
        """Join subjects of main clauses with one noun, if the clauses share enough content words."""
        mains = [
            (event, content_bases(sentence, event.clause))
            for sentence, row in zip(self._sentences, events, strict=True)
            if (event := main_event(sentence, list(row))) is not None
            and event.subject_role in event.arguments
        ]
        for (one, words), (other, others) in combinations(mains, 2):
            places = (
                (one.sentence, one.arguments[one.subject_role]),
                (other.sentence, other.arguments[other.subject_role]),
            )
            person = places[0] in self.mentions and self.mentions[places[0]].base in GENERIC_PERSONS
            if not person and self._equal_words(*places) and len(words & others) >= _SHARED:
                self._join(*places)

    def _are_aligned(self, one: Place, other: Place) -> bool:
        """Return whether two words stand in one column of the cluster's alignment."""
        if self._columns is None or one[0] == other[0]:
            return False
        return bool(self._columns[one[0]][one[1]] == self._columns[other[0]][other[1]])

    def _join_by_columns(self) -> None:
        """Join mentions of one noun in one column, with the same governor and role."""
        for one, other in combinations(self.mentions.values() if self._columns else (), 2):
            aligned = one.base == other.base and self._are_aligned(one.place, other.place)
            alike = aligned and one.node.role == other.node.role and self._governed_alike(one, other)
            if alike and compatible(one, other):
                self._join(one.place, other.place)

    def _governed_alike(self, one: Mention, other: Mention) -> bool:
        """Return whether forms of one word govern two mentions."""
        bases = []
        for mention in (one, other):
            sentence = self._sentences[mention.sentence]
            governor = sentence.governors[mention.head]
            bases.append(key(sentence.words[governor]) if governor >= 0 else "")
        return bases[0] == bases[1]

    def _join_by_verbs(self) -> bool:
        changed = False
        for one, other in combinations(self._events, 2):
            if one.sentence != other.sentence and one.base == other.base:
                verbs = (one.sentence, one.verb), (other.sentence, other.verb)
                if not (list(self._shared(one, other)) or self._are_aligned(*verbs)):
                    continue
                for role in one.arguments.keys() & other.arguments.keys():
                    changed |= self._join_arguments(one, other, role)
        return changed

    def _join_arguments(self, one: VerbEvent, other: VerbEvent, role: str) -> bool:
        places = (one.sentence, one.arguments[role]), (other.sentence, other.arguments[role])
        if not all(place in self.mentions for place in places):
            return False
        first, second = (self.mentions[place] for place in places)
        if role not in (AGENT, PATIENT) and first.base != second.base:
            return False
        return compatible(first, second) and self._join(*places)

    def _shared(self, one: VerbEvent, other: VerbEvent) -> Iterator[str]:
        """Yield the roles in which two events have the same argument."""
        for role in one.arguments.keys() & other.arguments.keys():
            first, second = (one.sentence, one.arguments[role]), (other.sentence, other.arguments[role])
            if self.same(first, second) or self._equal_words(first, second):
                yield role

    def _equal_words(self, one: Place, other: Place) -> bool:
        """Return whether two heads are the same noun, in noun phrases that do not contradict each other."""
        if one not in self.mentions or other not in self.mentions:
            return False
        first, second = self.mentions[one], self.mentions[other]
        return first.base == second.base and first.base not in PERSONAL and compatible(first, second)
