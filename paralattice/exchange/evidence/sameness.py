"""Which phrases and events of two sentences are the same."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise

from paralattice.english.calendar import is_year
from paralattice.english.inflection import key
from paralattice.english.penn import NOUNS
from paralattice.english.tables import word_class
from paralattice.english.words import DEMONYMS, ORDINALS, PERSONS, STATES, is_punctuation, is_saying
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.mentions import Mention, are_akin, content_bases, full_name, is_joined
from paralattice.syntax.events import VerbEvent
from paralattice.syntax.nodes import Constituent, core_phrase, subject_of
from paralattice.syntax.sentence import ParsedSentence

_ALIKE = 3
"""Number of first letters that forms of one name share: *Norvik*, *Norvikers*; shorter ones abbreviate."""

_OTHERS = ORDINALS | word_class("modifiers", "distinct") | word_class("places", "exact")
_OTHERS |= word_class("function_words", "quantifier")
"""Words of one thing beside another, or of a part: *eastern Norway* is not the country."""
_RANK = re.compile(r"\d+(?:st|nd|rd|th)")
_CLOSING = (("''",), ('"',), ("\u201d",))
_DIGIT = re.compile(r"\d")
_HOUSES = [("House",), ("White", "House")]
_CALLED = word_class("nouns", "naming")
"""Nouns before a word that is meant, not what it names."""


def alike(frame: ParsedSentence, source: ParsedSentence) -> bool:
    """Return whether two sentences are of one style, both prose or both headlines."""
    return frame.number != source.number and frame.is_prose == source.is_prose and source.is_plain


def core_of(mention: Mention) -> Constituent:
    """Return the innermost noun phrase of a mention, without the modifiers after its head."""
    return core_phrase(mention.node)


def _before_head(mention: Mention) -> range:
    """Return the places of a mention's words before its head."""
    return range(core_of(mention).begin, mention.head)


@lru_cache(maxsize=16384)
def names_one_thing(cluster: ParsedCluster, old: Mention, new: Mention) -> bool:
    """Return whether two coreferent mentions can replace each other.

    Coreference is transitive, so two mentions joined through a third may differ: the main building is not the
    entrance building, a quake of 5.2 not one of 6.1, and the end of the match not the end of the street.
    """
    if any(_is_cut_name(cluster, each) or _is_of_some(cluster, each) for each in (old, new)):
        return False
    apart = _others(cluster, old) != _others(cluster, new) or _drops_former(cluster, new)
    if apart or _name_others(cluster, old, new) or _are_of_others(cluster, old, new):
        return False
    if old.named != new.named:
        return True
    if old.named:
        sentences = [cluster.sentences[each.sentence] for each in (old, new)]
        figures = [_figures(*each) for each in zip(sentences, map(core_of, (old, new)), strict=True)]
        # *Norvik Bay School* is not *Norvik Bay*.
        names = sorted((full_name(sentences[0], old.head), full_name(sentences[1], new.head)), key=len)
        longer = len(names[0]) < len(names[1]) and names[1][: len(names[0])] == names[0]
        # *Air India* and *New Mexico* are none of the countries.
        country = len(names[0]) < len(names[1]) and " ".join(names[0]).lower() in STATES
        # *Berg* is not *Ida Berg-Moss*, and *Vik Fault* not *Nes-Vik Fault*.
        first, _, last = " ".join(names[1]).partition(" - ")
        half = bool(last) and (first.split()[-1] == names[0][-1] or last == " ".join(names[0]))
        # *The House* is not *the White House*.
        other = longer or country or half or _share_one_word(*names) or names == _HOUSES
        # The film "The Pilot" is no pilot.
        titles = {_is_title(*each) for each in zip(sentences, (old, new), strict=True)}
        return figures[0] == figures[1] and not other and len(titles) == 1
    tests = _count_others, _contrast, _are_two_sets, _is_of_several
    differ = old.marks != new.marks or not are_akin(old, new)
    return not (differ or any(test(cluster, old, new) for test in tests))


def _drops_former(cluster: ParsedCluster, mention: Mention) -> bool:
    """Return whether other sentences call somebody *the former captain*, and this one *captain*."""
    words = set(map(key, cluster.sentences[mention.sentence].text(mention.node))) - {mention.base}
    return "former" not in words and any(
        "former" in each.marks and not words.isdisjoint(each.words - each.names | {each.base})
        for each in cluster.referents.coreferent(mention)
    )


def _share_one_word(*names: Sequence[str]) -> bool:
    """Return whether two names have one word in common and each has others: *Nes Club*, *Club of Vik*."""
    one, other = ({word.lower() for word in name if word[:1].isupper()} for name in names)
    rest, more = one - other, other - one
    alike = all(
        len(word) < _ALIKE or any(_may_equal(word, each) for each in others)
        for words, others in ((rest, more), (more, rest))
        for word in words
    )
    return len(one & other) == 1 and bool(rest and more) and not alike


def _is_title(sentence: ParsedSentence, mention: Mention) -> bool:
    """Return whether a name is in quotation marks, or has a capital *The* within a sentence."""
    before = sentence.words[max(1, core_of(mention).begin) : mention.head]
    return sentence.words[mention.head + 1 : mention.head + 2] in _CLOSING or "The" in before


@lru_cache(maxsize=4096)
def _others(cluster: ParsedCluster, mention: Mention) -> set[str]:
    """Return the words that tell a mention from others of its kind: *another*, *second*, *best*, *2012*."""
    sentence = cluster.sentences[mention.sentence]
    own = {sentence.words[place].lower(): sentence.tags[place] for place in _before_head(mention)}
    return {
        word
        for word, tag in own.items()
        if word in _OTHERS or tag in ("JJR", "JJS", "RBS") or _RANK.fullmatch(word) or is_year(word)
    }


def _are_of_others(cluster: ParsedCluster, old: Mention, new: Mention) -> bool:
    """Return whether two heads have other owners: *the end of the street*, *the match's end*."""
    one, other = _owner(cluster, old), _owner(cluster, new)
    if one is None or other is None:
        return False
    heads = (old.sentence, one), (new.sentence, other)
    bases = {key(cluster.sentences[number].words[head]) for number, head in heads}
    return len(bases) > 1 and not cluster.referents.same(*heads)


def _owner(cluster: ParsedCluster, mention: Mention) -> int | None:
    """Return the head of the phrase that owns a mention, if any.

    It is *crew* in *the crew's support*, *the support of the crew* and *the support the crew has*.
    """
    tags = cluster.sentences[mention.sentence].tags
    heads = [child.head for child in core_of(mention).children if child.role == "possessive"]
    # The parser may leave *the Vik Harbour 's Department* flat.
    heads = heads or [
        place - 1 for place in _before_head(mention) if tags[place - 1 : place + 1] == ("NNP", "POS")
    ]
    behind = [of_phrase(cluster, mention), *map(_subject_within, modifiers_of(mention))]
    # A corpus may have *Berg's* as one word.
    before = (head for head in heads if tags[head] != "POS")
    return next(before, next((head for head in behind if head is not None), None))


def _subject_within(node: Constituent) -> int | None:
    """Return the head of the subject of a relative clause without a relative pronoun."""
    clause = node.children[0] if node.label == "SBAR" and node.children[0].label == "S" else node
    subject = subject_of(clause) if clause.label == "S" else None
    return subject.head if subject is not None else None


@lru_cache(maxsize=4096)
def _is_cut_name(cluster: ParsedCluster, mention: Mention) -> bool:
    """Return whether a name is a word (*the name Berg*), half a name, or followed by nouns in its phrase.

    Such a phrase is *Aurora (AUR) Captain Ida Berg*, or *Aurora forward Ida Berg* if the parser reads an
    adverb.
    """
    words, tags = cluster.sentences[mention.sentence].words, cluster.sentences[mention.sentence].tags
    if mention.named and not _CALLED.isdisjoint(words[place] for place in _before_head(mention)):
        return True
    # The parser may part *Berg* from *- Moss*, and *Moss* from *Berg -*.
    after = mention.head + 1
    halved = words[after : after + 1] == ("-",) and tags[after + 1 : after + 2] == ("NNP",)
    if mention.named and (halved or tags[mention.node.begin - 1] == "HYPH"):
        return True
    inner = (node for node in mention.node.phrases() if node.label == "NP" and node.head == mention.head)
    return any(
        child.begin > mention.head
        and tags[child.begin] in NOUNS
        and (child.is_word or tags[child.begin - 1] == "RB")
        for node in inner
        for child in node.children
    )


def _is_of_some(cluster: ParsedCluster, mention: Mention) -> bool:
    """Return whether a named plural is counted by a noun before it: *a plethora of talented Norvikers*."""
    outer = mention.node.parent.parent if mention.node.parent is not None else None
    if not mention.named or not mention.plural or mention.determined or outer is None:
        return False
    sentence = cluster.sentences[mention.sentence]
    counted = outer.label == "NP" and sentence.words[outer.begin].lower() in ("a", "an")
    return counted and sentence.words[mention.node.begin - 1].lower() == "of"


def _name_others(cluster: ParsedCluster, old: Mention, new: Mention) -> bool:
    """Return whether names in two phrases of common nouns contradict: *the Vik pier*, *the pier of Nes*."""
    if old.named or new.named:
        return False
    one, other = (_names_in(cluster, mention) for mention in (old, new))
    return bool(one and other) and not any(_may_equal(first, second) for first in one for second in other)


@lru_cache(maxsize=4096)
def _names_in(cluster: ParsedCluster, mention: Mention) -> frozenset[str]:
    """Return the words of the names and demonyms before a noun, and of those after prepositions after it."""
    found = mention.names | demonyms(cluster, mention)
    for _, head in _after_prepositions(cluster, mention):
        other = cluster.referents.mentions.get((mention.sentence, head))
        found |= other.names if other is not None else frozenset()
    return found


def _may_equal(one: str, other: str) -> bool:
    """Return whether two words may be one name: equal, a beginning of each other, or an abbreviation."""
    return one[:_ALIKE] == other[:_ALIKE] or (min(len(one), len(other)) <= _ALIKE and one[:1] == other[:1])


def _contrast(cluster: ParsedCluster, old: Mention, new: Mention) -> bool:
    """Return whether two phrases of one noun differ in the noun before it."""
    kinds = [_kinds(cluster.sentences[mention.sentence], mention) for mention in (old, new)]
    exclusive = bool(old.words - new.words) and bool(new.words - old.words)
    return old.base == new.base and exclusive and bool(kinds[0] - new.words or kinds[1] - old.words)


def _count_others(cluster: ParsedCluster, old: Mention, new: Mention) -> bool:
    """Return whether two phrases have numbers, but none in common."""
    one, other = (each.numbers | _figures(cluster.sentences[each.sentence], each.node) for each in (old, new))
    return bool(one and other) and one.isdisjoint(other)


def _is_of_several(cluster: ParsedCluster, old: Mention, new: Mention) -> bool:
    """Return whether the new phrase tells which of several is meant, and the old one does not.

    *The court* need not be *court six* where there is *court eight*.
    """
    tests = _count_others, _name_others
    return old.base == new.base and any(
        third.plural == new.plural
        and any(test(cluster, third, new) and not test(cluster, third, old) for test in tests)
        for third in cluster.referents.of_base[new.base]
    )


def _are_two_sets(cluster: ParsedCluster, old: Mention, new: Mention) -> bool:
    """Return whether nouns without an event in common have other modifiers, and one is indefinite.

    What helps *old people*, or *people in Vik*, need not help *people*; and *a boat in Vik* is not *a boat in
    Nes*, both indefinite.
    """
    definite = old.definite + new.definite
    owned = definite == 1 and old.possessed != new.possessed
    if old.base != new.base or (definite > old.plural and not owned):
        return False
    one, other = (content_bases(cluster.sentences[each.sentence], each.node) for each in (old, new))
    return one != other and not any(
        first.base == second.base
        and cluster.referents.same_event(first, second)
        and have_one_subject(cluster, first, second)
        for first in _events_of(cluster, old)
        for second in _events_of(cluster, new)
    )


def _events_of(cluster: ParsedCluster, mention: Mention) -> list[VerbEvent]:
    """Return the events with a mention as argument, but none of saying, which tell of anybody."""
    return [
        event
        for event in cluster.events[mention.sentence]
        if mention.head in event.arguments.values() and not is_saying(event.base)
    ]


def have_one_subject(cluster: ParsedCluster, one: VerbEvent, other: VerbEvent) -> bool:
    """Return whether the subjects of two verbs corefer: *Berg and Moss* are not *Berg*."""
    heads = [(event.sentence, event.arguments.get(event.subject_role, -1)) for event in (one, other)]
    first, second = map(cluster.referents.mentions.get, heads)
    if first is None or second is None or is_joined(first.node) != is_joined(second.node):
        return False
    return cluster.referents.same(*heads)


@lru_cache(maxsize=4096)
def demonyms(cluster: ParsedCluster, mention: Mention) -> frozenset[str]:
    """Return the demonyms in a mention: *british* of *British people*, *american* of *Americans*."""
    words = cluster.sentences[mention.sentence].words[core_of(mention).begin : mention.head + 1]
    return DEMONYMS & {form for word in words for form in (word.lower(), word.lower().removesuffix("s"))}


def _figures(sentence: ParsedSentence, node: Constituent) -> set[str]:
    return {word for word in sentence.text(node) if not word.isalpha() and _DIGIT.search(word)}


def _kinds(sentence: ParsedSentence, mention: Mention) -> set[str]:
    """Return the base forms of the nouns directly before a mention's head, no names."""
    own = _before_head(mention)
    return {key(sentence.words[place]) for place in own if sentence.tags[place] in ("NN", "NNS")}


def describes_either(source: ParsedSentence, node: Constituent) -> bool:
    """Return whether an apposition or *which ...* may belong to the noun before.

    There are two in *a branch of Vik Ferries, the yard,*, and in *fought a fire in Vik, which broke out*.
    """
    above = list(islice(node.ancestors(), 1, 3))
    inside = [inner.label for inner in above] in (["PP", "NP"], ["PP", "VP"])
    beside = inside and (above[1].label == "NP" or any(child.role == "object" for child in above[1].children))
    # *The chairman of Vik Ferries, who will leave*.
    of_person = inside and source.words[above[1].head].lower() in PERSONS
    return beside and len(node) > 1 and (of_person or source.tags[node.begin] not in ("WP", "WP$"))


def is_idiomatic(cluster: ParsedCluster, mention: Mention) -> bool:
    """Return whether an object may be part of a set phrase: *hit the deck*, *took place*, *sealed the deal*.

    It is a noun, at most with *the*, that no other sentence of the cluster mentions.
    """
    if mention.named or len(mention.node) > 2 or (mention.determined and not mention.definite):
        return False
    return len(cluster.sentences) > 1 == len(cluster.referents.coreferent(mention))


@lru_cache(maxsize=4096)
def of_phrase(cluster: ParsedCluster, mention: Mention) -> int | None:
    """Return the head of the noun phrase after *of* that follows a mention's head, if any."""
    return next((head for word, head in _after_prepositions(cluster, mention) if word == "of"), None)


def _after_prepositions(cluster: ParsedCluster, mention: Mention) -> Iterator[tuple[str, int]]:
    """Yield the preposition that directly follows a mention's head, with the head of its noun phrase."""
    sentence = cluster.sentences[mention.sentence]
    for node in modifiers_of(mention):
        if node.label == "PP" and node.begin == mention.head + 1:
            heads = (child.head for child in node.children if child.label == "NP")
            yield from ((sentence.words[node.begin].lower(), head) for head in heads)


@lru_cache(maxsize=100)
def same_events(cluster: ParsedCluster, frame: ParsedSentence) -> list[tuple[VerbEvent, VerbEvent]]:
    """Return pairs of an event of a frame and the same event in another sentence of its style.

    *Another man was arrested* is not the arrest of *a man*, and what identifies a noun stays as it is.
    """
    mentions = cluster.referents.mentions
    same = cluster.referents.same_event

    def others(event: VerbEvent) -> set[str]:
        found = (mentions.get((event.sentence, head)) for head in event.arguments.values())
        return {word for mention in filter(None, found) for word in _others(cluster, mention)}

    return [
        (one, other)
        for one in cluster.events[frame.number]
        if not identifies(frame, one.phrase)
        for source in cluster.sentences
        if alike(frame, source)
        for other in cluster.events[source.number]
        if same(one, other) and others(one) == others(other)
    ]


def identifies(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase is part of a clause that identifies a noun: *the ferry she sailed*."""
    return any(
        inner.role in ("relative", "modifier")
        and inner.label in ("SBAR", "S", "VP")
        and not is_punctuation(sentence.words[inner.begin - 1])
        for inner in (node, *node.ancestors())
    )


def adjuncts_of(event: VerbEvent) -> list[Constituent]:
    """Return the adjuncts that follow an event's verb."""
    return [child for child in event.phrase.children if child.role == "adjunct" and child.begin > event.verb]


def modifiers_of(mention: Mention) -> list[Constituent]:
    """Return the phrases that follow the head of a mention."""
    inner = (node for node in mention.node.phrases() if node.label == "NP" and node.head == mention.head)
    behind = (child for node in inner for child in node.children if child.begin > mention.head)
    return [child for child in behind if not child.is_word]


def _is_listed(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase ends with a member of a list that the parser reads as an apposition.

    An apposition has a name, an article, a possessor or a number.
    """
    closing = [inner for inner in node.phrases() if inner.role == "appositive" and inner.end == node.end]
    # What ends with no apposition ends with no member that looks like one.
    own = sentence.tags[closing[0].begin : node.end] if closing else ("DT",)
    return not any(tag.startswith("NNP") or tag in ("DT", "PRP$", "POS", "CD", "PDT") for tag in own)


def is_cut(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase is only a part of one, or has words of its sentence in dashes.

    It ends within a list, between *such* and *as*, or between a number and the noun that it counts, or
    begins after a comparative: *earlier in the day*.  The words after *, as* may belong to what governs it:
    *the choice of Berg, a sailor from Vik, as captain*; and so may a participle at its end: *a meeting
    announcing the sale held in Vik*.
    """
    words = [word.lower() for word in sentence.words]
    # In *came as mate Jan Berg left*, somebody may have come as mate.
    may_be = node.role == "subject" and "as" in words[node.begin - 1 : node.begin]
    if sentence.tags[node.begin - 1 : node.begin] == ("RBR",) or may_be:
        return True
    own = range(node.begin, node.end - 1)
    if _is_listed(sentence, node) or ("such" in words[node.begin : node.end] and "as" in words[node.end :]):
        return True
    above, last = node.parent, [child.label for child in node.children[-1:]]
    ambiguous = last == ["VP"] and above is not None and (above.label, above.role) == ("VP", "modifier")
    if ambiguous or (",", "as") in pairwise(words[node.begin : node.end]):
        return True
    if any(sentence.tags[place] == "DT" and sentence.tags[place + 1] in (":", "HYPH") for place in own):
        return True
    if sentence.tags[node.end - 1] != "CD" or node.end >= len(sentence.words):
        return False
    return sentence.tags[node.end][:2] in ("VB", "JJ", "RB", "NN", "CD")
