"""Coreference: groups the noun phrases of a cluster that refer to the same entity.

Two phrases are coreferent if they share a name or a definite noun, or if the same verb has both and a further
equal argument: the object of *charged ... with arson* is the same in two sentences, be it *a man* or a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from paralattice.exchange.constituents import NOUNS, Constituent, ParsedSentence, maximal
from paralattice.exchange.events import AGENT, PATIENT, VerbEvent, main_event, tells
from paralattice.exchange.words import (
    HEDGE_FORMS,
    NAMEABLE,
    NAMELESS,
    PERSONAL,
    TIME_WORDS,
    TITLES,
    base_form,
    is_content_word,
)

_STATES = frozenset({"convicted", "elder", "younger", "senior", "junior", "former"})
"""Words that distinguish two entities of one name, or two states of one entity."""
_DEFINITE = frozenset({"the", "this", "that", "these", "those", "his", "her", "its", "their", "my", "our"})
_ROUNDS = 3
_SHARED = 3

_PERSONS = frozenset(map(base_form, ("man", "woman", "person", "boy", "girl", "child", "victim", "official")))
"""Nouns of which a text often has several indistinct instances."""
_NAMEABLE_BASES = frozenset(map(base_form, NAMEABLE))

Columns = Sequence[Sequence[int]]
Place = tuple[int, int]
"""Sentence and position of a head, both 0-based."""


@dataclass(frozen=True, slots=True, eq=False)
class Mention:
    """A noun phrase that refers to an entity.

    Attributes
    ----------
    sentence, head
        Place of its head.
    node
        The largest noun phrase of that head.
    base
        Base form of the head; a name as it is, lower-cased.
    named
        Whether the head is a name.
    plural, definite
        Its number, and whether it is definite; a name is.
    names, numbers, marks
        The lower-cased names, numbers and hedges among its own words, before whatever follows the head.
    determined
        Whether its own words have an article, a number or a possessor.
    possessed
        Whether they have a possessor.
    words
        Base forms of the content words among its own, without the head.
    """

    sentence: int
    head: int
    node: Constituent
    base: str
    named: bool
    plural: bool
    definite: bool
    names: frozenset[str]
    numbers: frozenset[str]
    marks: frozenset[str]
    determined: bool
    possessed: bool
    words: frozenset[str]

    @property
    def place(self) -> Place:
        """The place of its head."""
        return self.sentence, self.head


def mentions_of(sentence: ParsedSentence) -> dict[int, Mention]:
    """Return the mentions of a sentence by the positions of their heads; no pronouns, no times."""
    found: dict[int, Mention] = {}
    for node in sentence.root.phrases():
        if node.label == "NP" and node.head not in found and sentence.tags[node.head] in NOUNS:
            low = sentence.words[node.head].lower()
            if low not in TIME_WORDS and low not in TITLES and low not in NAMELESS and not _is_joined(node):
                found[node.head] = _mention(sentence, maximal(node))
    return found


def _is_joined(node: Constituent) -> bool:
    """Return whether a noun phrase joins several with *and*, so that its head does not stand for it."""
    return any(child.label in ("CC", "CONJP") for child in node.children)


def _mention(sentence: ParsedSentence, node: Constituent) -> Mention:
    begin = min(
        (inner.begin for inner in node.phrases() if inner.label == "NP" and inner.head == node.head),
        default=node.begin,
    )
    own = range(begin, node.head + 1)
    words = [sentence.words[place].lower() for place in own]
    tag = sentence.tags[node.head]
    head = sentence.words[node.head]
    possessed = any(sentence.tags[place] in ("POS", "PRP$") for place in own)
    return Mention(
        sentence.number,
        node.head,
        node,
        head.lower() if tag.startswith("NNP") else base_form(head),
        tag.startswith("NNP"),
        tag in ("NNS", "NNPS"),
        tag.startswith("NNP") or possessed or words[0] in _DEFINITE,
        frozenset(
            sentence.words[place].lower()
            for place in own
            if sentence.tags[place].startswith("NNP") and sentence.words[place].lower() not in TITLES
        ),
        frozenset(
            word for place, word in zip(own, words, strict=True) if _counts(sentence.tags[place], word)
        ),
        frozenset(words) & (HEDGE_FORMS | _STATES),
        possessed or any(sentence.tags[place] in ("DT", "CD", "PDT") for place in own),
        possessed,
        frozenset(base_form(word) for word in words[:-1] if is_content_word(word)),
    )


def _counts(tag: str, word: str) -> bool:
    """Return whether a word is a number that identifies an entity: *six*, *5.9-magnitude*, *16th*; no age."""
    return tag == "CD" or (word[:1].isdigit() and not word.endswith("-old"))


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
        if names and others and not names & others and not _abbreviates(names, others):
            return False
        self._above[second] = first
        self._names[first] = names | others
        return True

    def _may_be_either(self, one: Mention, other: Mention) -> bool:
        """Return whether one mention is a surname of several persons, and the other is one of them."""
        return one.base == other.base in self._surnames and len(one.names) != len(other.names)

    def _join_by_words(self) -> None:
        for one, other in combinations(self.mentions.values(), 2):
            if _named_alike(one, other):
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
            person = places[0] in self.mentions and self.mentions[places[0]].base in _PERSONS
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
            if alike and _compatible(one, other):
                self._join(one.place, other.place)

    def _governed_alike(self, one: Mention, other: Mention) -> bool:
        """Return whether forms of one word govern two mentions."""
        bases = []
        for mention in (one, other):
            sentence = self._sentences[mention.sentence]
            governor = sentence.governors[mention.head]
            bases.append(base_form(sentence.words[governor]) if governor >= 0 else "")
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
        return _compatible(first, second) and self._join(*places)

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
        return first.base == second.base and first.base not in PERSONAL and _compatible(first, second)


def content_bases(sentence: ParsedSentence, node: Constituent) -> set[str]:
    """Return the base forms of the content words of a phrase."""
    return {base_form(word) for word in sentence.text(node) if is_content_word(word)}


def _named_alike(one: Mention, other: Mention) -> bool:
    """Return whether two mentions are coreferent by their words."""
    if one.named != other.named or not _compatible(one, other):
        return False
    if one.named:
        return one.base == other.base or (
            one.sentence != other.sentence and _abbreviates(one.names, other.names)
        )
    if one.base != other.base or one.sentence == other.sentence:
        return False
    return one.definite and other.definite


def _compatible(one: Mention, other: Mention) -> bool:
    """Return whether two mentions may be coreferent: number, names and marks agree."""
    if one.plural != other.plural or one.marks != other.marks:
        return False
    if one.numbers and other.numbers and one.numbers != other.numbers:
        return False
    if one.named and other.named:
        return _names_agree(one, other)
    if one.named or other.named:
        return is_nameable(other if one.named else one) and not _contradict(one.names, other.names)
    return are_akin(one, other) and not _contradict(one.names, other.names)


def are_akin(one: Mention, other: Mention) -> bool:
    """Return whether two common nouns may be coreferent: equal, two persons, or with a word in common.

    A shared verb is not enough: *rammed a pier* and *rammed a square* differ.
    """
    if one.base == other.base or (is_nameable(one) and is_nameable(other)):
        return True
    shared = (one.words | {one.base}) & (other.words | {other.base})
    # A person and a thing are not coreferent: the driver is not the car.
    return bool(shared) and is_nameable(one) == is_nameable(other)


def _contradict(some: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether both mentions have names, but no common one."""
    return bool(some and others) and not some & others


def _names_agree(one: Mention, other: Mention) -> bool:
    """Return whether two names share a word, and no first names or the like differ; or abbreviate."""
    rest, others = one.names - {one.base}, other.names - {other.base}
    shared = bool(one.names & other.names) and not _contradict(rest, others)
    return shared or _abbreviates(one.names, other.names)


def is_nameable(mention: Mention) -> bool:
    """Return whether a common noun may be coreferent with a name."""
    return mention.base in _NAMEABLE_BASES or mention.base.endswith(("er", "or", "ist", "ian"))


def _abbreviates(names: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether a single name consists of the initials of the others: *HP*, *Hewlett Packard*."""
    for short, long in ((names, others), (others, names)):
        if len(short) == 1 and len(long) >= 2:
            letters = sorted(next(iter(short)).replace(".", ""))
            if letters == sorted(name[0] for name in long):
                return True
    return False
