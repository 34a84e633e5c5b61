"""Moves time phrases, time clauses and attributions within a sentence."""

from collections.abc import Iterator
from itertools import pairwise

from paralattice.english.calendar import DAYS, MONTHS, TIME_WORDS, is_year
from paralattice.english.inflection import key
from paralattice.english.penn import FINITE
from paralattice.english.tables import word_class
from paralattice.english.words import ORDINALS, is_punctuation, is_saying
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.sameness import adjuncts_of
from paralattice.exchange.model.operation import (
    COMMA,
    MOVE,
    ON,
    THAT,
    UNPLANNED,
    Operation,
    SpanEdit,
    sourced_tokens,
)
from paralattice.syntax.attribution import Attribution, adds, closing_attribution, crossing, told_clause
from paralattice.syntax.nodes import Constituent, content_phrase, predicate_of, subject_of
from paralattice.syntax.phrases import adjunct_kind, has_clause, has_pronoun, is_bound, means_another, tense
from paralattice.syntax.quotations import is_quotation
from paralattice.syntax.sentence import ParsedSentence

_LONG_SPEAKER = 5
_CALLED = DAYS | word_class("time", "point")
"""Words of points in time, not durations."""
_ADDING = (("as", "well"), (",", "when"))
_PAST = DAYS | frozenset(MONTHS) | word_class("time", "past") | {"next"}
"""Words of a time that is over, on one day, in one month or to come."""
_PERSONS = word_class("function_words", "man") | {"they", "their"}
_LIMITING = frozenset({"until", "to", "per", "within", "through", "since"})
_RANKING = ORDINALS | {"last"}
_POINTING = frozenset({("JJ", "same"), ("DT", "that"), ("DT", "these"), ("DT", "those")})
_TIMED = frozenset(map(key, word_class("verbs", "timed")))
"""Verbs with a time as complement, not adjunct: *spent two hours*, *is set for June 17*."""


def moves(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the moves within a frame of prose."""
    clause = frame.told
    if not frame.is_prose or clause is None:
        return
    predicate, subject = predicate_of(clause), subject_of(clause)
    # The marks of a quotation differ before and after an attribution.
    quotation = is_quotation(frame.words)
    if not quotation:
        yield from _attribution_to_front(frame, clause)
    if predicate is None or subject is None:
        return
    story, end = _story(frame, clause)
    yield from _to_front(cluster, frame, story, end)
    if not quotation:
        yield from _attribution_to_end(frame, clause, predicate, subject)


def _story(frame: ParsedSentence, clause: Constituent) -> tuple[Constituent, int]:
    """Return the clause of the main event and its end, without an attribution after it."""
    saying = closing_attribution(frame, clause)
    if saying is None:
        return clause, len(frame.words)
    told = clause.children[0]
    return (told if told.label == "S" else clause), saying.begin - 1


def _to_front(
    cluster: ParsedCluster, frame: ParsedSentence, clause: Constituent, end: int
) -> Iterator[Operation]:
    event = next((event for event in cluster.events[frame.number] if event.clause is clause), None)
    if event is None or clause.begin or clause.children[0].role != "subject":
        return
    if is_saying(event.base) or event.base in _TIMED:
        return
    tenses = [tense(frame, other) for other in cluster.events[frame.number] if other.clause is clause]
    # In front, a time applies to all predicates: *In May, it sank and has been raised*.
    if len(set(tenses)) > 1 and "perfect" in tenses:
        return
    perfect, parts = "perfect" in tenses, event.phrase.children
    for node in adjuncts_of(event):
        before = [child for child in parts if child.begin < node.begin]
        # In *was closed in May after the theft in June*, the second time may be that of the theft.
        # Nor does the first of two move: *was closed in May two years ago*.
        times = [child for child in parts if adjunct_kind(frame, child) == "time"]
        bound = node in times and any(child.end <= node.begin or child.begin == node.end for child in times)
        # *It sank in 1998 when it rained*; *in 1998 as well*.
        bound |= frame.words[node.begin] == "when" and any(child.end == node.begin for child in times)
        bound |= frame.words[node.end : node.end + 2] in _ADDING
        # *At noon on Friday, when it rained,* is one time, and so is *last night, two days before it sank*.
        bound |= frame.tags[node.end : node.end + 2] == (",", "CD")
        bound |= not DAYS.isdisjoint(map(str.lower, frame.words[node.end : node.end + 2]))
        # *A quake shook Vik on Sunday, the largest in years*.
        bound |= ("the", node.end + 1) in ((frame.words[each.begin], each.begin) for each in parts)
        if _may_open(frame, node, end) and not bound and not any(map(has_clause, before)):
            # The present perfect takes no time in the past: *On Friday it has been destroyed*.  *In ten years
            # it has not been* is odd too.
            odd = _PAST | {"in"} if "not" in frame.words[: node.begin] else _PAST
            if perfect and not odd.isdisjoint(word.lower() for word in frame.text(node)):
                continue
            # *After being charged, he was in prison* would mean that the state began then; *before it sank,
            # he left* and *while it sank, he left* make the main thing a minor one, and *after falling, he
            # has been killed* is odd.
            opener = frame.words[node.begin].lower()
            late = perfect and (_tells_of_subject(node) or "VBD" in frame.tags[node.begin : node.end])
            late |= "then" in frame.text(clause) or "also" in frame.text(node)
            # *It was a cold night when it sank*; *Berg left as mate Orme came*; *after losing after a day, he
            # left*.
            late |= opener in ("before", "while")
            late |= frame.words[0] == "It" or frame.text(node).count("after") > 1
            # *After an illness, Berg, who led the crew, died*; *as a mate, Ida Orme, came, Berg left*.
            aside, direct = "," in frame.text(clause.children[0]), node.begin == event.verb + 1
            late |= direct and (opener == "as" or (opener == "after" and aside))
            # *When a wave hit the Aurora, the pilot, 31, left*.
            named = frame.tags[node.end - 1].startswith("NNP")
            late |= (named and aside) or (opener == "as" and frame.words[node.begin + 1] in ("a", "an"))
            # *Was in prison*, *was serving a sentence*; *when a wave hit it, it was on its way to Vik*.
            late |= opener in ("after", "when") and (event.base == "be" or frame.tags[event.verb] == "VBG")
            # *It had its second storm this year*; *the last winner was Berg in 1998*.
            begin = 0 if event.base == "be" else event.verb
            ranked = not _RANKING.isdisjoint(frame.words[begin : node.begin])
            ranked &= event.base == "be" or opener == "this"
            # *In 1998, Berg, 36, won* would tell her age of 1998; *in 1998, Berg, a star,* was perhaps none.
            aged = any(map(is_year, frame.text(node))) and (aside or "CD" in frame.tags[: event.verb])
            # *In May, it sank, while others are to sail in June*; *in May, it is still to sail*; *at noon, it
            # had been sunk* would be sunk by then.
            aged |= "while" in frame.words[node.end :] or "still" in frame.words[: node.begin]
            aged |= "had" in frame.words[event.verb - 2 : event.verb]
            # *At noon, the trip to Vik, now a port, began* strands its verb.
            aged |= direct and aside and len(clause.children[0]) > _LONG_SPEAKER and _ends(frame, node, end)
            # *On Friday, it sank, and Berg left*.
            joined = clause.parent.children if clause.parent is not None else ()
            aged |= any(each.label == "S" and each.begin > clause.begin for each in joined)
            if aged or ranked or (late and adjunct_kind(frame, node) == "after"):
                continue
            yield _fronted(frame, node)


def _may_open(frame: ParsedSentence, node: Constituent, end: int) -> bool:
    """Return whether an adjunct can open the sentence: a time that is no bare day, or a last *after ...*."""
    before = frame.words[node.begin - 1].lower()
    # *Two days before it sank* is one time, and so are *before dawn on Friday* and *an hour later, when it
    # sank*.
    if is_punctuation(before) or before in TIME_WORDS | {"dawn", "later"} or not _is_movable(frame, node):
        return False
    # *Until Friday* and *for a year* are how long it lasts, *that prize* may mean one of the words before it,
    # and *at the same time* joins sentences in front.
    opener, tags = frame.words[node.begin].lower(), frame.tags[node.begin : node.end]
    tied = opener in _LIMITING or not _POINTING.isdisjoint(zip(tags, frame.text(node), strict=True))
    # *For the first time* opens; *for weeks*, *for the first time in weeks*, *after two days in Vik* do not.
    within = frame.words[node.end : node.end + 1] in (("in",), ("since",)) and opener in ("for", "after")
    tied |= within or (opener == "for" and "time" not in frame.text(node))
    # *With four minutes to play* is one time; *in five weeks* would count from now, and
    # *over 70 days* is how long it lasts.
    numbers = [word for word, tag in zip(frame.text(node), tags, strict=True) if tag == "CD"]
    before_to = frame.tags[node.end : node.end + 1] == ("TO",)
    tied |= (opener, *tags[1:2]) == ("over", "CD")
    if tied or (numbers and (before_to or (opener == "in" and not any(map(is_year, numbers))))):
        return False
    if adjunct_kind(frame, node) == "time":
        return frame.tags[node.begin - 1] not in ("RB", "RBR") and (
            node.label == "PP" or _is_bare_time(frame, node)
        )
    return _ends(frame, node, end)


def _is_movable(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether an adjunct is a whole time, and its pronouns stay clear."""
    if is_bound(frame, node) or (has_pronoun(frame, node) and not _tells_of_subject(node)):
        return False
    return adjunct_kind(frame, node) in ("time", "after")


def _is_bare_time(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase is a time without a preposition: *last Friday*."""
    words = [word.lower() for word in frame.text(node)]
    if len(words) == 1:
        return words[0].endswith("day") and words[0] in DAYS
    counted = "CD" in frame.tags[node.begin : node.end] or any(word[0].isdigit() for word in words)
    return not counted and not _CALLED.isdisjoint(words)


def _tells_of_subject(node: Constituent) -> bool:
    """Return whether *his* in a phrase refers to the subject, as in *after losing his ship*."""
    return node.label == "PP" and len(node.children) == 2 and node.children[1].label == "S"


def _fronted(frame: ParsedSentence, node: Constituent) -> Operation:
    moved = sourced_tokens(frame, node.begin, node.end)
    plan: tuple[tuple[tuple[int, int], int], ...] = ()
    if frame.words[node.begin].lower() in DAYS:
        moved = (ON, *moved)
        plan = (((frame.number, node.head), UNPLANNED),)
    # The comma after a date goes with it: *on May 5, 1962, in Vik*.
    end = node.end + ("," in frame.text(node) and frame.words[node.end : node.end + 1] == (",",))
    edits = (SpanEdit(0, 0, (*moved, COMMA)), SpanEdit(node.begin, end, ()))
    return Operation(MOVE, f"{adjunct_kind(frame, node)} to the front", frame.number, edits, heads=plan)


def _ends(frame: ParsedSentence, node: Constituent, end: int) -> bool:
    """Return whether a phrase is the last before a place, but for marks."""
    return node.end <= end and all(map(is_punctuation, frame.words[node.end : end]))


def _attribution_to_end(
    frame: ParsedSentence, clause: Constituent, predicate: Constituent, subject: Constituent
) -> Iterator[Operation]:
    """Yield *S, X said* of *X said that S*."""
    phrase = content_phrase(predicate)
    told = phrase.children[-1]
    if phrase is not predicate or not is_saying(frame.words[phrase.head]) or told.label not in ("SBAR", "S"):
        return
    inner = told_clause(frame, told)
    if inner is None or clause.begin or subject.begin or not _ends(frame, told, len(frame.words)):
        return
    # *It sank, Berg denied*; *it left Norvik Ferries, Norvik Ferries said*.
    verb = key(frame.words[phrase.head])
    if verb == "deny" or frame.words[0] in frame.words[told.end - 3 : told.end]:
        return
    # *The crew believed that it sank because it leaked* tells why they believed it.
    if verb in ("believe", "suspect", "think") and "because" in frame.text(told):
        return
    # *It sank, although nobody drowned, Berg said* makes him say both, and *it had sunk, Berg said* is odd.
    if adds(frame, told.begin, told.end) or "had" in frame.words[inner.begin : inner.head]:
        return
    # *The cracks, with the sound, suggest that it sank*.
    if "," in frame.text(subject) and not frame.tags[subject.head].startswith("NNP"):
        return
    saying = sourced_tokens(frame, 0, told.begin)
    # *It sank, said Berg, who leads the crew*.
    if "," in frame.text(subject) and len(subject) > _LONG_SPEAKER:
        if told.begin != phrase.head + 1:
            return
        end = subject.end - is_punctuation(frame.words[subject.end - 1])
        saying = (*sourced_tokens(frame, phrase.head, told.begin), *saying[:end])
    edits = (SpanEdit(0, inner.begin, ()), SpanEdit(told.end, told.end, (COMMA, *saying)))
    plan = tuple(((frame.number, head), UNPLANNED) for head in (phrase.head, inner.head))
    yield Operation(MOVE, "attribution to the end", frame.number, edits, heads=plan)


def _attribution_to_front(frame: ParsedSentence, clause: Constituent) -> Iterator[Operation]:
    """Yield *X said S* of *S, X said*, and *According to X, S* of *S, according to X*."""
    saying = closing_attribution(frame, clause)
    if saying is None or clause.begin or frame.words[0].lower() in ("but", "and"):
        return
    told = subject_of(clause) if clause.children[0].label != "S" else subject_of(clause.children[0])
    # Coordinated clauses may contain no pronoun.
    end = (told or clause).end
    if not _may_lead(frame, saying) or _names_speaker(frame, end, saying.begin, saying.end):
        return
    # In *the yards said that in a move to help its pilots, Vik Ferries left*, *its* stands before its noun;
    # in *the yard said its pilot left* it is the yard's; and *according to Berg, after a storm, it sank* is
    # heavy.
    owned = told is not None and "its" in map(str.lower, frame.words[: max(1, told.begin)])
    second = frame.words[saying.head] == "according" and frame.tags[0] in ("IN", "VBN", "WRB")
    second &= frame.words[1] not in ("least", "most")
    # *Berg announced that it has sunk* should be *had sunk*.
    perfect = "VBN" in {tag for one, tag in pairwise(frame.tags[: saying.begin]) if one in ("VBP", "VBZ")}
    late = perfect and key(frame.words[saying.head]) not in ("say", "according")
    if owned or second or late or means_another(frame, saying.begin, saying.head):
        return
    moved = sourced_tokens(frame, saying.begin, saying.end)
    says = (key(frame.words[saying.head]), saying.head) == ("say", saying.end - 1)
    free = tuple(((frame.number, place), UNPLANNED) for place in crossing(frame, saying.begin, saying.end))
    plan = (*free, ((frame.number, saying.head), -1), ((frame.number, saying.told), saying.head))
    if moved[0].word.lower() == "according":
        moved = (*moved, COMMA)
        plan = (*free, ((frame.number, saying.head), UNPLANNED), ((frame.number, saying.told), -1))
    # *Orme says although it sank* and *Orme says when it sank* lack *that*.
    elif not says or frame.tags[0] in ("IN", "WRB", "VBN", "VBG"):
        moved = (*moved, THAT)
    edits = (SpanEdit(0, 0, moved), SpanEdit(saying.begin - 1, saying.end, ()))
    yield Operation(MOVE, "attribution to the front", frame.number, edits, heads=plan)


def _may_lead(frame: ParsedSentence, saying: Attribution) -> bool:
    """Return whether an attribution has no pronoun, no adverb, and no owner of the speaker.

    *The ship's mate told him that* would stand before the ship and before who *he* is; *Berg said after
    taking over the ferry that* is ambiguous.
    """
    tags = frame.tags[saying.begin : saying.end]
    telling = frame.tags[saying.head + 1 : saying.end] if saying.head > saying.begin else ()
    plain = {"RB", "PRP"}.isdisjoint(tags) and (FINITE | {"VBG"}).isdisjoint(telling)
    return plain and tags[0] != "PRP$" and not (tags[0] == "DT" and "POS" in tags)


def _names_speaker(frame: ParsedSentence, told: int, begin: int, end: int) -> bool:
    """Return whether *he*, *his* or *they* before a place could mean a speaker who comes first."""
    pronouns = {word.lower() for word in frame.words[:told]} & _PERSONS
    return bool(pronouns) and any(tag in ("NNP", "NN") for tag in frame.tags[begin:end])
