"""Features of pairs of mentions, to score whether they corefer."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations, groupby, permutations
from operator import and_

import numpy as np
from numpy.typing import NDArray

from paralattice.english.families import family
from paralattice.english.inflection import key
from paralattice.english.tables import table_rows, word_class
from paralattice.english.words import GROUPS, STATES, is_content_word
from paralattice.exchange.evidence.mentions import Mention, full_name, is_nameable, is_person
from paralattice.exchange.evidence.naming import (
    are_two,
    descriptions,
    first_names,
    is_abbreviation,
    personal_signs,
)
from paralattice.exchange.evidence.opposites import genders, parties
from paralattice.exchange.evidence.pairs import Features, Pairs
from paralattice.exchange.model.operation import Place
from paralattice.syntax.events import VerbEvent
from paralattice.syntax.sentence import ParsedSentence

_MEASURES = frozenset(map(key, word_class("numbers", "unit", "score")))
"""Units and the like: *20 points* in two sentences are seldom the same points."""
_SPELLED = 2
"""First letters that two spellings of a name share."""
_AMOUNTS = frozenset(map(key, word_class("nouns", "amount")))
"""Amounts: *the number* and *the increased number* are two, and *half* of it is no *part*."""
_REALMS = frozenset(map(key, word_class("nouns", "realm")))
"""Nouns that a country or a state may be: *the nation*, *the team*, no island and no church."""
_WOMEN = frozenset({"miss", "mrs", "mrs.", "ms", "ms."})
_UNNAMED = frozenset(map(key, word_class("modifiers", "unnamed")))
_SYNONYMS = frozenset((key(one), key(other)) for one, other, *_ in table_rows("synonyms"))
_DETERMINERS = {"the": 1, "a": 2, "an": 2}
_CLEARLY = 3
"""How many times more often than any other a first name must occur to belong to a bare surname."""
_BARE, _OWNED, _COUNTED, _OTHER = 0, 3, 4, 5


class EntityEvidence:
    """The mentions of a cluster with what is known of each, and the features of their pairs.

    Parameters
    ----------
    sentences
        The sentences of the cluster.
    mentions
        Their mentions by place.
    events
        The events of each sentence.

    Attributes
    ----------
    forbidden
        Symmetric table of the mentions that cannot be one entity: they are in one sentence, unless they are
        equal names or one describes the other in apposition; or they are a person or a name and a thing, or
        other names, or have other numbers or genders; or one is a culprit and one a victim, or a name and
        unidentified; or they are one noun in singular and plural, *researchers* and *sailors*, *the number*
        and *the increased number*, or things with possessors, *her signature* and *her smile*.
    described
        The sentences that describe a name by a noun, by the name's and the noun's base forms.
    genders, parties
        For each mention 1 if it is male, or a culprit, -1 if it is female, or a victim, else 0.
    pairs
        The other pairs of mentions in different sentences.
    """

    def __init__(
        self,
        sentences: Sequence[ParsedSentence],
        mentions: Mapping[Place, Mention],
        events: Sequence[Sequence[VerbEvent]],
    ) -> None:
        self.mentions = list(mentions.values())
        self._sentences = sentences
        self._events = events
        self._own = [sentences[mention.sentence] for mention in self.mentions]
        lower_case = frozenset(word for sentence in sentences for word in sentence.words if word.islower())
        self.names = [
            full_name(sentence, mention.head) if mention.named else ()
            for sentence, mention in zip(self._own, self.mentions, strict=True)
        ]
        self.firsts = [first_names(name, lower_case) for name in self.names]
        self.tails = [
            name[-1].lower() if name else mention.base
            for name, mention in zip(self.names, self.mentions, strict=True)
        ]
        self._countries = [" ".join(name).lower() in STATES for name in self.names]
        self._persons = [is_person(mention) for mention in self.mentions]
        # *Researchers* are some, unnamed and uncounted.
        self._some = [is_person(each) and each.plural and not each.determined for each in self.mentions]
        self.genders = genders(sentences, self.mentions, self.names)
        self.parties = parties(sentences, self.mentions, self.names, chain.from_iterable(events))
        self.described = descriptions(mentions, events)

        count = len(self.mentions)
        self.forbidden: NDArray[np.bool_] = np.zeros((count, count), dtype=bool)
        for one, other in combinations(range(count), 2):
            self.forbidden[one, other] = self.forbidden[other, one] = self._contradict(one, other)
        self._apposed: dict[int, str] = {}
        # *The minister, Ida Berg,* is nobody of another name.
        rows = groupby(range(count), key=lambda place: self.mentions[place].sentence)
        for noun, name in chain.from_iterable(permutations(row, 2) for _, row in rows):
            named = self.mentions[name].named and not self.mentions[noun].named
            if named and _are_apposed(self.mentions[noun], self.mentions[name]):
                self._apposed[noun] = self.tails[name]
                self.forbidden[noun] |= self.forbidden[name]
                self.forbidden[:, noun] = self.forbidden[noun]
        self.pairs = Pairs([mention.sentence for mention in self.mentions], self.forbidden)

    def _contradict(self, one: int, other: int) -> bool:
        first, second = self.mentions[one], self.mentions[other]
        if first.numbers and second.numbers and first.numbers != second.numbers:
            return True
        if self.genders[one] * self.genders[other] < 0 or self.parties[one] * self.parties[other] < 0:
            return True
        if first.named and second.named:
            equal = self.tails[one] == self.tails[other]
            return self._are_two(one, other) if equal else not self._are_akin(one, other)
        if first.sentence == second.sentence:
            return not _are_apposed(first, second)
        if first.named or second.named:
            name, noun = (first, second) if first.named else (second, first)
            # *A Norvik man* is not Norvik, Norway is no island, and *an unidentified man* is not Berg.
            part = not noun.definite and not name.names.isdisjoint(noun.names)
            country = self._countries[one] or self._countries[other]
            # *The 31-year-old pilot* is not *Berg, 19,*.
            behind = self._own[one if first.named else other].words[name.head + 1 : name.head + 3]
            aged = behind[:1] == (",",) and "".join(behind[1:]).isdigit()
            aged &= any(word.endswith("old") for word in noun.words) and bool(noun.numbers)
            part |= aged and behind[1] not in noun.numbers
            part |= (country and noun.base not in _REALMS) or not _UNNAMED.isdisjoint(noun.words)
            return part or (not is_nameable(noun) and key(name.base) != noun.base)
        if not _AMOUNTS.isdisjoint((first.base, second.base)):
            return first.base != second.base or first.words != second.words
        if first.base == second.base:
            return first.plural != second.plural
        # *Her signature* is not *her smile*; *its record sales* may be *its sales record*.
        owned = first.possessed and second.possessed and not self._persons[one]
        bases = first.base, second.base
        akin = family(bases[0]) == family(bases[1]) or not _SYNONYMS.isdisjoint((bases, bases[::-1]))
        if owned and not akin and (first.words - first.names).isdisjoint(second.words):
            return True
        return self._persons[one] != self._persons[other] or (self._some[one] and self._some[other])

    def _are_akin(self, one: int, other: int) -> bool:
        """Return whether two names in different sentences share words, or one abbreviates the other.

        *Norvik Daily News* and *Norvik lawyer Ida Berg* share too little, and the prosecutors *Ida Berg* and
        *Ida Moss* are two.
        """
        first, second = self.mentions[one], self.mentions[other]
        names = self.names[one], self.names[other]
        shared, most = first.names & second.names, max(len(first.names), len(second.names))
        tails = self.tails[one], self.tails[other]
        # *Vik Ferries* is not *Vik Ferries spokesman Jan Moss*.
        ends = any(tail in map(str.lower, name) for tail, name in zip(tails, names[::-1], strict=True))
        akin = ends or (most < 2 * len(shared) and len({tail[:_SPELLED] for tail in tails}) == 1)
        akin = akin or is_abbreviation(*names) or is_abbreviation(*names[::-1])
        return akin and first.sentence != second.sentence

    def _are_two(self, one: int, other: int) -> bool:
        """Return whether two names of one surname have other first names, or it is unclear which one has.

        *The White House* is not *the House of Representatives*.
        """
        firsts = self.firsts[one], self.firsts[other]
        # *Lake Vik* is not the town of Vik.
        if ("lake" in firsts[0]) != ("lake" in firsts[1]):
            return True
        if not any(firsts):
            # Of Ida and Jan Berg, *Mrs Berg* is one, and *Berg* perhaps the other; *Mr Berg* is another.
            titles = [self.mentions[place].words for place in (one, other)]
            several = "mr" in titles[0] | titles[1] or len(self._first_names.get(self.tails[one], ())) > 1
            return several and _WOMEN.isdisjoint(titles[0]) != _WOMEN.isdisjoint(titles[1])
        if all(firsts):
            return are_two(*firsts)
        first, bare = max(firsts), other if firsts[0] else one
        owners = _owners(self._own[bare], self.mentions[bare])
        bearers = self._bearers.get(self.tails[one], ())
        return first not in bearers or bool(owners and owners.isdisjoint(first))

    @cached_property
    def _bearers(self) -> dict[str, list[tuple[str, ...]]]:
        """For each surname the first names that a mention without one may have."""
        return {tail: _likely(firsts) for tail, firsts in self._first_names.items()}

    @cached_property
    def _first_names(self) -> dict[str, Counter[tuple[str, ...]]]:
        """For each surname the first names of its mentions, with their counts."""
        counts: dict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
        for name, first, tail in zip(self.names, self.firsts, self.tails, strict=True):
            # *AIIMS Vik* is no person of that surname.
            if first and not (name[0][2:] and name[0].isupper() and not name[-1].isupper()):
                counts[tail][first] += 1
        return counts

    def features(self) -> Features:
        """Return the features of all pairs."""
        found: Features = {}
        for part in (self._kinds, self._words, self._names, self._places, self._frequencies):
            found |= part()
        return found

    def _kinds(self) -> Features:
        """Return how many are names, persons, groups, plural, possessed, and their determiners."""
        pairs, mentions = self.pairs, self.mentions
        nouns = [not mention.named for mention in mentions]
        first, second = pairs.both(self.genders)
        return {
            "equal gender": first * second,
            "genders": np.abs(first) + np.abs(second),
            "names": 2 - sum(pairs.both(nouns)),
            "equal number": pairs.equal([mention.plural for mention in mentions]),
            **pairs.least_and_most([mention.plural for mention in mentions], "plural"),
            **pairs.least_and_most(map(_determiner, self._own, mentions), "determiner"),
            **pairs.least_and_most([mention.possessed for mention in mentions], "possessed"),
            **pairs.least_and_most(
                [noun and is_nameable(each) for noun, each in zip(nouns, mentions, strict=True)], "nameable"
            ),
            **pairs.least_and_most(map(and_, nouns, self._persons), "person"),
            **pairs.least_and_most([mention.base in GROUPS for mention in mentions], "group"),
            **pairs.least_and_most([mention.base in _MEASURES for mention in mentions], "measure"),
        }

    def _words(self) -> Features:
        """Return what their words share."""
        pairs, mentions = self.pairs, self.mentions
        bases = [mention.base for mention in mentions]
        shared, apart = pairs.shared([mention.words for mention in mentions])
        whole = [
            frozenset(key(word) for word in sentence.text(mention.node) if is_content_word(word))
            for sentence, mention in zip(self._own, mentions, strict=True)
        ]
        all_shared, all_apart = pairs.shared(whole)
        marks, other_marks = pairs.shared([mention.marks for mention in mentions])
        numbers = [mention.numbers or None for mention in mentions]
        counted = pairs.both([bool(mention.numbers) for mention in mentions])
        return {
            "equal base": pairs.equal(bases),
            "synonyms": np.array([pair in _SYNONYMS for pair in zip(*pairs.both(bases), strict=True)], bool),
            "shared words": shared,
            "other words": apart,
            "shared words of phrase": all_shared,
            "other words of phrase": all_apart,
            **pairs.least_and_most(map(len, whole), "length"),
            "shared marks": marks,
            "other marks": other_marks,
            "numbers": counted[0].astype(int) + counted[1],
            "equal numbers": pairs.equal(numbers),
        }

    def _names(self) -> Features:
        """Return how their names agree, and which nouns describe them."""
        pairs, mentions = self.pairs, self.mentions
        shared, apart = pairs.shared([mention.names for mention in mentions])
        known = self.described
        described: dict[str, set[str]] = defaultdict(set)
        for name, noun in known:
            described[noun].add(name)
        numbers = zip(pairs.one.tolist(), pairs.other.tolist(), strict=True)
        rows = [self._of_names(one, other, known, described) for one, other in numbers]
        columns = np.array(rows, dtype=np.int64).reshape(-1, 7).T
        firsts = pairs.both([bool(first) for first in self.firsts])
        return {
            "shared names": shared,
            "other names": apart,
            "equal last name": pairs.equal(
                [tail if each.named else None for tail, each in zip(self.tails, mentions, strict=True)]
            ),
            "equal full name": pairs.equal(
                [tuple(map(str.lower, name)) if name else None for name in self.names]
            ),
            "first names": firsts[0].astype(int) + firsts[1],
            "two first names": columns[0],
            "abbreviation": columns[1],
            "part of name": columns[2],
            "base among names": columns[3],
            "descriptions": columns[4],
            "names so described": columns[5],
            "name in apposition": columns[6],
        }

    def _of_names(
        self,
        one: int,
        other: int,
        known: Mapping[tuple[str, str], set[int]],
        described: Mapping[str, set[str]],
    ) -> tuple[int, ...]:
        first, second = self.mentions[one], self.mentions[other]
        if not first.named and not second.named:
            return (0,) * 7
        low, others = (set(map(str.lower, self.names[each])) for each in (one, other))
        among = first.base in second.names or second.base in first.names
        if first.named and second.named:
            two = are_two(self.firsts[one], self.firsts[other])
            short = is_abbreviation(self.names[one], self.names[other])
            long = is_abbreviation(self.names[other], self.names[one])
            return two, short or long, low <= others or others <= low, among, 0, 0, 0
        name, noun = (one, other) if first.named else (other, one)
        bases = self.mentions[name].base, self.mentions[noun].base
        apposed = self._apposed.get(noun) == self.tails[name]
        return 0, 0, 0, among, len(known.get(bases, ())), len(described.get(bases[1], ())), apposed

    def _places(self) -> Features:
        """Return features of their positions and roles."""
        pairs, mentions = self.pairs, self.mentions
        governors = [
            key(sentence.words[governor]) if (governor := sentence.governors[mention.head]) >= 0 else ""
            for sentence, mention in zip(self._own, mentions, strict=True)
        ]
        verbs = [self._verbs.get(mention.place) for mention in mentions]
        words = [frozenset(filter(is_content_word, map(str.lower, each.words))) for each in self._sentences]
        overlap, rest = pairs.shared([words[mention.sentence] for mention in mentions])
        return {
            "equal governor": pairs.equal(governors),
            "equal role": pairs.equal([mention.node.role for mention in mentions]),
            "equal verb": pairs.equal([verb and verb[0] for verb in verbs]),
            "equal verb and role": pairs.equal(verbs),
            **pairs.least_and_most([verb is not None for verb in verbs], "argument"),
            "words of sentences": overlap,
            "share of sentences": overlap / (1 + overlap + rest),
        }

    @cached_property
    def _verbs(self) -> dict[Place, tuple[str, str]]:
        """The verb and the role of each argument."""
        found: dict[Place, tuple[str, str]] = {}
        for event in (event for row in self._events for event in row):
            for role, head in event.arguments.items():
                found.setdefault((event.sentence, head), (event.base, role))
        return found

    def _frequencies(self) -> Features:
        """Return how often the cluster has their heads, alone and together, and with which verbs."""
        pairs, mentions = self.pairs, self.mentions
        keys = [(mention.named, tail) for mention, tail in zip(mentions, self.tails, strict=True)]
        tellers: dict[tuple[bool, str], set[int]] = defaultdict(set)
        contexts: dict[tuple[bool, str], set[tuple[str, str]]] = defaultdict(set)
        signs: dict[tuple[bool, str], float] = defaultdict(float)
        counts = Counter(keys)
        for each, own, name, word in zip(mentions, self._own, self.names, keys, strict=True):
            tellers[word].add(each.sentence)
            verb = self._verbs.get(each.place)
            if verb is not None:
                contexts[word].add(verb)
            if each.named:
                signs[word] += personal_signs(own, each, verb[0] if verb else "", name)
        most = max((count for (named, _), count in counts.items() if named), default=1)
        together, _ = pairs.shared([tellers[word] for word in keys])
        verbs, other_verbs = pairs.shared([contexts[word] for word in keys])
        equal = pairs.equal(keys)
        named = Counter(each.sentence for each in mentions if each.named)
        count = len(self._sentences)
        return {
            "together": np.where(equal, 0, together / count),
            "verbs in common": np.where(equal, 0, verbs),
            "share of verbs": np.where(equal, 0, verbs / (1 + verbs + other_verbs)),
            **pairs.least_and_most([len(tellers[word]) / count for word in keys], "frequency"),
            **pairs.least_and_most([counts[word] / most if word[0] else -1.0 for word in keys], "salience"),
            **pairs.least_and_most(
                [signs[word] / counts[word] if word[0] else -1.0 for word in keys], "personal signs"
            ),
            **pairs.least_and_most([named[mention.sentence] for mention in mentions], "names of sentence"),
            "sentences": np.full(len(pairs.one), count),
        }


def _likely(firsts: Counter[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the forms of the most frequent first names, unless others are nearly as frequent."""
    (first, count), *others = firsts.most_common()
    rivals = [other for other, _ in others if are_two(first, other)]
    if any(count < _CLEARLY * firsts[rival] for rival in rivals):
        return []
    return [name for name in firsts if name not in rivals]


def _owners(sentence: ParsedSentence, mention: Mention) -> set[str]:
    """Return the lower-cased names after *of* behind a name with an article: *the Bank of Norvik*."""
    after = range(mention.head + 2, mention.node.end)
    if not mention.determined or sentence.words[mention.head + 1 : mention.head + 2] != ("of",):
        return set()
    return {sentence.words[place].lower() for place in after if sentence.tags[place].startswith("NNP")}


def _determiner(sentence: ParsedSentence, mention: Mention) -> int:
    """Return a number for the kind of word that begins a noun phrase."""
    begin = min(
        (node.begin for node in mention.node.phrases() if node.label == "NP" and node.head == mention.head),
        default=mention.node.begin,
    )
    tag, word = sentence.tags[begin], sentence.words[begin].lower()
    if begin == mention.head or tag not in ("DT", "PRP$", "CD"):
        return _BARE
    return {"PRP$": _OWNED, "CD": _COUNTED}.get(tag) or _DETERMINERS.get(word, _OTHER)


def _are_apposed(one: Mention, other: Mention) -> bool:
    """Return whether one of two mentions is in apposition to the other."""
    return one.sentence == other.sentence and any(
        child.role == "appositive" and child.head == describing.head
        for described, describing in ((one, other), (other, one))
        for node in described.node.phrases()
        for child in node.children
    )
