"""Moves titles after names: *Ida Berg, a pilot,*."""

from collections.abc import Iterator

from paralattice.english.inflection import article
from paralattice.english.tables import word_class
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.model.operation import (
    COMMA,
    Operation,
    SpanEdit,
    made,
    recast_of,
    sourced_tokens,
)
from paralattice.syntax.nodes import Constituent
from paralattice.syntax.roles import NOUN_ROLES
from paralattice.syntax.sentence import ParsedSentence

_NAMES = range(2, 4)
_LONGEST_TITLE = 5
_OCCUPATIONS = word_class("nouns", "occupation")
"""Occupations that many persons have; they precede a name without an article."""
_POSTS = word_class("nouns", "post")
"""Posts that one person has at a time; they precede a name."""
_QUALITIES = frozenset({"NN", "JJ", "NNP"})


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
