"""Moves ages before or after names: *Ida Berg, 31,* or *31-year-old Ida Berg*."""

import re
from collections.abc import Iterator

from paralattice.english.tables import word_class
from paralattice.english.words import NAMELESS, TITLES, is_punctuation
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.model.operation import COMMA, Operation, SourcedToken, SpanEdit, made, recast_of
from paralattice.syntax.sentence import ParsedSentence

_AGE = re.compile(r"[1-9][0-9]")
_OLD = re.compile(r"([1-9][0-9])-year-old")
_LONGEST = 4
_BEFORE = frozenset({"IN", "VBD", "VBG", "VBZ", "VBN", "VBP", "VB", "TO", ","})
_ASIDE = word_class("function_words", "aside")
_BEHIND = frozenset({"VBD", "VBZ", "VBP", "MD", "IN", "VBN", "VBG", ".", ",", "TO"})


def ages(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the recasts that move an age before or after its name, for a frame of prose."""
    for place in range(2, len(frame.words) - 1):
        yield from _before_name(cluster, frame, place)
        yield from _behind_name(frame, place)


def _before_name(cluster: ParsedCluster, frame: ParsedSentence, place: int) -> Iterator[Operation]:
    """Yield *31-year-old Ida Berg* of *Ida Berg, 31,*."""
    words = frame.words
    if words[place - 1] != "," or not _AGE.fullmatch(words[place]) or not is_punctuation(words[place + 1]):
        return
    begin = _name_before(frame, place - 1)
    after = words[place + 2 : place + 3]
    if begin == place - 1 or not begin or frame.tags[begin - 1] not in _BEFORE or "and" in after:
        return
    end = place + 1
    if words[end] == "," and not (after and after[0].lower() in _ASIDE):
        end += 1
    age = _old(cluster, frame, place)
    edits = (SpanEdit(begin, begin, age), SpanEdit(place - 1, end, ()))
    yield recast_of(frame, "age before its name", edits, _at(frame, place - 2))


def _name_before(frame: ParsedSentence, end: int) -> int:
    """Return the begin of the name that ends at a place; the place itself if none does."""
    begin = end
    while (
        begin > 0
        and frame.tags[begin - 1] == "NNP"
        and frame.words[begin - 1].lower() not in TITLES | NAMELESS
    ):
        begin -= 1
    return begin if end - begin <= _LONGEST and end - begin > 1 else end


def _old(cluster: ParsedCluster, frame: ParsedSentence, place: int) -> tuple[SourcedToken, ...]:
    """Return the tokens of an age before a name; several if the cluster's tokens split at hyphens."""
    age = SourcedToken(frame.words[place], frame.number, place)
    words = {word for sentence in cluster.sentences for word in sentence.words}
    if "-" in words and not any(re.fullmatch(r"\w+-\w[\w-]*", word) for word in words):
        return (age, *made("-", "year", "-", "old"))
    return (age._replace(word=f"{age.word}-year-old"),)


def _behind_name(frame: ParsedSentence, place: int) -> Iterator[Operation]:
    """Yield *Ida Berg, 31,* of *31-year-old Ida Berg*."""
    found = _OLD.fullmatch(frame.words[place])
    end = place + 1
    while end < len(frame.words) and frame.tags[end] == "NNP":
        end += 1
    named = 1 < end - place - 1 <= _LONGEST and frame.tags[place - 1] in _BEFORE
    if found is None or not named or frame.tags[end : end + 1][:1] not in [(tag,) for tag in _BEHIND]:
        return
    age = (COMMA, SourcedToken(found[1], frame.number, place), COMMA)
    edits = (SpanEdit(place, place + 1, ()), SpanEdit(end, end, age))
    yield recast_of(frame, "age after its name", edits, _at(frame, end - 1))


def _at(frame: ParsedSentence, head: int) -> list[int]:
    """Return the place of a word and those of the words that it governs."""
    return [place for place, governor in enumerate(frame.governors) if head in (place, governor)]
