"""Inserts adjuncts of the same event and asides of the same noun from other sentences."""

import re
from collections.abc import Iterator, Set

from paralattice.english.calendar import DAYS, TIME_WORDS
from paralattice.english.inflection import key
from paralattice.english.penn import FINITE
from paralattice.english.tables import word_class
from paralattice.english.words import is_punctuation, is_saying
from paralattice.exchange.evidence.cluster import ParsedCluster, pronouns_keep
from paralattice.exchange.evidence.mentions import Mention, content_bases, is_joined
from paralattice.exchange.evidence.naming import tells_again
from paralattice.exchange.evidence.sameness import (
    adjuncts_of,
    have_one_subject,
    is_cut,
    modifiers_of,
    names_one_thing,
    same_events,
)
from paralattice.exchange.evidence.speakers import may_report
from paralattice.exchange.model.operation import (
    COMMA,
    INSERTION,
    Operation,
    SourcedToken,
    SpanEdit,
    sourced_tokens,
)
from paralattice.exchange.operations.noun_phrases import SURER, coreferent_pairs, misfits
from paralattice.exchange.operations.relatives import is_told, relative_clauses
from paralattice.syntax.events import VerbEvent
from paralattice.syntax.nodes import Constituent, core_phrase
from paralattice.syntax.phrases import adjunct_kind, calendar, hedges, tense, trailing_place
from paralattice.syntax.roles import NOUN_ROLES
from paralattice.syntax.sentence import ParsedSentence

_ANYWHERE = frozenset({"time", "after", "place"})
"""Kinds of adjuncts that suit any verb."""
_DIRECTIONS = word_class("function_words", "direction")
_BODY = word_class("nouns", "body")
_PRESENT = {"after": "after", "before": "after", "here": "place", "only": "place"}
"""Words beside which a kind of adjunct would be one too many, or, as in *their only boat in Vik*, another."""
_PARTED = re.compile(r"\. |, IN DT")
"""The tags of what belongs to the words before: *at 9 p.m . in Norvik*, *off Hitra, in the sea*."""
_BOUND = frozenset({"after", "as", "at", "before", "by", "for", "from", "to"})
_RESULT = re.compile(r"\d+(?:-|and)\d+")
"""What *Vik, 3-1,* has of a game, and the ages of two, without spaces."""


def insertions(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the insertions of adjuncts and asides into a frame."""
    for one, other in same_events(cluster, frame):
        # What somebody said in one place, another sentence may have from another.
        if is_saying(one.base) or not _share(cluster, one, other):
            continue
        # Who was shot in the head is not who was shot in the back.
        texts = (cluster.sentences[each.sentence].text(each.phrase) for each in (one, other))
        parts = [*map(_BODY.intersection, texts)]
        if all(parts) and parts[0].isdisjoint(parts[1]):
            continue
        yield from _adjuncts(cluster, frame, one, other)
    yield from _asides(cluster, frame)


def _share(cluster: ParsedCluster, one: VerbEvent, other: VerbEvent) -> bool:
    """Return whether two verbs share an argument."""
    heads = [{(event.sentence, head) for head in event.arguments.values()} for event in (one, other)]
    return any(cluster.referents.same(first, second) for first in heads[0] for second in heads[1])


def _adjuncts(
    cluster: ParsedCluster, frame: ParsedSentence, one: VerbEvent, other: VerbEvent
) -> Iterator[Operation]:
    source = cluster.sentences[other.sentence]
    place = trailing_place(frame, one.phrase)
    if place is None or one.passive != other.passive or _PARTED.match(" ".join(frame.tags[place:])):
        return
    if not may_report(cluster, one, other) or not _are_one_state(cluster, one, other):
        return
    present = {adjunct_kind(frame, node) for node in _all_adjuncts(one)}
    # The parser may put a preposition beside its noun phrase: *hit (by) (a wave)* has its agent.
    beside = (node for node in one.phrase.children if node.is_word and node.begin > one.verb)
    present |= {frame.words[node.begin].lower() for node in beside}
    present |= {_PRESENT[word] for word in frame.text(one.clause) if word in _PRESENT}
    # *Sailed for two seasons in May*.
    spans = (node for node in _all_adjuncts(one) if frame.words[node.begin] == "for")
    if any(not TIME_WORDS.isdisjoint(map(key, frame.text(node))) for node in spans):
        present |= {"time", "after"}
    opener = frame.words[one.clause.begin - 1].lower()
    # *Two days after she left the yard* has its time.
    if one.clause.begin > 1 and key(frame.words[one.clause.begin - 2]) in TIME_WORDS:
        present |= {"time", "after"}
    ended = {frame.words[node.begin] for node in frame.phrases if node.label == "PP" and node.end == place}
    for new, kind in _lacking(cluster, (frame, one), (source, other), present):
        first = source.words[new.begin].lower()
        # *When it sank when it rained* and *fell over a year over a decade* have two times, *in a play in the
        # town* two places.
        # *Was fired after a bad start as coach* is clear without *as coach* only.
        parted = kind == "after" and frame.words[place : place + 1] == ("as",)
        # Of *serves three sentences*, one may be *for theft*.
        if parted or first == opener or (kind in ("place", "time") and first in ended) or kind == "reason":
            continue
        if _fits(source, new, kind, one.base == other.base and have_one_subject(cluster, one, other)):
            yield _insertion(source, new, place, one.verb, kind)


def _are_one_state(cluster: ParsedCluster, one: VerbEvent, other: VerbEvent) -> bool:
    """Return whether two predicates with *be* share words: *is a waste* is not *is different in Vik*."""
    told = (content_bases(cluster.sentences[each.sentence], each.phrase) for each in (one, other))
    return one.base != "be" or not frozenset.isdisjoint(*map(frozenset, told))


def _lacking(
    cluster: ParsedCluster,
    old: tuple[ParsedSentence, VerbEvent],
    new: tuple[ParsedSentence, VerbEvent],
    present: Set[str],
) -> Iterator[tuple[Constituent, str]]:
    """Yield the adjuncts of an event, with their kinds, that the frame's event lacks and can take."""
    timed, kinds = tense(*old) == tense(*new), set[str]()
    for node in adjuncts_of(new[1]):
        kind = adjunct_kind(new[0], node)
        # Adjuncts of the verb precede those that suit any verb.
        late = bool(present) and kind not in _ANYWHERE
        dated = kind in ("time", "after") or bool(calendar(new[0], node))
        # In *was closed in May for the death of two in June*, the second time may be that of the deaths.
        second = kind == "time" and kind in kinds
        kinds.add(kind)
        if late or second or kind in present or (dated and not timed):
            continue
        if pronouns_keep(cluster, (new[0], node), (old[0], old[1].phrase)):
            yield node, kind


def _all_adjuncts(event: VerbEvent) -> Iterator[Constituent]:
    """Yield an event's adjuncts wherever they stand: after its verb, between auxiliaries, or in front."""
    yield from (child for child in event.phrase.children if child.role in ("adjunct", "modifier"))
    node = event.phrase
    while node is not event.clause and node.parent is not None:
        node = node.parent
        yield from (child for child in node.children if child.role == "adjunct")


def _fits(source: ParsedSentence, node: Constituent, kind: str, alike: bool) -> bool:
    """Return whether an adjunct may join the verb: no comma precedes it, and its kind suits the verb.

    Other kinds than times and places, and directions (*off the shelf*), need the same verb and subject
    (``alike``).
    """
    if hedges(source, node) or is_punctuation(source.words[node.begin - 1]) or is_cut(source, node):
        return False
    # *At 2:56* counts from another time, and *in the head* is not where all of it happened.
    if kind == "place" and (source.tags[node.end - 1] == "CD" or source.words[node.end - 1] in _BODY):
        return False
    directed = kind == "place" and source.words[node.begin].lower() in _DIRECTIONS
    return (kind in _ANYWHERE and not directed) or (alike and node.label == "PP" and kind != "as")


def _insertion(source: ParsedSentence, node: Constituent, place: int, governor: int, what: str) -> Operation:
    edit = SpanEdit(place, place, sourced_tokens(source, node.begin, node.end))
    return Operation(INSERTION, what, source.number, (edit,), heads=(((source.number, node.head), governor),))


def _asides(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the insertions of appositives and relative clauses after a coreferent noun without a modifier."""
    for old, new in coreferent_pairs(cluster, frame):
        # A noun alone means any: *in prison* is not *in the prison, which opened in May*.
        some = old.named or old.plural or old.determined
        bare = some and old.node.end == old.head + 1 and old.node.role in NOUN_ROLES
        source = cluster.sentences[new.sentence]
        bare = bare and not _is_followed(frame, old.head + 1) and _day(frame, old) == _day(source, new)
        bare = bare and _owner(frame, old) == _owner(source, new)
        if bare and cluster.referents.are_surely_one(old, new, SURER) and names_one_thing(cluster, old, new):
            yield from _following(cluster, (frame, old), (source, new))
            yield from relative_clauses(cluster, old, new)


def _following(
    cluster: ParsedCluster, old: tuple[ParsedSentence, Mention], new: tuple[ParsedSentence, Mention]
) -> Iterator[Operation]:
    (frame, taking), (source, giving) = old, new
    for node in modifiers_of(giving):
        # In *Jan Berg of the Sharks, who lost*, it is Berg who lost.
        begin = core_phrase(taking.node).begin
        owned = frame.words[begin - 1] == "of" and frame.tags[begin - 2].startswith("NNP")
        if owned and source.words[node.begin] == "who":
            continue
        # What narrows a noun, without a comma, may be true of another one.
        if node.role not in ("appositive", "relative") or source.words[node.begin - 1] != ",":
            continue
        if hedges(source, node) or not pronouns_keep(cluster, (source, node), (frame, taking.node)):
            continue
        events = (event for event in cluster.events[source.number] if node.begin < event.verb < node.end)
        if is_cut(source, node) or source.words[node.end - 1] in _BODY or is_told(cluster, frame, events):
            continue
        # *A man* is not *a man, Jan Berg*, and *his captain* not *her captain, Jan Berg*.
        unknown = not taking.definite or frame.tags[begin] == "PRP$"
        if unknown and node.role == "appositive" and source.tags[node.head] == "NNP":
            continue
        tokens = _set_off((frame, taking), source, node)
        noun = node.role == "appositive" and taking.named
        if tokens and not (noun and tells_again(taking.words - taking.names, [each.word for each in tokens])):
            edit = SpanEdit(taking.head + 1, taking.head + 1, tokens)
            head = (source.number, node.head)
            yield Operation(INSERTION, node.role, source.number, (edit,), heads=((head, taking.head),))


def _is_followed(frame: ParsedSentence, place: int) -> bool:
    """Return whether the words from a place on may be about the noun before: *, a ship ...*, *( AUR )*."""
    after = frame.words[place : place + 2]
    return after[:1] in (("(",), ("-LRB-",)) or (
        after[:1] == (",",) and frame.tags[place + 1 : place + 2] in (("DT",), ("WDT",), ("WP",), ("CD",))
    )


def _day(sentence: ParsedSentence, mention: Mention) -> set[str]:
    """Return the days that identify an entity, as in *Monday's storm*."""
    return {word.lower() for word in sentence.words[core_phrase(mention.node).begin : mention.head]} & DAYS


def _owner(sentence: ParsedSentence, mention: Mention) -> tuple[str, ...]:
    """Return the words before a noun, if it has a possessor."""
    return sentence.words[core_phrase(mention.node).begin : mention.head] if mention.possessed else ()


def _set_off(
    old: tuple[ParsedSentence, Mention], source: ParsedSentence, node: Constituent
) -> tuple[SourcedToken, ...]:
    """Return the tokens of an aside between commas; empty if it cannot stand."""
    frame, place, named = old[0], old[1].head + 1, old[1].named
    tokens = sourced_tokens(source, node.begin, node.end)
    cut = misfits(frame, old[1].node, source, node) or not _is_complete(source, node)
    if cut or frame.tags[place : place + 1] in (("RP",), ("VBG",), ("VBN",)):
        return ()
    # A lone word is a name, or any word after a common noun.
    lone = len(node) == 1 and (source.tags[node.begin].startswith("NNP") or not named)
    # *Vik, the ninth-biggest,* lacks a noun.
    lone |= node.role == "appositive" and "JJS" in source.tags[node.end - 1 : node.end]
    lone |= _RESULT.fullmatch("".join(source.text(node))) is not None
    # A part of a list is no appositive.
    # *Take Berg, who left, as pilot*; *sold the ship, which leaked, to Berg*.
    lone |= node.role == "relative" and not _BOUND.isdisjoint(frame.words[place : place + 1])
    if lone or (node.parent is not None and is_joined(node.parent)):
        return ()
    # *The mayor of Vik, a small town* is no town.
    if node.role == "appositive" and core_phrase(node.parent or node).end != node.begin - 1:
        return ()
    before = sourced_tokens(source, node.begin - 1, node.begin)
    after = frame.words[place : place + 1]
    followed = any(map(is_punctuation, after)) and after not in (("``",), ("“",))
    return (*before, *tokens) if followed else (*before, *tokens, COMMA)


def _is_complete(source: ParsedSentence, node: Constituent) -> bool:
    """Return whether an aside is whole: a relative clause has its verb, and no verb follows directly."""
    tags = source.tags[node.begin : node.end]
    relative = next((place for place, tag in enumerate(tags) if tag in ("WP", "WDT", "WP$")), None)
    if relative is not None and FINITE.isdisjoint(tags[relative:]):
        return False
    return node.end == len(source.tags) or source.tags[node.end] not in FINITE
