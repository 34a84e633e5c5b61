"""Speakers of reported events: *X said that ...*, *..., X said*, *according to X*."""

from collections.abc import Iterator
from functools import lru_cache

from paralattice.english.inflection import key
from paralattice.english.tables import word_class
from paralattice.english.words import is_saying
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.mentions import Mention, full_name
from paralattice.exchange.evidence.naming import are_two, first_names
from paralattice.syntax.attribution import closing_attribution, is_speaker
from paralattice.syntax.events import AGENT, PATIENT, VerbEvent

_THINKING = frozenset(map(key, word_class("verbs", "thinking")))


def may_report(cluster: ParsedCluster, one: VerbEvent, other: VerbEvent) -> bool:
    """Return whether content of one event may move to another: both have the same speaker, or none.

    Parameters
    ----------
    one
        The event that takes words: nobody may be made to say what only others say.
    other
        The event that gives them.
    """
    if not _doers_agree(cluster, one, other) or not has_no_other_speaker(cluster, one, other):
        return False
    return bool(_spans(cluster, one)) or not is_thought(cluster, other)


def has_no_other_speaker(cluster: ParsedCluster, one: VerbEvent, other: VerbEvent) -> bool:
    """Return whether nobody reports one event, or whoever reports another one, too."""
    return not _spans(cluster, one) or any(
        cluster.referents.same(mine.place, theirs.place) or mine.base == theirs.base
        for mine in _speakers(cluster, one)
        for theirs in _speakers(cluster, other)
    )


def is_thought(cluster: ParsedCluster, event: VerbEvent) -> bool:
    """Return whether somebody thinks or claims that an event took place, as in *police fear it sank*."""
    words = cluster.sentences[event.sentence].words
    return any(node.label == "VP" and key(words[node.head]) in _THINKING for node in event.clause.ancestors())


def _doers_agree(cluster: ParsedCluster, one: VerbEvent, other: VerbEvent) -> bool:
    """Return whether no pronoun, and no other name, is the agent or patient of one of two events."""
    for role in one.arguments.keys() & other.arguments.keys() & {AGENT, PATIENT}:
        places = [(event.sentence, event.arguments[role]) for event in (one, other)]
        if cluster.referents.same(*places):
            continue
        if any(cluster.sentences[number].tags[place] == "PRP" for number, place in places):
            return False
        names = [
            full_name(cluster.sentences[number], place)
            for number, place in places
            if cluster.sentences[number].tags[place].startswith("NNP")
        ]
        if len(names) == 2 and (
            names[0][-1:] != names[1][-1:] or are_two(*(first_names(name, frozenset()) for name in names))
        ):
            return False
    return True


def _speakers(cluster: ParsedCluster, event: VerbEvent) -> Iterator[Mention]:
    """Yield the noun phrases in the attributions of an event."""
    for begin, end in _spans(cluster, event):
        for place in range(begin, end):
            mention = cluster.referents.mentions.get((event.sentence, place))
            if mention is not None:
                yield mention


@lru_cache(maxsize=1024)
def _spans(cluster: ParsedCluster, event: VerbEvent) -> list[tuple[int, int]]:
    """Return the half-open spans of words that name who reports an event."""
    spans = []
    sentence = cluster.sentences[event.sentence]
    reporting = {
        above.head
        for above in event.clause.ancestors()
        if above.label == "VP" and is_saying(sentence.words[above.head]) and above.head < event.verb
    }
    for saying in cluster.events[event.sentence]:
        if saying.verb in reporting and saying.verb != event.verb:
            subject = saying.arguments.get(saying.subject_role, saying.verb)
            spans.append((subject, subject + 1))
    closing = closing_attribution(sentence, sentence.told) if sentence.told is not None else None
    if closing is not None and event.verb < closing.begin:
        spans.append((closing.begin, closing.end))
    for place, word in enumerate(sentence.words if closing is None else ()):
        begin = max((mark for mark in range(place) if sentence.words[mark] == ","), default=place) + 1
        who = sentence.tags[begin:place]
        if is_saying(word) and event.verb < begin < place and (who == ("PRP",) or is_speaker(who)):
            spans.append((begin, place))
        # *It sank, said Berg, who saw it*.
        inverted = is_saying(word) and event.verb < place == begin
        if word.lower() == "according" or inverted:
            heads = (head for number, head in cluster.referents.mentions if number == event.sentence)
            head = min((head for head in heads if head > place), default=place)
            spans.append((head, head + 1))
    return spans
