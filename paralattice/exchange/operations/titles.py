"""Moves ages before names, and titles after them: *31-year-old Ida Berg*, *Ida Berg, a pilot,*."""

import re
from collections.abc import Iterator

from paralattice.english.inflection import article
from paralattice.english.tables import word_class
from paralattice.english.words import NAMELESS, TITLES, is_punctuation
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.model.operation import (
    COMMA,
    Operation,
    SourcedToken,
    SpanEdit,
    made,
    recast_of,
    sourced_tokens,
)
from paralattice.syntax.nodes import Constituent
from paralattice.syntax.roles import NOUN_ROLES
from paralattice.syntax.sentence import ParsedSentence

_AGE = re.compile(r"[1-9][0-9]")
_LONGEST_NAME = 4
_BEFORE_NAME = frozenset({"IN", "VBD", "VBG", "VBZ", "VBN", "VBP", "VB", "TO", ","})
_ASIDE = word_class("function_words", "aside")
_AFTER_NAME = frozenset({"VBD", "VBZ", "VBP", "MD", "IN", "VBN", "VBG", ".", ",", "TO"})
_NAMES = range(2, 4)
_LONGEST_TITLE = 5
_OCCUPATIONS = word_class("nouns", "occupation")
"""Occupations that many persons have; they precede a name without an article."""
_POSTS = word_class("nouns", "post")
"""Posts that one person has at a time; they precede a name."""
_QUALITIES = frozenset({"NN", "JJ", "NNP"})


def ages(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the recasts that move an age before its name, for a frame of prose."""
    for place in range(2, len(frame.words) - 1):
        yield from _age_before(cluster, frame, place)


def _age_before(cluster: ParsedCluster, frame: ParsedSentence, place: int) -> Iterator[Operation]:
    """Yield *31-year-old Ida Berg* of *Ida Berg, 31,*."""
    words = frame.words
    if words[place - 1] != "," or not _AGE.fullmatch(words[place]) or not is_punctuation(words[place + 1]):
        return
    begin = _begin_of_name(frame, place - 1)
    after = words[place + 2 : place + 3]
    if begin == place - 1 or not begin or frame.tags[begin - 1] not in _BEFORE_NAME or "and" in after:
        return
    end = place + 1
    if words[end] == "," and not (after and after[0].lower() in _ASIDE):
        end += 1
    age = _year_old(cluster, frame, place)
    edits = (SpanEdit(begin, begin, age), SpanEdit(place - 1, end, ()))
    yield recast_of(frame, "age before its name", edits, _at(frame, place - 2))


def _begin_of_name(frame: ParsedSentence, end: int) -> int:
    """Return the begin of the name that ends at a place; the place itself if none does."""
    begin = end
    while (
        begin > 0
        and frame.tags[begin - 1] == "NNP"
        and frame.words[begin - 1].lower() not in TITLES | NAMELESS
    ):
        begin -= 1
    return begin if end - begin <= _LONGEST_NAME and end - begin > 1 else end


def _year_old(cluster: ParsedCluster, frame: ParsedSentence, place: int) -> tuple[SourcedToken, ...]:
    """Return the tokens of an age before a name; several if the cluster's tokens split at hyphens."""
    age = SourcedToken(frame.words[place], frame.number, place)
    words = {word for sentence in cluster.sentences for word in sentence.words}
    if "-" in words and not any(re.fullmatch(r"\w+-\w[\w-]*", word) for word in words):
        return (age, *made("-", "year", "-", "old"))
    return (age._replace(word=f"{age.word}-year-old"),)


def _at(frame: ParsedSentence, head: int) -> list[int]:
    """Return the place of a word and those of the words that it governs."""
    return [place for place, governor in enumerate(frame.governors) if head in (place, governor)]


def titles(_: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the recasts that move a title after its name, for a frame of prose."""
    for node in frame.phrases:
        if node.label == "NP" and node.role in NOUN_ROLES:
            yield from _title_after(frame, node)


def _title_after(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *Ida Berg, a pilot,* of *pilot Ida Berg*."""
    begin = next((place for place in range(node.begin, node.end) if frame.tags[place] == "NNP"), node.end)
    title = begin - 1
    length = node.end - begin
    named = length in _NAMES and all(tag == "NNP" for tag in frame.tags[begin : node.end])
    if not named or title < node.begin or title - node.begin >= _LONGEST_TITLE or not _is_closed(frame, node):
        return
    first, *others = frame.tags[node.begin : begin]
    owned = first == "PRP$" or frame.words[node.begin].lower() == "the"
    titles = _OCCUPATIONS | _POSTS if owned else _OCCUPATIONS
    known = frame.words[title].lower() in titles and frame.tags[title] == "NN"
    if not known or not _QUALITIES.issuperset(others if owned else [first, *others]):
        return
    # A list or a quotation before the name is more than a title.
    opening = () if owned else made(article(frame.words[node.begin]))
    words = sourced_tokens(frame, node.begin, begin)
    if not owned:
        words = (words[0]._replace(word=_small(frame, node.begin)), *words[1:])
    edits = (SpanEdit(node.begin, begin, ()), SpanEdit(node.end, node.end, (COMMA, *opening, *words, COMMA)))
    yield recast_of(frame, "title after its name", edits, [*range(node.begin, node.end)])


def _small(frame: ParsedSentence, place: int) -> str:
    """Return a word with a lower-case initial if it opened its sentence and is no name."""
    word = frame.words[place]
    return word[:1].lower() + word[1:] if place == 0 and frame.tags[place] != "NNP" else word


def _is_closed(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether a verb or a full stop follows, and no list is before."""
    after = frame.tags[node.end : node.end + 1]
    closed = bool(after) and after[0] in ("VBD", "VBZ", "VBN", "MD", ".")
    before = frame.tags[node.begin - 1] if node.begin else ""
    return closed and before not in ("CC", ",", "POS", "NN", "NNP", "JJ")
