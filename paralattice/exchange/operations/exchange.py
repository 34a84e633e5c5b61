"""Exchanges constituents that are coreferent or describe the same event."""

from collections.abc import Iterator

from paralattice.exchange.evidence.cluster import ParsedCluster, pronouns_keep
from paralattice.exchange.evidence.mentions import content_bases
from paralattice.exchange.evidence.sameness import (
    adjuncts_of,
    is_cut,
    modifiers_of,
    names_one_thing,
    same_events,
)
from paralattice.exchange.evidence.speakers import may_report
from paralattice.exchange.model.operation import Operation, replacement
from paralattice.exchange.operations.noun_phrases import (
    coreferent_pairs,
    differ,
    is_list,
    noun_phrase_exchanges,
    pronoun_exchanges,
)
from paralattice.exchange.operations.predicates import predicate_exchanges
from paralattice.syntax.nodes import Constituent
from paralattice.syntax.phrases import adjunct_kind, are_hedged_alike, calendar, tense
from paralattice.syntax.sentence import ParsedSentence

_LATER = frozenset({"after", "following"})
"""Openers of one order of events; *before* has another, and *while* has none."""


def exchanges(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the exchanges of noun phrases, adjuncts, predicates and modifiers of a frame."""
    yield from noun_phrase_exchanges(cluster, frame)
    yield from pronoun_exchanges(cluster, frame)
    yield from _adjuncts(cluster, frame)
    yield from _modifiers(cluster, frame)
    yield from predicate_exchanges(cluster, frame)


def _adjuncts(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    for one, other in same_events(cluster, frame):
        if not may_report(cluster, one, other):
            continue
        source = cluster.sentences[other.sentence]
        for old in adjuncts_of(one):
            for new in adjuncts_of(other):
                kind = adjunct_kind(frame, old)
                if kind == "time" and tense(frame, one) != tense(source, other):
                    continue
                if _tell_the_same(cluster, (frame, old), (source, new)):
                    yield replacement(frame, old, source, new, kind)


def _modifiers(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the exchanges of prepositional modifiers of coreferent nouns.

    *University of Norvik* is a name as a whole.
    """
    for old, new in coreferent_pairs(cluster, frame):
        source = cluster.sentences[new.sentence]
        for one in modifiers_of(old):
            for other in modifiers_of(new):
                fit = one.label == other.label == "PP" and not (old.named and frame.words[one.begin] == "of")
                if fit and _tell_the_same(cluster, (frame, one), (source, other)):
                    yield replacement(frame, one, source, other, "modifier")


def _tell_the_same(
    cluster: ParsedCluster, old: tuple[ParsedSentence, Constituent], new: tuple[ParsedSentence, Constituent]
) -> bool:
    """Return whether two adjuncts or modifiers are of one kind and have the same content."""
    (frame, one), (source, other) = old, new
    if one.label != other.label and "time" not in (adjunct_kind(*old), adjunct_kind(*new)):
        return False
    kind = adjunct_kind(frame, one)
    if not differ(frame, one, source, other) or kind != adjunct_kind(source, other):
        return False
    if is_list(frame, one) != is_list(source, other) and kind != "time":
        return False
    if not are_hedged_alike(old, new) or is_cut(source, other):
        return False
    if not pronouns_keep(cluster, (source, other), (frame, one)) or _introduces(cluster, old, new):
        return False
    if kind == "participle":
        return True
    if kind == "time":
        dates, others = calendar(frame, one), calendar(source, other)
        return bool(dates & others) and (dates <= others or others <= dates)
    openers = {frame.words[one.begin].lower(), source.words[other.begin].lower()}
    if kind != "place" and len(openers) > 1 and not _LATER.issuperset(openers):
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


def _about_one_thing(
    cluster: ParsedCluster, old: tuple[ParsedSentence, Constituent], new: tuple[ParsedSentence, Constituent]
) -> bool:
    """Return whether two phrases have coreferent objects or share content words, but no other numbers."""
    (frame, one), (source, other) = old, new
    figures = [
        {sentence.words[place] for place in range(node.begin, node.end) if sentence.tags[place] == "CD"}
        for sentence, node in (old, new)
    ]
    # *With 25 points* and *with 22 points* are of two games.
    if all(figures) and not (figures[0] <= figures[1] or figures[1] <= figures[0]):
        return False
    inner = [[child for child in node.children if child.role] for node in (one, other)]
    if not inner[0] or not inner[1]:
        return False
    heads = (frame.number, inner[0][-1].head), (source.number, inner[1][-1].head)
    mentions = [cluster.referents.mentions.get(head) for head in heads]
    # *Died in a fire* is not *died in fires*.
    if len({mention.plural for mention in mentions if mention}) > 1:
        return False
    if mentions[0] and mentions[1] and cluster.referents.same(*heads):
        return names_one_thing(cluster, mentions[0], mentions[1])
    # *Vik Hospital* is not *Nes Hospital*.
    if all(mention and mention.named for mention in mentions):
        return False
    words, others = content_bases(frame, one), content_bases(source, other)
    return len(words & others) * 2 >= min(len(words), len(others)) > 0
