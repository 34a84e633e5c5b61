"""Makes relative clauses of what others tell of a person: *Ida Berg, who sold the ship, left the yard*."""

from collections.abc import Iterable, Iterator
from itertools import product

from paralattice.english.calendar import DAYS, TIME_WORDS, is_year
from paralattice.english.families import families
from paralattice.english.inflection import key
from paralattice.english.penn import CLAUSES, FINITE
from paralattice.english.tables import word_class
from paralattice.english.words import GROUPS, ORDINALS, is_punctuation, is_saying
from paralattice.exchange.evidence.cluster import ParsedCluster, free_pronouns
from paralattice.exchange.evidence.mentions import Mention, full_name, is_joined, is_nameable, is_person
from paralattice.exchange.evidence.naming import personal_signs
from paralattice.exchange.evidence.sameness import identifies
from paralattice.exchange.evidence.speakers import has_no_other_speaker, is_thought
from paralattice.exchange.model.operation import COMMA, INSERTION, Operation, SpanEdit, made, sourced_tokens
from paralattice.exchange.operations.noun_phrases import event_at, names_unknown
from paralattice.syntax.events import VerbEvent
from paralattice.syntax.nodes import Constituent, content_phrase, predicate_of, subject_of
from paralattice.syntax.phrases import adjunct_kind, tense
from paralattice.syntax.sentence import ParsedSentence

_LENGTHS = range(4, 15)
"""Numbers of words of a predicate that may become a relative clause."""
_CLAIMING = frozenset({"because", "although", "though"})
_ALIKE = [{*map(key, verbs)} for verbs in (word_class("verbs", "winning"), word_class("verbs", "dismissing"))]
"""Verbs that tell the same of one event."""
_PERSONAL = 2
"""Least sign that a name is a person's: an age or a title."""
_OUTSIDE = word_class("modifiers", "distinct", "outside") | ORDINALS
"""Words that refer to what is told around them: *another fire*, *two hours later*."""


def relative_clauses(cluster: ParsedCluster, old: Mention, new: Mention) -> Iterator[Operation]:
    """Yield the insertions after a person's name of the predicates whose subject is a coreferent mention."""
    frame, source = (cluster.sentences[each.sentence] for each in (old, new))
    taking = event_at(cluster, frame.number, old.head)
    if taking is None or not _takes_clause(frame, old) or not _is_who(cluster, old):
        return
    place = old.head + 1
    for giving in cluster.events[source.number]:
        outer = (giving.clause, *giving.clause.ancestors())
        clause = next((node for node in outer if node.label in CLAUSES), giving.clause)
        subject, predicate = subject_of(clause), predicate_of(clause)
        if subject is None or predicate is None or subject.head != new.head or is_joined(subject):
            continue
        # Of *came in and then left*, the second depends on the first.
        part = giving.clause if giving.clause.label == "VP" else predicate
        whole = (part is predicate or part is predicate.children[0]) and source.words[subject.begin] != "Only"
        # *By then Berg was old* tells when she was, and *only Berg held it up for long* who else did not.
        if not whole or subject.begin > clause.begin or not _is_told(source, part):
            continue
        told = _shortened(source, part)
        if _is_plain(source, old, told) and _tells_else(cluster, taking, giving, told):
            tokens = (COMMA, *made("who"), *sourced_tokens(source, told.start, told.stop))
            closed = is_punctuation("".join(frame.words[place : place + 1]))
            edit = SpanEdit(place, place, tokens if closed else (*tokens, COMMA))
            head = (source.number, part.head), old.head
            yield Operation(INSERTION, "relative", source.number, (edit,), heads=(head,))


def _takes_clause(frame: ParsedSentence, mention: Mention) -> bool:
    """Return whether a relative clause may follow a mention in prose.

    It parts *killed Berg* from *in Vik*, *the ship Berg* from *sold*, and *it sank, Berg* from *said*; and
    what she did need not have been *in 1968*.
    """
    closed = is_punctuation("".join(frame.words[mention.head + 1 : mention.head + 2]))
    apart = (mention.node.role != "subject" and not closed) or any(map(is_year, frame.words[: mention.head]))
    lone = mention.head + 3 == len(frame.words)
    return mention.named and frame.is_prose and not (apart or lone or identifies(frame, mention.node))


def _is_who(cluster: ParsedCluster, mention: Mention) -> bool:
    """Return whether a name is plainly that of a person, and of no company."""
    group, signs = cluster.referents.coreferent(mention), [0.0]
    for each in (each for each in group if each.named):
        sentence = cluster.sentences[each.sentence]
        signs.append(personal_signs(sentence, each, "", full_name(sentence, each.head)))
    if any(each.base in GROUPS or not (each.named or is_nameable(each)) for each in group):
        return False
    known = max(signs) > 0 and cluster.referents.gender(mention) != 0
    return known or max(signs) >= _PERSONAL or any(is_person(each) for each in group if not each.named)


def _is_told(source: ParsedSentence, predicate: Constituent) -> bool:
    """Return whether a predicate is claimed, not in a condition or about a noun, and has no free pronoun."""
    outer = [node for node in predicate.ancestors() if node.label in ("SBAR", "NP")]
    opened = (source.words[node.begin].lower() for node in outer)
    claimed = all(
        word in _CLAIMING or (node.role == "complement" and not source.tags[node.begin].startswith("W"))
        for node, word in zip(outer, opened, strict=True)
    )
    return claimed and not free_pronouns(source, predicate)


def _shortened(source: ParsedSentence, predicate: Constituent) -> range:
    """Return the places of a predicate; of a long one without a time or a temporal clause at its end."""
    last = content_phrase(predicate).children[-1]
    # *Was mate until May*, *left one day after the storm*.
    timed = last.role == "adjunct" and adjunct_kind(source, last) in ("time", "after")
    timed &= source.words[last.begin] != "until" and source.words[last.begin - 1] not in TIME_WORDS
    long = len(predicate) not in _LENGTHS or any(map(is_punctuation, source.text(predicate)))
    comma = source.words[last.begin - 1] == ","
    return range(predicate.begin, last.begin - comma if timed and long else predicate.end)


def _is_plain(source: ParsedSentence, old: Mention, told: range) -> bool:
    """Return whether a finite verb and what follows it are no list, no report, and not too long."""
    words, tags = source.words[told.start : told.stop], source.tags[told.start : told.stop]
    # *Was sailing* tells what was so when something else happened.
    agrees = old.plural or (tags[0] != "VBP" and words[0] != "were")
    finite = tags[0] in FINITE and agrees and "VBG" not in tags[1:3]
    plain = len(words) in _LENGTHS and finite and "CC" not in tags and _OUTSIDE.isdisjoint(words)
    # *Walked the last six* of some miles.
    plain &= tags[-2:] != ("JJ", "CD")
    plain &= not names_unknown(source, told)
    return plain and not any(is_punctuation(word) or is_saying(word) for word in words)


def is_told(cluster: ParsedCluster, frame: ParsedSentence, events: Iterable[VerbEvent]) -> bool:
    """Return whether a sentence tells one of the events, or has its verb."""
    return any(
        cluster.referents.same_event(one, other)
        or one.base == other.base
        or any({one.base, other.base} <= group for group in _ALIKE)
        for one, other in product(cluster.events[frame.number], events)
    )


def _tells_else(cluster: ParsedCluster, taking: VerbEvent, giving: VerbEvent, told: range) -> bool:
    """Return whether an event, told by the same speaker in the same tense, is none of another sentence.

    The sentence with the event ``taking`` has no content word of it.
    """
    frame, source = (cluster.sentences[each.sentence] for each in (taking, giving))
    if giving.hedged or tense(source, giving) not in ("past", tense(frame, taking)):
        return False
    events = (event for event in cluster.events[source.number] if event.verb in told)
    texts = source.words[told.start : told.stop], frame.words
    # *Berg, who was treated on Monday, was hurt* and *Berg, who won, had never lost* turn the order round.
    turned = tense(frame, taking) in ("past", "perfect") and not is_saying(taking.base)
    turned &= not DAYS.isdisjoint(map(str.lower, texts[0])) or "had" in frame.words[: taking.verb]
    bases = [set(families(text)) for text in texts]
    alone = not is_told(cluster, frame, events) and bases[0].isdisjoint(bases[1])
    pairs = (taking, giving), (giving, taking)
    alike = all(has_no_other_speaker(cluster, *pair) for pair in pairs)
    return alone and alike and not turned and not is_thought(cluster, giving)
