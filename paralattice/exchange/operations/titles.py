"""Moves titles and occupations before or after names: *pilot Ida Berg* or *Ida Berg, a pilot,*."""

from collections.abc import Iterator

from paralattice.english.inflection import article
from paralattice.english.tables import word_class
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.model.operation import COMMA, Operation, SpanEdit, made, recast_of, sourced_tokens
from paralattice.syntax.nodes import Constituent
from paralattice.syntax.roles import NOUN_ROLES
from paralattice.syntax.sentence import ParsedSentence

_NAMES = range(2, 4)
_LONGEST = 5
_OCCUPATIONS = word_class("nouns", "occupation")
"""Occupations that many persons have; they precede a name without an article."""
_POSTS = word_class("nouns", "post")
"""Posts that one person has at a time; they precede a name."""
_QUALITIES = frozenset({"NN", "JJ", "NNP"})


def titles(_: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the recasts that move a title before or after its name, for a frame of prose."""
    for node in frame.phrases:
        if node.label == "NP" and node.role in NOUN_ROLES:
            yield from _behind(frame, node)
            yield from _before(frame, node)


def _behind(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *Ida Berg, a pilot,* of *pilot Ida Berg*."""
    begin = next((place for place in range(node.begin, node.end) if frame.tags[place] == "NNP"), node.end)
    title = begin - 1
    length = node.end - begin
    named = length in _NAMES and all(tag == "NNP" for tag in frame.tags[begin : node.end])
    if not named or title < node.begin or title - node.begin >= _LONGEST or not _is_closed(frame, node):
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
    yield recast_of(frame, "calling after its name", edits, [*range(node.begin, node.end)])


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


def _before(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *pilot Ida Berg* of *Ida Berg, a pilot,*."""
    labels = [child.label for child in node.children]
    if labels not in (["NP", ",", "NP", ","], ["NP", ",", "NP"]):
        return
    name, _, other = node.children[:3]
    end = node.end + (labels[-1] != "," and frame.words[node.end : node.end + 1] == (",",))
    closed = end > node.end or labels[-1] == ","
    before = frame.tags[node.begin - 1] if node.begin else ""
    if not closed or before in ("NN", "NNP", "JJ", "CC"):
        return
    if _is_name(frame, name) and _is_title(frame, other):
        moved = sourced_tokens(frame, other.begin + 1, other.end)
        edits = (SpanEdit(name.begin, name.begin, moved), SpanEdit(name.end, end, ()))
        yield recast_of(frame, "calling before its name", edits, [*range(node.begin, other.end)])


def _is_name(frame: ParsedSentence, node: Constituent) -> bool:
    return len(node) in _NAMES and all(tag == "NNP" for tag in frame.tags[node.begin : node.end])


def _is_title(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase is an occupation with *a* or *an*, of few plain words."""
    first, *others = frame.words[node.begin : node.end]
    plain = 0 < len(others) <= _LONGEST and all(word.islower() and word.isalpha() for word in others)
    tags = frame.tags[node.begin + 1 : node.end]
    return first in ("a", "an") and plain and {"NN", "JJ"}.issuperset(tags) and others[-1] in _OCCUPATIONS
