"""Recasts noun phrases: *X and Y* as *Y and X*, *X's death* as *the death of X*, appositions swapped."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from paralattice.english.inflection import article
from paralattice.english.penn import FINITE
from paralattice.english.tables import word_class, word_values
from paralattice.english.words import BE, PERSONS, ends_as_person, is_saying
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.model.operation import (
    COMMA,
    Operation,
    SpanEdit,
    made,
    recast_of,
    sourced_tokens,
    swapped,
)
from paralattice.syntax.nodes import Constituent, predicate_of
from paralattice.syntax.phrases import has_clause, has_pronoun
from paralattice.syntax.quotations import is_mark
from paralattice.syntax.roles import NOUN_ROLES, is_time_phrase
from paralattice.syntax.sentence import ParsedSentence

_LONGEST, _SEVERAL = 8, 2
_APPOSED = 4
_RELATIVES = word_class("function_words", "relative")
_GENDERED = word_values("nouns", "gender")
_PLACES = word_values("nouns", "place")
_POSTS = word_class("nouns", "post")
_CALLED = _POSTS | word_class("nouns", "occupation") - word_class("nouns", "player")
# Who has no other beside her: *the founder*.
_SOLE = _POSTS | {"founder"}
_LESSER = frozenset({"former", "ex", "deputy", "assistant", "vice", "junior", "senior"})
"""Words that make a post one of several."""
_TITLES = _POSTS | word_class("nouns", "title")
_PERSONS = PERSONS | _TITLES
_NAMED = ("NNP", "NNPS", "NNS")
_SCORE = re.compile(r"\b\d+ ?- ?\d+\b")
_POINTING = word_class("function_words", "pointing")
_RELATIONAL = word_class("nouns", "relational")
"""Nouns whose possessor may precede them or follow *of*."""


def nominals(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the recasts of the noun phrases of a frame of prose."""
    for node in frame.phrases:
        if node.label == "NP" and node.role in NOUN_ROLES:
            yield from _joined(frame, node)
            yield from _apposed(frame, node)
        if node.label == "NP":
            yield from _owned(frame, node)
            yield from _titled(cluster, frame, node)
            yield from _placed(cluster, frame, node)
        if node.role == "relative":
            yield from _reduced(frame, node)


def _joined(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *Y and X* of *X and Y*, two noun phrases of several words."""
    labels = [child.label for child in node.children]
    if labels != ["NP", "CC", "NP"] or frame.words[node.children[1].begin] != "and":
        return
    one, joint, other = node.children
    # *Berg's five boats and two ferries* are all hers.
    owned = ("NNP", "POS") in pairwise(frame.tags[one.begin : one.end])
    # *The Vik Bank and Nes Fund* share an article.
    owned |= [frame.tags[place] for place in (one.begin, one.head, other.begin)] == ["DT", "NNP", "NNP"]
    # *A 36-yard field goal and a 13-3 lead* come one after the other.
    owned |= _SCORE.search(" ".join(frame.text(node))) is not None
    # *Leaves a wife and two children* has an order, and *a share of the prize and a car* perhaps another end.
    owned |= any(word in _GENDERED for word in frame.text(node))
    owned |= (frame.words[node.begin - 1], frame.tags[node.begin]) == ("of", "DT")
    # *Two boats and six yards of rope, the last one red*; *two boats and six yards a day*.
    rate = frame.tags[other.begin] == "CD" and frame.words[node.end - 2] in ("a", "an", "per")
    # *Ten passes for 100 yards and two interceptions*, *ten goals and six assists, against two defeats*.
    owned |= rate or "interceptions" in frame.text(node)
    owned |= frame.words[node.end : node.end + 2] in ((",", "one"), (",", "against"), (",", "the"))
    whole = _is_closed(frame, node) and not _is_between(frame, node) and not owned
    if whole and all(_stands_alone(frame, member) for member in (one, other)):
        yield swapped(frame, one, other, "list", [joint.begin])


def _is_between(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether the order tells something, as in *followed by*, or *and* belongs to *between*."""
    before = " ".join(("", *frame.words[: node.begin], "")).lower()
    _, between, after = before.rpartition(" between ")
    return (bool(between) and "and" not in after.split()) or before.endswith((" followed by ", " after "))


def _is_closed(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether a verb, a comma or a stop follows a phrase, so that the phrase is complete."""
    return node.end < len(frame.tags) and frame.tags[node.end][:2] in ("VB", "MD", ",", ".")


def _stands_alone(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether a member of a list has its own article or name, and shares no modifier.

    *The other Ida* is known after the first one, and so is *a yard next door*; *one Dane* may be a pilot.
    """
    if len(node) < _SEVERAL or not _is_plain(frame, node) or is_time_phrase(node, frame.words):
        return False
    first, head = frame.tags[node.begin], frame.tags[node.head]
    # *Norvik harbour pilot*, without an article, may be a title of the name that follows.
    own = head.startswith("NN") if first in ("DT", "CD") else first == "NNP" and head in _NAMED
    own &= (first, head) != ("CD", "NNP") and "next" not in frame.text(node)
    shared = any(inner.label == "PP" for inner in node.phrases())
    # *Pilots Ida Berg* and *the Norvik pilots ' Ida Berg*.
    shared |= not {"NNS", "POS"}.isdisjoint(frame.tags[node.begin : node.head])
    return own and not shared and _POINTING.isdisjoint(frame.text(node))


def _is_plain(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase is short, without a pronoun, a comma and a clause."""
    return _is_simple(frame, node) and not has_pronoun(frame, node)


def _apposed(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *the captain, Ida Berg* of *Ida Berg, the captain* and back."""
    labels = [child.label for child in node.children]
    if labels[:3] != ["NP", ",", "NP"] or len(labels) > _APPOSED or node.children[2].role != "appositive":
        return
    one, _, other = node.children[:3]
    # *Ida Berg, his boss,* does not open a sentence.
    if node.begin == 0 and frame.tags[0] == "PRP$":
        return
    # In *the mayor of Vik, the centre of the trade,* the mayor is of Vik; *only by a name, Ida* is odd too.
    before = frame.words[node.begin - 2 : node.begin]
    if before[-1:] in (("of",), ("at",), ("in",)) or before == ("only", "by"):
        return
    closed = labels[3:] == [","] or (not labels[3:] and _is_closed(frame, node))
    if closed and _is_simple(frame, one) and _is_simple(frame, other) and _tell_who(frame, one, other):
        yield swapped(frame, one, other, "apposition")


def _is_person(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether the head of a phrase is a noun of a person, or a title."""
    noun = frame.words[node.head].lower()
    return noun in _PERSONS or ends_as_person(noun)


def _is_simple(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase is short, without a comma, a quotation mark, *and*, a clause and a last person.

    In *the party of the captain, Ida Berg,* the name is the captain's.
    """
    marked = any(word in (",", "and", "or") or is_mark(word) for word in frame.text(node))
    last = node.children[-1]
    owned = last.label == "PP" and _is_person(frame, last.children[-1])
    return len(node) <= _LONGEST and not marked and not owned and not has_clause(node)


def _tell_who(frame: ParsedSentence, one: Constituent, other: Constituent) -> bool:
    """Return whether one phrase is a name, and the other describes it."""
    # *Aurora, the charity, said* is odd, and *Friday* is no name.
    bare = is_time_phrase(one, frame.words) or is_time_phrase(other, frame.words)
    bare |= frame.tags[one.begin] == "DT" and len(one) == _SEVERAL and not _is_person(frame, one)
    if bare or _is_name(frame, one) == _is_name(frame, other):
        return False
    return _is_described(frame, other) if _is_name(frame, one) else frame.tags[one.begin] in ("DT", "PRP$")


def _is_name(frame: ParsedSentence, node: Constituent) -> bool:
    # *Norvik.com, the site,* is odd.
    return set(frame.tags[node.begin : node.end]) == {"NNP"} and ".com" not in frame.words[node.begin]


def _is_described(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether a phrase with *the* or a possessor describes a person."""
    # *The popular ferry, Aurora,* sounds as if there were one.
    definite = frame.words[node.begin].lower() == "the" or frame.tags[node.begin] == "PRP$"
    # *The mate at the end of the story, Ida Berg,* is far from its name.
    return definite and _is_person(frame, node) and frame.tags[node.begin : node.end].count("IN") < 2


def _titled(cluster: ParsedCluster, frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *Ida Berg, the captain, left* of *captain Ida Berg left*; one of several is *a sailor*."""
    begin, end, words, tags = node.begin, node.end, frame.words, frame.tags
    heads = (place for place in range(begin, end - _SEVERAL) if words[place].lower() in _CALLED)
    head = next((place for place in heads if {*tags[place + 1 : end]} == {"NNP"}), None)
    leads = node.role == "subject" and tags[end : end + 1] in (("VBD",), ("VBZ",), ("MD",))
    # *The ship sank, said captain Ida Berg*.
    says = is_saying(words[begin - 1]) or words[begin - 2 : begin] == ("according", "to")
    if head is None or not (leads or (says and tags[end:] == (".",))):
        return
    title = words[begin : head + 1]
    one = (title[-1] in _SOLE or title[0] in ("chief", "lead")) and _LESSER.isdisjoint(map(str.lower, title))
    own = tags[begin] == "DT" or "POS" in tags[begin:head]
    first = made(*(() if own else ("the",) if one else (article(title[0]),)))
    described = (COMMA, *first, *sourced_tokens(frame, begin, head + 1), COMMA)
    edit = SpanEdit(begin, end, (*sourced_tokens(frame, head + 1, end), *described))
    # *Captain Ida Berg* has a title, *pilots Ida Berg and Jan Moss* are two, and *his wife Ida Berg* is his.
    large = any(word[:1].isupper() for word in title[begin == 0 or len(title) > 1 :])
    # So has *president's spokesman Jan Moss*, without an article.
    titled = large or (begin == 0 and title[0].lower().removesuffix("'s") in _TITLES)
    if begin == 0 and len(title) > 1 and tags[0] == "NNP" and tags[1] != "POS":
        # *Royal pilot Ida Berg* may be a *royal* one.
        titled |= not any(title[0] in each.words[1:] for each in cluster.sentences)
    if not titled and {"CC", "IN", "NNS", "PRP$", ","}.isdisjoint(tags[begin:end]):
        yield recast_of(frame, "title", [edit], range(begin, head + 1))


def _owned(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *the death of X* of *X's death*."""
    owner = node.children[0]
    if owner.role != "possessive" or frame.words[node.head] not in _RELATIONAL or node.end != node.head + 1:
        return
    follows = frame.words[node.end : node.end + 1] == ("of",)
    # *The capital of Norland, Norvik,* would make Norvik a part.
    follows |= frame.tags[node.end : node.end + 2] == (",", "NNP")
    if follows or "own" in frame.text(node) or not _is_plain(frame, owner):
        return
    # *Friday's victory* and *Berg's brother* stay.
    if is_time_phrase(owner, frame.words) or frame.words[node.head] in _GENDERED:
        return
    # The mark of a possessive may be a word of its own, apart from its *s*.
    if frame.words[owner.end - 2] in ("'", "\u2019"):
        return
    spans = (owner.end, node.end), (owner.begin, owner.end - 1)
    owned, name = (sourced_tokens(frame, *span) for span in spans)
    tokens = (*made("the"), *owned, *made("of"), *name)
    yield recast_of(frame, "owner", [SpanEdit(node.begin, node.end, tokens)], [owner.head])


def _placed(cluster: ParsedCluster, frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *a hotel in Vik* of *a Vik hotel*, where a sentence has *in Vik*."""
    article, *name, noun = frame.text(node) if len(node) > _SEVERAL else ("", "", "")
    preposition = _PLACES.get(noun)
    own = range(node.begin + 1, node.end - 1)
    # *A Vik mother of two* and *a Vik yard that burned* stay.
    follows = not {"of", "that", "which", "who"}.isdisjoint(frame.words[node.end : node.end + 1])
    if article.lower() not in ("a", "an") or preposition is None or follows:
        return
    if any(frame.tags[place] != "NNP" for place in own) or not _is_place(cluster, name):
        return
    behind = (*made(preposition), *sourced_tokens(frame, own.start, own.stop))
    edits = [SpanEdit(own.start, own.stop, ()), SpanEdit(node.end, node.end, behind)]
    yield recast_of(frame, "place after its noun", edits, own)


def _is_place(cluster: ParsedCluster, name: Sequence[str]) -> bool:
    """Return whether a sentence has *in* before a name."""
    size = len(name)
    return any(
        words[place] == "in" and [*words[place + 1 : place + 1 + size]] == [*name]
        for words in (sentence.words for sentence in cluster.sentences)
        for place in range(len(words) - size)
    )


def _reduced(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield *the man arrested on Friday* of *the man who was arrested on Friday*."""
    verbs = _relative_verbs(frame, node)
    # *She left with her son, celebrating* may be her celebration; *pilot of the ship hired in May* is odd.
    apart = frame.words[node.begin - 1] == ","
    if not apart and (node.parent is None or node.parent.head != node.begin - 1):
        return
    tags = ("VBN",) if apart else ("VBN", "VBG")
    # *The men who were hired and say* becomes *the men hired and say*, and *Berg, who is retired, said*
    # *Berg, retired, said*.
    if verbs is None or len(verbs) <= apart or frame.words[verbs.head] == "going":
        return
    if FINITE.isdisjoint(frame.tags[verbs.begin : verbs.end]) and frame.tags[verbs.head] in tags:
        yield recast_of(frame, "relative", [SpanEdit(node.begin, verbs.begin, ())], [verbs.head])


def _relative_verbs(frame: ParsedSentence, node: Constituent) -> Constituent | None:
    """Return the verb phrase after *who was*, *which is* and the like."""
    if len(node.children) != 2 or node.children[1].label != "S":
        return None
    predicate = predicate_of(node.children[1])
    opens = predicate is not None and predicate.begin == node.begin + 1
    if predicate is None or not opens or frame.words[node.begin].lower() not in _RELATIVES:
        return None
    helped = len(predicate.children) == 2 and frame.words[predicate.begin].lower() in BE
    return predicate.children[1] if helped and predicate.children[1].role == "verbs" else None
