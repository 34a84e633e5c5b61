"""Exchanges constituents that are coreferent or describe the same event."""

from __future__ import annotations

from collections.abc import Iterator

from paralattice.exchange.constituents import (
    Constituent,
    ParsedSentence,
    core_phrase,
    is_time_phrase,
    subject_of,
)
from paralattice.exchange.events import PATIENT, VerbEvent
from paralattice.exchange.operations import Operation, ParsedCluster, replacement
from paralattice.exchange.phrases import (
    adjunct_kind,
    calendar,
    has_pronoun,
    hedges,
    pronouns_keep,
    tense,
)
from paralattice.exchange.referents import Mention, are_akin, content_bases, is_nameable
from paralattice.exchange.words import TIME_OPENERS, base_form, is_saying

_SHORT_NAME = 3
_FREE = frozenset({"time", "after", "place", "according"})
"""Kinds of opening phrases that suit any predicate."""
_POINTING = frozenset({"this", "that", "these", "those", "same", "such", "other", "another", "latter"})
_DIRECTIONS = frozenset(
    {"to", "into", "onto", "toward", "towards", "through", "out", "off", "over", "up", "down"}
)
_PLACING = frozenset(map(base_form, ("put", "set", "place", "lay", "keep", "bring", "send", "hold")))
"""Base forms of verbs that need a direction beside their object."""
_NOUN_ROLES = frozenset({"subject", "object", "preposition's object", "possessive"})


def exchanges(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the exchanges of noun phrases, adjuncts, predicates and modifiers of a frame."""
    yield from _noun_phrases(cluster, frame)
    yield from _pronouns(cluster, frame)
    yield from _adjuncts(cluster, frame)
    yield from _modifiers(cluster, frame)
    yield from _predicates(cluster, frame)
    yield from _verbs(cluster, frame)


def alike(frame: ParsedSentence, source: ParsedSentence) -> bool:
    """Return whether two sentences are of one style, both prose or both headlines."""
    return frame.number != source.number and frame.is_prose == source.is_prose and source.is_plain


def _pairs(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[tuple[Mention, Mention]]:
    """Yield pairs of a mention of a frame and a coreferent one in another sentence of its style."""
    mentions = cluster.referents.mentions.values()
    for old in mentions:
        if old.sentence != frame.number:
            continue
        for new in mentions:
            if alike(frame, cluster.sentences[new.sentence]) and cluster.referents.same(old.place, new.place):
                yield old, new


def _noun_phrases(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    for old, new in _pairs(cluster, frame):
        source = cluster.sentences[new.sentence]
        if not _may_stand_for(cluster, old, new):
            continue
        pairs = [(old.node, new.node)]
        cores = _core(old), _core(new)
        owned = "PRP$" in source.tags[cores[1].begin : cores[1].end]
        if cores != pairs[0] and not owned and new.named == old.named:
            pairs.append(cores)
        if cores[1] is not new.node and new.named and not old.named:
            pairs.append((old.node, cores[1]))
        for one, other in pairs:
            if _may_replace(cluster, (frame, one), (source, other)):
                yield replacement(frame, one, source, other, old.node.role)


def _pronouns(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the exchange of an initial *he* or *they* for the subject of the same event elsewhere."""
    clause = frame.main_clause
    subject = subject_of(clause) if clause is not None and frame.tags[0] == "PRP" else None
    if subject is None or subject.end != 1:
        return
    for one, other in same_events(cluster, frame):
        named = _named_subject(cluster, other)
        alike = one.clause is clause and one.passive == other.passive
        if alike and named is not None and _agrees(frame.words[0].lower(), named):
            yield replacement(frame, subject, cluster.sentences[other.sentence], named.node, "pronoun")


def _named_subject(cluster: ParsedCluster, event: VerbEvent) -> Mention | None:
    """Return the subject of an event if it is a noun phrase without pronouns."""
    found = cluster.referents.mentions.get((event.sentence, event.arguments.get(event.subject_role, -1)))
    if found is None or found.node.role != "subject" or not found.definite:
        return None
    return None if has_pronoun(cluster.sentences[event.sentence], found.node) else found


def _agrees(pronoun: str, mention: Mention) -> bool:
    """Return whether a pronoun agrees with a mention."""
    if pronoun == "they":
        return mention.plural
    person = mention.named or is_nameable(mention)
    return not mention.plural and pronoun in ("he", "she") and person


def _may_replace(
    cluster: ParsedCluster, old: tuple[ParsedSentence, Constituent], new: tuple[ParsedSentence, Constituent]
) -> bool:
    """Return whether a noun phrase may replace another: it keeps claims, lists and more than a part."""
    if not _differ(*old, *new) or hedges(*old) != hedges(*new) or _is_list(*old) != _is_list(*new):
        return False
    if is_cut(*new) or _has_time(*new) or _owns_under_another_verb(old, new):
        return False
    owners = [
        {"PRP$", "POS"}.intersection(sentence.tags[node.begin : node.end]) for sentence, node in (old, new)
    ]
    # A possessive pronoun refers to its own subject.
    return ("PRP$" in owners[0]) <= ("POS" not in owners[1]) and pronouns_keep(cluster, new, old)


def _has_time(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a time, which modifies the verb, follows the name in a phrase."""
    if not sentence.tags[node.head].startswith("NNP"):
        return False
    return any(inner.label == "PP" and is_time_phrase(inner, sentence.words) for inner in node.phrases())


def _owns_under_another_verb(
    old: tuple[ParsedSentence, Constituent], new: tuple[ParsedSentence, Constituent]
) -> bool:
    """Return whether one phrase alone has a possessor, and different verbs govern them: *set*, *break*."""
    owned = ["POS" in sentence.tags[node.begin : node.end] for sentence, node in (old, new)]
    governors = [sentence.governors[node.head] for sentence, node in (old, new)]
    if owned[0] == owned[1] or -1 in governors:
        return False
    bases = {
        base_form(sentence.words[governor])
        for (sentence, _), governor in zip((old, new), governors, strict=True)
    }
    return old[1].role == "object" and len(bases) > 1


def _core(mention: Mention) -> Constituent:
    """Return the innermost noun phrase of a mention, without the modifiers behind its head."""
    return core_phrase(mention.node)


def _may_stand_for(cluster: ParsedCluster, old: Mention, new: Mention) -> bool:
    """Return whether a coreferent mention fits the place of another."""
    roles = old.node.role, new.node.role
    if not _NOUN_ROLES.issuperset(roles) or old.plural != new.plural:
        return False
    if (roles[0] == "possessive") != (roles[1] == "possessive"):
        return False
    return _introduces_alike(cluster, old, new) and names_one_thing(cluster, old, new)


def _introduces_alike(cluster: ParsedCluster, old: Mention, new: Mention) -> bool:
    """Return whether the articles of a mention fit where another stands.

    An indefinite phrase does not replace a definite one, nor one with *the* an indefinite one; *this* may
    refer to something else in another sentence; and a phrase with a possessor keeps one.
    """
    if new.named:
        return True
    if old.definite and not old.named and not new.definite:
        return False
    if new.definite and not new.possessed and not old.definite:
        return False
    if not new.plural and not new.determined:
        return False
    sentences = cluster.sentences
    points = [_points(sentences[mention.sentence], mention) for mention in (old, new)]
    if not points[1] <= points[0]:
        return False
    return not old.possessed or new.possessed or _of(cluster, new) is not None


def _points(sentence: ParsedSentence, mention: Mention) -> frozenset[str]:
    """Return the words before a mention's head that point to something outside of it."""
    words = sentence.words[_core(mention).begin : mention.head]
    return _POINTING.intersection(word.lower() for word in words)


def names_one_thing(cluster: ParsedCluster, old: Mention, new: Mention) -> bool:
    """Return whether two coreferent mentions can replace each other.

    Coreference is transitive, so two mentions joined through a third may differ: the main building is not the
    entrance building, a quake of 5.2 not one of 6.1, and the end of the match not the end of the street.
    """
    if old.named != new.named:
        return True
    if old.named:
        figures = [_figures(cluster.sentences[each.sentence], _core(each)) for each in (old, new)]
        return figures[0] == figures[1]
    if not are_akin(old, new) or _contrast(cluster, old, new):
        return False
    owners = _of(cluster, old), _of(cluster, new)
    if None in owners:
        return True
    heads = (old.sentence, owners[0] or 0), (new.sentence, owners[1] or 0)
    bases = {base_form(cluster.sentences[number].words[head]) for number, head in heads}
    return cluster.referents.same(*heads) or len(bases) == 1


def _contrast(cluster: ParsedCluster, old: Mention, new: Mention) -> bool:
    """Return whether two phrases of one noun differ in numbers, or in the noun before it."""
    one, other = (cluster.sentences[mention.sentence] for mention in (old, new))
    figures = _figures(one, old.node), _figures(other, new.node)
    if figures[0] and figures[1] and not figures[0] & figures[1]:
        return True
    kinds = _kinds(one, old), _kinds(other, new)
    exclusive = bool(old.words - new.words) and bool(new.words - old.words)
    return old.base == new.base and exclusive and bool(kinds[0] - new.words or kinds[1] - old.words)


def _figures(sentence: ParsedSentence, node: Constituent) -> set[str]:
    return {word for word in sentence.text(node) if any(letter.isdigit() for letter in word)}


def _kinds(sentence: ParsedSentence, mention: Mention) -> set[str]:
    """Return the base forms of the nouns directly before a mention's head, no names."""
    before = range(_core(mention).begin, mention.head)
    return {base_form(sentence.words[place]) for place in before if sentence.tags[place] in ("NN", "NNS")}


def _of(cluster: ParsedCluster, mention: Mention) -> int | None:
    """Return the head of the noun phrase after *of* that follows a mention's head, if there is one."""
    sentence = cluster.sentences[mention.sentence]
    for node in modifiers_of(mention):
        if (
            node.label == "PP"
            and sentence.words[node.begin].lower() == "of"
            and node.begin == mention.head + 1
        ):
            return next((child.head for child in node.children if child.label == "NP"), None)
    return None


def _is_list(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase has a conjunction, so that it may be part of a list."""
    return not {"and", "or"}.isdisjoint(sentence.text(node))


def _only_shortens(frame: ParsedSentence, old: Constituent, source: ParsedSentence, new: Constituent) -> bool:
    """Return whether the words of a phrase are a contiguous part of the other's."""
    words = [word.lower() for word in frame.text(old)]
    fewer = [word.lower() for word in source.text(new)]
    spans = (words[place : place + len(fewer)] for place in range(len(words) - len(fewer) + 1))
    return fewer in spans and not (source.tags[new.head].startswith("NNP") and len(fewer) <= _SHORT_NAME)


def _differ(frame: ParsedSentence, old: Constituent, source: ParsedSentence, new: Constituent) -> bool:
    """Return whether two phrases differ, and neither is a contiguous part of the other."""
    words = [word.lower() for word in frame.text(old)], [word.lower() for word in source.text(new)]
    if words[0] == words[1] or _only_shortens(frame, old, source, new):
        return False
    named = source.tags[new.head].startswith("NNP")
    return named or not content_bases(source, new) < content_bases(frame, old)


def same_events(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[tuple[VerbEvent, VerbEvent]]:
    """Yield pairs of an event of a frame and the same event in another sentence of its style."""
    for one in cluster.events[frame.number]:
        for row in cluster.events:
            for other in row:
                if alike(frame, cluster.sentences[other.sentence]) and cluster.referents.same_event(
                    one, other
                ):
                    yield one, other


def adjuncts_of(event: VerbEvent) -> list[Constituent]:
    """Return the adjuncts that follow an event's verb."""
    return [child for child in event.phrase.children if child.role == "adjunct" and child.begin > event.verb]


def _adjuncts(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    for one, other in same_events(cluster, frame):
        source = cluster.sentences[other.sentence]
        for old in adjuncts_of(one):
            for new in adjuncts_of(other):
                kind = adjunct_kind(frame, old)
                if kind == "time" and tense(frame, one) != tense(source, other):
                    continue
                if _tell_the_same(cluster, (frame, old), (source, new)):
                    yield replacement(frame, old, source, new, kind)


def _modifiers(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the exchanges of prepositional modifiers of coreferent nouns."""
    for old, new in _pairs(cluster, frame):
        source = cluster.sentences[new.sentence]
        for one in modifiers_of(old):
            for other in modifiers_of(new):
                prepositional = one.label == other.label == "PP"
                if prepositional and _tell_the_same(cluster, (frame, one), (source, other)):
                    yield replacement(frame, one, source, other, "modifier")


def modifiers_of(mention: Mention) -> list[Constituent]:
    """Return the phrases that follow the head of a mention."""
    found = []
    node = mention.node
    while node.children and node.head == mention.head:
        found += [child for child in node.children if child.begin > mention.head and not child.is_word]
        inner = node.children[0]
        if inner.label != "NP" or inner.head != node.head:
            break
        node = inner
    return found


def _tell_the_same(
    cluster: ParsedCluster, old: tuple[ParsedSentence, Constituent], new: tuple[ParsedSentence, Constituent]
) -> bool:
    """Return whether two adjuncts or modifiers are of one kind and have the same content."""
    (frame, one), (source, other) = old, new
    if one.label != other.label and "time" not in (adjunct_kind(*old), adjunct_kind(*new)):
        return False
    kind = adjunct_kind(frame, one)
    if not _differ(frame, one, source, other) or kind != adjunct_kind(source, other):
        return False
    if hedges(frame, one) != hedges(source, other) or is_cut(source, other):
        return False
    if not pronouns_keep(cluster, (source, other), (frame, one)) or _introduces(cluster, old, new):
        return False
    if kind == "participle":
        return True
    if kind == "time":
        return _same_time(frame, one, source, other)
    if kind not in ("after", "place") and frame.words[one.begin].lower() != source.words[other.begin].lower():
        return False
    return _about_one_thing(cluster, old, new)


def _introduces(
    cluster: ParsedCluster, old: tuple[ParsedSentence, Constituent], new: tuple[ParsedSentence, Constituent]
) -> bool:
    """Return whether an object with *the* would replace an indefinite one."""
    inner = [
        cluster.referents.mentions.get((sentence.number, child.head))
        for sentence, node in (old, new)
        for child in node.children
        if child.label == "NP"
    ]
    if len(inner) != 2 or inner[0] is None or inner[1] is None or inner[1].named:
        return False
    return not inner[0].definite and inner[1].definite and not inner[1].possessed


def _same_time(frame: ParsedSentence, old: Constituent, source: ParsedSentence, new: Constituent) -> bool:
    one, other = calendar(frame, old), calendar(source, new)
    return bool(one & other) and (one <= other or other <= one)


def _about_one_thing(
    cluster: ParsedCluster, old: tuple[ParsedSentence, Constituent], new: tuple[ParsedSentence, Constituent]
) -> bool:
    """Return whether the objects of two phrases are coreferent, or the phrases share content words."""
    (frame, one), (source, other) = old, new
    inner = [[child for child in node.children if child.role] for node in (one, other)]
    if not inner[0] or not inner[1]:
        return False
    heads = (frame.number, inner[0][-1].head), (source.number, inner[1][-1].head)
    if cluster.referents.same(*heads):
        return True
    words, others = content_bases(frame, one), content_bases(source, other)
    return len(words & others) * 2 >= min(len(words), len(others)) > 0


def _begin_alike(frame: ParsedSentence, one: VerbEvent, source: ParsedSentence, other: VerbEvent) -> bool:
    """Return whether two verb phrases begin with verbs of the same form."""
    if frame.tags[one.verb] != source.tags[other.verb]:
        return False
    leading = [
        sentence.words[event.phrase.begin : event.verb] for sentence, event in ((frame, one), (source, other))
    ]
    return leading[0] == leading[1]


def _verbs(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the exchanges of verbs of the same event with the same subject and object."""
    for one, other in same_events(cluster, frame):
        source = cluster.sentences[other.sentence]
        if one.base == other.base or one.passive or frame.tags[one.verb] != source.tags[other.verb]:
            continue
        alone = _takes_object_alone(one) and _takes_object_alone(other)
        if alone and not _PLACING & {one.base, other.base} and _leads(frame, one) == _leads(source, other):
            old, new = (event.phrase.children[0] for event in (one, other))
            yield replacement(frame, old, source, new, "verb")


def _leads(sentence: ParsedSentence, event: VerbEvent) -> set[str]:
    """Return the prepositions of a verb's directions: *knocked him onto the deck*."""
    return {sentence.words[node.begin].lower() for node in adjuncts_of(event)} & _DIRECTIONS


def _takes_object_alone(event: VerbEvent) -> bool:
    """Return whether a verb opens its phrase, directly before its object, without a particle."""
    children = event.phrase.children
    plain = children[0].head == event.verb and len(children) > 1 and children[1].role == "object"
    return plain and PATIENT in event.arguments and not any(child.role == "particle" for child in children)


def _predicates(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the exchanges of predicates without auxiliaries, for one verb of coreferent subjects."""
    for one, other in same_events(cluster, frame):
        source = cluster.sentences[other.sentence]
        if (
            not is_saying(one.base)
            and _same_subject(cluster, one, other)
            and _built_alike(frame, one, source, other)
            and not _opens_with_manner(frame, one)
            and _claim_alike(cluster, (frame, one.phrase), (source, other.phrase))
        ):
            yield replacement(frame, one.phrase, source, other.phrase, "predicate")


def _same_subject(cluster: ParsedCluster, one: VerbEvent, other: VerbEvent) -> bool:
    """Return whether two verbs have the same grammatical subject."""
    subjects = [event.arguments.get(event.subject_role) for event in (one, other)]
    if None in subjects:
        return False
    return cluster.referents.same((one.sentence, subjects[0] or 0), (other.sentence, subjects[1] or 0))


def _built_alike(frame: ParsedSentence, one: VerbEvent, source: ParsedSentence, other: VerbEvent) -> bool:
    """Return whether two verb phrases have the same voice, form and tense, and both or none an object."""
    return (
        one.passive == other.passive
        and _begin_alike(frame, one, source, other)
        and tense(frame, one) == tense(source, other)
        and _complete_alike(one, other)
    )


def _claim_alike(
    cluster: ParsedCluster, old: tuple[ParsedSentence, Constituent], new: tuple[ParsedSentence, Constituent]
) -> bool:
    """Return whether two phrases differ in words, but not in hedges and the referents of pronouns."""
    return _differ(*old, *new) and hedges(*old) == hedges(*new) and pronouns_keep(cluster, new, old)


def _complete_alike(one: VerbEvent, other: VerbEvent) -> bool:
    """Return whether both verbs have an object, or none has."""
    objects = [any(child.role == "object" for child in event.phrase.children) for event in (one, other)]
    return objects[0] == objects[1]


def _opens_with_manner(frame: ParsedSentence, event: VerbEvent) -> bool:
    """Return whether a phrase before the subject belongs to the predicate, as *With a late goal, ...*."""
    return any(
        child.role == "adjunct"
        and child.begin < event.verb
        and child.label != "ADVP"
        and adjunct_kind(frame, child) not in _FREE
        for child in event.clause.children
    )


def _is_listed(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase ends with a member of a list that the parser reads as an apposition.

    An apposition has a name, an article, a possessor or a number.
    """
    last = next((inner for inner in _tails(node) if inner.role == "appositive"), None)
    if last is None:
        return False
    own = sentence.tags[last.begin : last.end]
    return not any(tag.startswith("NNP") or tag in ("DT", "PRP$", "POS", "CD", "PDT") for tag in own)


def _tails(node: Constituent) -> Iterator[Constituent]:
    """Yield a phrase and the last phrases below it."""
    yield node
    while node.children and not node.children[-1].is_word:
        node = node.children[-1]
        yield node


def is_cut(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase ends within a list, or between a number and the noun that it counts."""
    if _is_listed(sentence, node):
        return True
    if sentence.tags[node.end - 1] != "CD" or node.end >= len(sentence.words):
        return False
    return sentence.tags[node.end][:2] in ("VB", "JJ", "RB", "NN", "CD")


__all__ = [
    "TIME_OPENERS",
    "adjuncts_of",
    "exchanges",
    "is_cut",
    "modifiers_of",
    "names_one_thing",
    "same_events",
]
