"""Recasts attributions: *X said* or *according to X*, in front or at the end."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from paralattice.english.calendar import TIME_WORDS
from paralattice.english.tables import word_class
from paralattice.english.words import PERSONS, ends_as_person
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.model.operation import (
    COMMA,
    RECAST,
    UNPLANNED,
    Operation,
    SpanEdit,
    made,
    sourced_tokens,
)
from paralattice.syntax.attribution import adds, closing_attribution, crossing, told_clause
from paralattice.syntax.nodes import Constituent, predicate_of, subject_of
from paralattice.syntax.phrases import means_another
from paralattice.syntax.quotations import is_quotation
from paralattice.syntax.sentence import ParsedSentence

_LONGEST = 10
_REPORTS = word_class("verb_forms", "report")
_SPEECHLESS = word_class("nouns", "speechless")
_ACCORDING = made("according", "to")
_SAID = made("said")
_SHIFTED = re.compile(r"\b(?:would|(?:was|were)/VBD (?:being|likely|unlikely))/")
_PERFECT = re.compile(r"\bhad/VBD (?:\S+/(?:RB|``) )*\S+/VBN")


class _Report(NamedTuple):
    """An attribution: speaker, reported clause and reporting words, as 0-based half-open spans of words.

    Attributes
    ----------
    speaker, told, saying
        The spans; ``saying`` has the speaker, the verb or *according to*, and the comma or *that*.
    head
        Position of the head of what is told.
    verb
        Whether a verb tells it, not *according to*.
    """

    speaker: tuple[int, int]
    told: tuple[int, int]
    saying: tuple[int, int]
    head: int
    verb: bool


def recasts(_: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the recasts of the attribution of a frame of prose without quotations."""
    clause = frame.told
    if clause is None or clause.begin or is_quotation(frame.words):
        return
    report = _report(frame, clause)
    if report is not None:
        yield from _reports(frame, report)


def _report(frame: ParsedSentence, clause: Constituent) -> _Report | None:
    """Return the attribution of a frame, if its speaker is a short noun phrase."""
    found = _closing(frame, clause) or _opening(frame, clause)
    if found is None or found.speaker[1] - found.speaker[0] > _LONGEST:
        return None
    tags = frame.tags[slice(*found.speaker)]
    first = frame.tags[found.told[0]]
    speaks = any(tag.startswith("NN") for tag in tags) and not {"PRP", "PRP$", "WP"}.intersection(tags)
    speaks = speaks and TIME_WORDS.isdisjoint(map(str.lower, frame.words[slice(*found.speaker)]))
    # *Berg said that the mate called him*.
    speaks = speaks and "him" not in frame.words[slice(*found.told)]
    return found if speaks and first not in ("PRP", "PRP$", "CC", "EX") else None


def _closing(frame: ParsedSentence, clause: Constituent) -> _Report | None:
    """Return the report of *S, X said* and *S, according to X*."""
    saying = closing_attribution(frame, clause)
    if saying is None:
        return None
    begin, end = saying.begin, saying.end
    words = frame.words[begin:end]
    spans = (0, begin - 1), (begin - 1, end)
    if words[0].lower() == "according":
        return _Report((begin + 2, end), *spans, saying.told, verb=False)
    if words[-1] in _REPORTS:
        return _Report((begin, end - 1), *spans, saying.told, verb=True)
    return _Report((begin + 1, end), *spans, saying.told, verb=True) if words[0] in _REPORTS else None


def _opening(frame: ParsedSentence, clause: Constituent) -> _Report | None:
    """Return the report of *X said that S* and *According to X, S*."""
    subject, predicate = subject_of(clause), predicate_of(clause)
    if subject is None or predicate is None:
        return None
    last = len(frame.words) - 1
    opening = clause.children[0]
    if frame.words[0] == "According" and opening.label == "PP" and frame.words[opening.end] == ",":
        begin = opening.end + 1
        return _Report((2, opening.end), (begin, last), (0, begin), predicate.head, verb=False)
    inner = _told(frame, predicate) if (subject.begin, subject.end) == (0, predicate.head) else None
    if inner is None or inner.end != last:
        return None
    return _Report((0, subject.end), (inner.begin, last), (0, inner.begin), inner.head, verb=True)


def _told(frame: ParsedSentence, predicate: Constituent) -> Constituent | None:
    """Return the reported clause, if it is the only complement of the verb of saying."""
    told = predicate.children[-1]
    plain = len(predicate.children) == 2 and frame.words[predicate.head] in _REPORTS
    return told_clause(frame, told) if plain and told.label in ("SBAR", "S") else None


def _reports(frame: ParsedSentence, report: _Report) -> Iterator[Operation]:
    """Yield the other forms of an attribution."""
    speaker = sourced_tokens(frame, *report.speaker)
    # *The pilot, Ida Berg, said*.
    aside = (COMMA,) if "," in frame.words[slice(*report.speaker)] else ()
    says = not report.verb and _says(frame, report)
    opens, last = report.saying[0] == 0, report.told[1]
    front = (0, report.saying[1]) if opens else (0, 0)
    back = (last, last) if opens else report.saying
    # *Would*, *was likely* and *was being sold*, and *had left* after *said*, depend on it.
    begin, end = report.told
    told = " ".join(map("/".join, zip(frame.words[begin:end], frame.tags[begin:end], strict=True)))
    perfect = opens and report.verb and _PERFECT.search(told) is not None
    stays = perfect or _SHIFTED.search(told) is not None
    # *It sank, although nobody drowned, according to Berg*; *according to Berg, after a storm, it sank* and
    # *according to Berg, killed were two*.
    added, second = opens and adds(frame, begin, end), frame.tags[begin] in ("IN", "VBN", "WRB")
    second &= frame.words[begin + 1] not in ("least", "most")
    # *According to the pilot, Ida Berg, 31, left* might be the pilot.
    noun = frame.words[report.speaker[1] - 1]
    second |= (noun in PERSONS or ends_as_person(noun)) and "," in frame.words[begin : report.head]
    first = not (stays or second or means_another(frame, *report.speaker)) and (report.verb or not opens)
    closing = not (stays or added) and (report.verb or opens)
    ways = [
        ("according to in front", front, (*_ACCORDING, *speaker, COMMA), first, -1),
        ("according to at the end", back, (COMMA, *_ACCORDING, *speaker), closing, -1),
        ("said at the end", back, (COMMA, *speaker, *aside, *_SAID), says and not added, UNPLANNED),
    ]
    for what, place, tokens, other, governor in ways:
        edits = [SpanEdit(*place, tokens)]
        if not place[0] <= report.saying[0] < report.saying[1] <= place[1]:
            edits.append(SpanEdit(*report.saying, ()))
        if other:
            plan = (*_free(frame, report), ((frame.number, report.head), governor))
            yield Operation(RECAST, what, frame.number, tuple(edits), heads=plan)


def _says(frame: ParsedSentence, report: _Report) -> bool:
    """Return whether the speaker may be the subject of *said*, unlike *plan* of *according to plan*."""
    begin, end = report.speaker
    heads = (place for place in range(begin, end) if not begin <= frame.governors[place] < end)
    return _SPEECHLESS.isdisjoint(frame.words[place].lower() for place in heads)


def _free(frame: ParsedSentence, report: _Report) -> tuple[tuple[tuple[int, int], int], ...]:
    """Return the plan that leaves open the governors across the limits of the attribution."""
    return tuple(((frame.number, place), UNPLANNED) for place in crossing(frame, *report.saying))
