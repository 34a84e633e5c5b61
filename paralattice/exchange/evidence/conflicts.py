"""Finds days, dates, numbers and ages on which the sentences of a cluster disagree.

A minority value conflicts with the value of more sentences: *on Monday* where three sentences have
*on Tuesday* of the same event, *nine sailors were rescued* where three have *six*.
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator
from typing import NamedTuple

from paralattice.english.calendar import DAYS, MONTHS, TIME_WORDS
from paralattice.english.families import family
from paralattice.english.inflection import key
from paralattice.english.tables import word_class
from paralattice.english.words import NUMBERS, is_content_word
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.model.operation import Place
from paralattice.syntax.events import VerbEvent, tells
from paralattice.syntax.nodes import Constituent
from paralattice.syntax.roles import is_time_phrase
from paralattice.syntax.sentence import ParsedSentence

_SHARED_LETTERS = 3
"""Letters that a day or a month and its abbreviation have in common."""
_AGE = re.compile(r"\d{1,3}")
_DATES = 31
_UNITS = frozenset(map(key, TIME_WORDS | word_class("numbers", "unit")))
"""Units: a number before them does not count things."""
_EQUALS = {"people": "person", "kill": family("death")}
"""Nouns and families of verbs that count for others: the killed are dead."""
_LEAST = 2
_COUNT = re.compile(r"[a-z]+|\d[\d,.]*", re.IGNORECASE)
_NEAR = word_class("numbers", "about")
"""Words before an approximate number."""


class _Value(NamedTuple):
    """A value in a sentence.

    Attributes
    ----------
    place
        Sentence and position of its word.
    about
        What has the value; different values of the same conflict.
    value
        The value.
    """

    place: Place
    about: tuple[Hashable, Hashable]
    value: str


def minority_places(cluster: ParsedCluster) -> frozenset[Place]:
    """Return the places of minority values."""
    return frozenset(_minority_values([*_times(cluster), *_counts(cluster)]))


def _minority_values(values: list[_Value]) -> Iterator[Place]:
    """Yield the places of values that conflict with one of more sentences, at least two.

    Ages conflict with one of as many sentences.
    """
    tellers: dict[Hashable, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for value in values:
        tellers[value.about][value.value].add(value.place[0])
    for value in values:
        own = tellers[value.about][value.value]
        others = (
            sentences - own for other, sentences in tellers[value.about].items() if other != value.value
        )
        # Somebody who is 27 in one sentence and 29 in another is told of at two times.
        least = len(own) if value.about[0] == "age" else max(_LEAST, len(own) + 1)
        if max(map(len, others), default=0) >= least:
            yield value.place


def _times(cluster: ParsedCluster) -> Iterator[_Value]:
    """Yield the days, months with dates, and years of the cluster's events."""
    groups: list[list[VerbEvent]] = []
    for event in (event for row in cluster.events for event in row if tells(event)):
        found = next((group for group in groups if _same(cluster, group[0], event)), None)
        if found is None:
            groups.append([event])
        else:
            found.append(event)
    for number, group in enumerate(groups):
        for event in group:
            sentence = cluster.sentences[event.sentence]
            for node in times_of(sentence, event):
                for place, kind, value in _calendar(sentence, node):
                    yield _Value((sentence.number, place), (number, kind), value)


def _same(cluster: ParsedCluster, one: VerbEvent, other: VerbEvent) -> bool:
    """Return whether two verbs describe one event, or have equal forms and coreferent or equal subjects."""
    if cluster.referents.same_event(one, other):
        return True
    subjects = one.arguments.get(one.subject_role), other.arguments.get(other.subject_role)
    if one.base != other.base or one.passive != other.passive or None in subjects:
        return False
    places = (one.sentence, subjects[0] or 0), (other.sentence, subjects[1] or 0)
    first, second = (key(cluster.sentences[number].words[head]) for number, head in places)
    return cluster.referents.same(*places) or first == second


def times_of(sentence: ParsedSentence, event: VerbEvent) -> Iterator[Constituent]:
    """Yield the time phrases of an event, after its verb or in front."""
    node = event.phrase
    children = [*node.children]
    while node is not event.clause and node.parent is not None:
        node = node.parent
        children += node.children
    for child in children:
        if child.role == "adjunct" and is_time_phrase(child, sentence.words):
            yield child


def _calendar(sentence: ParsedSentence, node: Constituent) -> Iterator[tuple[int, str, str]]:
    """Yield position, kind and value of the day, the date and the year that a phrase names."""
    for place in range(node.begin, node.end):
        low = sentence.words[place].lower()
        if low in DAYS:
            yield place, "day", low[:_SHARED_LETTERS]
        elif low.isdigit() and len(low) == 4:
            yield place, "year", low
        elif low in MONTHS and sentence.tags[place].startswith("NNP"):
            yield place, "month", low[:_SHARED_LETTERS]
            after = sentence.words[place + 1 : place + 2]
            if after and after[0].isdigit() and int(after[0]) <= _DATES and place + 1 < node.end:
                yield place + 1, f"date of {low[:_SHARED_LETTERS]}", after[0]


def _counts(cluster: ParsedCluster) -> Iterator[_Value]:
    """Yield the numbers of counted nouns, and the ages of persons."""
    for sentence in cluster.sentences:
        for place, tag in enumerate(sentence.tags):
            if tag != "CD" or not _COUNT.fullmatch(sentence.words[place]):
                continue
            counted = sentence.governors[place]
            if counted <= place or sentence.tags[counted] not in ("NNS", "NN"):
                continue
            near = {word.lower() for word in sentence.words[max(0, place - 2) : place]}
            if key(sentence.words[counted]) in _UNITS or near & _NEAR or "$" in near:
                continue
            above = _content_above(sentence, counted)
            if above is not None:
                value = NUMBERS.get(sentence.words[place].lower(), sentence.words[place].replace(",", ""))
                story = family(sentence.words[above])
                noun = key(sentence.words[counted])
                about = (_EQUALS.get(noun, noun), _EQUALS.get(story, story))
                yield _Value((sentence.number, place), about, value)
        yield from _ages(cluster, sentence)


def _content_above(sentence: ParsedSentence, place: int) -> int | None:
    """Return the position of the word of content that governs a word, over prepositions."""
    above = sentence.governors[place]
    while above >= 0 and not is_content_word(sentence.words[above]):
        above = sentence.governors[above]
    return above if above >= 0 else None


def _ages(cluster: ParsedCluster, sentence: ParsedSentence) -> Iterator[_Value]:
    """Yield the ages of named persons: *31-year-old Ida Berg*, *Ida Berg, 31,*."""
    referents = cluster.referents
    words = sentence.words
    for mention in referents.mentions.values():
        if mention.sentence != sentence.number or not mention.named:
            continue
        head, about = mention.head, ("age", referents.first(mention.place))
        age = words[head + 2 : head + 3]
        aside = words[head + 1 : head + 2] == (",",) and words[head + 3 : head + 4] in ((",",), (".",))
        if aside and _AGE.fullmatch(age[0]):
            yield _Value((sentence.number, head + 2), about, age[0])
        # *Berg, who was 18 at that time*.
        was = [*map(str.lower, words[head + 1 : head + 4])] == [",", "who", "was"]
        if was and _AGE.fullmatch("".join(words[head + 4 : head + 5])):
            yield _Value((sentence.number, head + 4), about, words[head + 4])
        for place in range(mention.node.begin, head):
            number, _, unit = words[place].partition("-")
            if unit == "year-old" and _AGE.fullmatch(number):
                yield _Value((sentence.number, place), about, number)
