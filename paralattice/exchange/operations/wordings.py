"""Replaces function words and set phrases by synonyms: *on* before a day, *over* for *more than*.

These changes are small, so that they are combined with other operations.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from paralattice.english.inflection import key
from paralattice.english.penn import NOUNS
from paralattice.english.tables import table_rows, word_class, word_values
from paralattice.english.words import NUMBERS, ORDINALS, is_punctuation
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.sameness import is_idiomatic
from paralattice.exchange.model.operation import (
    ON,
    THAT,
    WORDING,
    Operation,
    SourcedToken,
    SpanEdit,
    made,
    recast_of,
)
from paralattice.syntax.nodes import Constituent, subject_of
from paralattice.syntax.phrases import has_clause
from paralattice.syntax.quotations import quoted
from paralattice.syntax.roles import is_time_phrase
from paralattice.syntax.sentence import ParsedSentence

_WEEK = frozenset(map(str.capitalize, word_class("time", "weekday")))
_TELLING = word_class("verb_forms", "telling")
_CHASING = frozenset(map(key, word_class("verbs", "chasing")))
_DETERMINED = word_class("function_words", "determined")


class _Wording(NamedTuple):
    """Words, their replacement, tags or words that must follow, and such that must not precede."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    after: frozenset[str]
    before: frozenset[str]


def _wording(old: str, new: str, after: str, before: str = "") -> _Wording:
    return _Wording(
        tuple(old.split()), tuple(new.split()), frozenset(after.split()), frozenset(before.split())
    )


def _all_wordings() -> Iterator[_Wording]:
    """Yield the set phrases, the months in full and the numbers from two to nine in letters."""
    for row in table_rows("wordings"):
        yield _wording(*row)
    for short, full in word_values("time", "full").items():
        for stop in (".", " ."):
            yield _wording(short + stop, full, "CD")
    for word, figure in NUMBERS.items():
        if figure in _FIGURES:
            yield _wording(figure, word, "NNS", "CD NNP $ : HYPH , # . year grade type phase")


_FIGURES = "23456789"
_TABLE: dict[str, list[_Wording]] = {}
"""The wordings by their first word."""
for _row in _all_wordings():
    _TABLE.setdefault(_row.old[0], []).append(_row)
_NOUNS = {
    old: _wording(old, new, "VBD VBZ VBP MD IN . , WDT WP CC")
    for old, new, *alike in table_rows("synonyms")
    if not alike
}
"""Nouns with synonyms only directly after an article, a number or a possessor: a law firm is no company."""
_UNITS = word_class("spacing", "unit")
_SIGNS = frozenset({"%", "cent", "mph"})
_OWN = frozenset({"DT", "PRP$", "POS", "CD"})
_VERBAL = frozenset({"VB", "VBP", "VBD", "VBN", "VBG", "MD"})


def wordings(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the wordings of a frame of prose."""
    for node in frame.phrases:
        yield from _on_day(frame, node)
        yield from _that(frame, node)
        yield from _following(frame, node)
    inside = quoted(frame.words)
    low = tuple(map(str.lower, frame.words))
    for place in range(len(low) - 1):
        if not inside[place]:
            yield from _other_words(cluster, frame, low, place)


def _on_day(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *on Friday* of a bare *Friday*."""
    # *Spent Friday in Vik*.
    spent = key(frame.words[node.begin - 1]) == "spend"
    if node.label != "NP" or node.role != "adjunct" or spent or frame.words[node.begin] not in _WEEK:
        return
    before = frame.tags[node.begin - 1] if node.begin else ""
    if is_time_phrase(node, frame.words) and before not in ("IN", "TO", "DT", "JJ", "CC", ",", ":"):
        # The edit includes the day, so that no move separates it from *on*.
        begin = node.begin
        day = SourcedToken(frame.words[begin], frame.number, begin)
        yield _recast(frame, "on", SpanEdit(begin, begin + 1, (ON, day)), [node.head])


def _that(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *said that S* of *said S*."""
    told = node.children[-1]
    if node.label != "VP" or told.role != "complement" or frame.words[node.head].lower() not in _TELLING:
        return
    clause = told.children[0] if told.label == "SBAR" and len(told.children) == 1 else told
    subject = subject_of(clause) if clause.label == "S" else None
    if subject is None or clause.children[0] is not subject or is_punctuation(frame.words[told.begin - 1]):
        return
    # *Said that he believes that* has one *that* too many, and *after police say it sank* needs none.
    if ("that", "IN") in zip(frame.text(told), frame.tags[told.begin : told.end], strict=True) or any(
        outer.label == "SBAR" or (outer.head != node.head and frame.words[outer.head].lower() in _TELLING)
        for outer in node.ancestors()
        if outer.label in ("VP", "SBAR")
    ):
        return
    if frame.tags[told.begin - 1] != "CC" and not has_clause(subject) and frame.tags[subject.begin] != "EX":
        # The edit includes the word before, so that no move separates the attribution from *that*.
        place = told.begin - 1
        before = SourcedToken(frame.words[place], frame.number, place)
        yield _recast(frame, "that", SpanEdit(place, told.begin, (before, THAT)), [clause.head])


def _following(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *following the attack* of *after the attack*, and back."""
    other = {"after": "following", "following": "after"}.get(frame.words[node.begin].lower(), "")
    given = node.children[-1]
    if node.label != "PP" or not other or len(node.children) != 2 or given.label != "NP":
        return
    # *They ran after it*, and *named the day after her*.
    chased = not _CHASING.isdisjoint(map(key, frame.words[max(0, node.begin - 3) : node.begin]))
    # *Speaking after the trial*.
    chased |= frame.tags[node.begin - 1] == "VBG"
    if chased or other in frame.words or frame.words[given.begin].lower() not in _DETERMINED:
        return
    # *After a fire at a yard cut power* may be a clause.
    plain = {"VBD", "VBN"}.isdisjoint(frame.tags[given.head : given.end + 1]) and not has_clause(given)
    # *Nobody scored after the second half*.
    plain &= ORDINALS.isdisjoint(frame.text(given))
    if not is_time_phrase(node, frame.words) and frame.tags[given.head] == "NN" and plain:
        span = SpanEdit(node.begin, node.begin + 1, made(other))
        yield _recast(frame, other, span, [node.begin, given.head])


def _other_words(
    cluster: ParsedCluster, frame: ParsedSentence, low: tuple[str, ...], place: int
) -> Iterator[Operation]:
    """Yield the wordings of the tables for the words at a place; ``low`` are all words in lower case."""
    for old, new, after, before in _wordings_at(cluster, frame, place):
        end = place + len(old)
        if low[place:end] != old or end >= len(low) or after.isdisjoint((frame.tags[end], frame.words[end])):
            continue
        # *Berths 2 and 3* and *2 to 3 boats* stay, and so do *9 mm* and *4 minutes 8 seconds*.
        listed = frame.tags[place - 2 : place] in (("CD", "CC"), ("CD", "TO"))
        counted = not frame.words[end].isalpha() or "CD" in frame.tags[end + 1 : end + 3]
        odd = place > 0 and not before.isdisjoint((frame.tags[place - 1], low[place - 1]))
        odd |= old[0] in _FIGURES and (listed or counted or frame.words[end] in _UNITS)
        # *As many as 30 to 40* has two limits; *more than one* is not *over one*, *around one of them* not
        # *about one of them*.
        odd |= new == ("up", "to") and "to" in low[end + 1 : end + 2]
        odd |= low[end] == "one" and "CD" in after
        # All percentages and speeds look alike.
        odd |= old[-1] in _SIGNS and low.count(old[-1]) > 1
        # *Made plans to leave* has no verb *plans*.
        odd |= frame.tags[place] in NOUNS and old[1:] == ("to",)
        if odd or (frame.tags[place] in _VERBAL and not _keeps_form(frame, place, new)):
            continue
        free = [
            other
            for other, governor in enumerate(frame.governors)
            if place <= governor < end and not place <= other < end
        ]
        # A first word that stays has its tag: *a 5.6-magnitude quake struck*.
        first = (SourcedToken(frame.words[place], frame.number, place),) if old[0] == new[0] else made(new[0])
        yield _recast(frame, " ".join(new), SpanEdit(place, end, (*first, *made(*new[1:]))), free)


def _wordings_at(cluster: ParsedCluster, frame: ParsedSentence, place: int) -> Iterator[_Wording]:
    """Yield the rows of the tables that begin with a word."""
    word = frame.words[place]
    yield from _TABLE.get(word.lower(), ())
    # *A doctor of medicine* and *the fire of guns* keep their nouns.
    bound = frame.words[place + 1] == "of"
    owned = place and frame.tags[place - 1] in _OWN and frame.tags[place] in ("NN", "NNS")
    if word in _NOUNS and owned and not bound:
        mention = cluster.referents.mentions.get((frame.number, place))
        if mention is None or mention.node.role != "object" or not is_idiomatic(cluster, mention):
            yield _NOUNS[word]


def _keeps_form(frame: ParsedSentence, place: int, new: Sequence[str]) -> bool:
    """Return whether a verb of the table fits: *started* for *began*, never for *begun* or *begin*."""
    tag = frame.tags[place]
    return not new[0].endswith("ed") if tag in ("VB", "VBP") else tag != "VBN" or new[0] not in _PASTS


_PASTS = word_class("verb_forms", "replacing")


def _recast(frame: ParsedSentence, what: str, edit: SpanEdit, free: Sequence[int]) -> Operation:
    return recast_of(frame, f"{WORDING}: {what}", [edit], free)
