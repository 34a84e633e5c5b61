"""Deletes optional constituents: asides between commas, times, second members."""

from collections.abc import Iterator
from itertools import pairwise

from paralattice.english.calendar import is_year
from paralattice.english.inflection import key
from paralattice.english.penn import FINITE
from paralattice.english.tables import word_class
from paralattice.english.words import ORDINALS, is_punctuation, is_saying
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.sameness import identifies
from paralattice.exchange.model.operation import DELETION, Operation, SpanEdit
from paralattice.syntax.nodes import Constituent, is_finite, predicate_of, subject_of
from paralattice.syntax.phrases import (
    adjunct_kind,
    calendar,
    hedges,
    is_bound,
    opens_clause,
    precedes_subject,
)
from paralattice.syntax.sentence import ParsedSentence

_LONGEST = 12
_CLAUSE, _PREDICATE = 5, 4
"""Minimum number of words that remain of a clause or predicate."""
_LASTING = frozenset(map(key, word_class("verbs", "lasting")))
_NEGATIONS = word_class("function_words", "negation")
_FUTURE = frozenset({"will", "would", "'ll", "'d"})
_FOLLOWING = frozenset({"next", "then", "later", "again", "since", "still"})
_RATES = frozenset({"each", "every", "per"})
_SPANS = frozenset({"during", "over", "since", "this", "within"})
_UNITS = word_class("time", "part")
_DURATIONS = word_class("time", "measure") | {"one"}


def deletions(_: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the deletions from a frame of prose; complements and what identifies a noun stay."""
    for node in frame.phrases:
        if len(node) <= _LONGEST and not hedges(frame, node) and not identifies(frame, node):
            yield from _deletion(frame, node)
        yield from _last_member(frame, node)


def _last_member(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield the deletion of the second of two clauses or predicates that *and* or *but* joins."""
    told = [frame.told, *(frame.told.children[:1] if frame.told is not None else ())]
    if not (node.label == "VP" and node.role == "predicate") and node not in told:
        return
    members = [child for child in node.children if child.label not in (",", ".", "''")]
    if [child.label for child in members] != [node.label, "CC", node.label]:
        return
    one, joint, other = members
    # Of *sank, leaked and burned* two are no sentence, however the parser joins them.
    if {child.label for child in one.children} == {node.label, ","}:
        return
    if frame.words[joint.begin] not in ("and", "but") or not _tells_enough(frame, one, other):
        return
    # *It would have sunk, but it had help*.
    if ("would", "have") in pairwise(frame.text(one)):
        return
    # *Had a gun, but did not fire* tells more than *had a gun*, and so does *did not fire, but had a gun*.
    denied = other if frame.words[joint.begin] == "and" else node
    if node.label == "VP" and not _NEGATIONS.isdisjoint(frame.text(denied)):
        return
    # It may be the first time that both happened.
    times = pairwise(map(str.lower, frame.words))
    ranked = any(one in ORDINALS and other == "time" for one, other in times)
    if ranked or any(_is_cleft(frame, outer) for outer in node.ancestors()):
        return
    parted = frame.words[joint.begin - 1] == ","
    # In *hit a rock and the mate and the cook fled*, the mate is ambiguous.
    if node.label == "S" and not parted and "and" in frame.words[one.head : one.end]:
        return
    begin = joint.begin - parted
    # *It leaked and the crew fled, so ...*; *it leaked, and the crew fled, Berg said*.
    said = is_saying(frame.words[other.end - 1]) or "according" in frame.text(other)
    if said or is_punctuation(frame.words[begin - 1]) or "so" in frame.words[other.end : other.end + 2]:
        return
    yield _cut(frame, begin, other.end, "clause" if node.label == "S" else "second predicate")


def _tells_enough(frame: ParsedSentence, one: Constituent, other: Constituent) -> bool:
    """Return whether a clause or predicate is long enough without the one after it."""
    if not is_finite(one) or not is_finite(other) or 2 * len(one) < len(other):
        return False
    if one.label == "S":
        return subject_of(one) is not None and subject_of(other) is not None and len(one) >= _CLAUSE
    parted = any(word in ("both", "either", "not") for word in frame.text(one))
    return not parted and len(one) >= _PREDICATE and one.end < other.begin


def _deletion(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    if _is_aside_of_noun(node):
        yield from _noun_aside(frame, node)
    elif node.label == "PRN":
        # One of several shares would seem to be that of all: *ferries ( 5 % ) and boats ( 3 % )*.  An
        # abbreviation may follow, and *(without Vik)* limits what is told.
        several = frame.words.count(frame.words[node.begin]) > 1
        several |= any(word.isupper() and word in frame.words[node.end :] for word in frame.text(node))
        several |= frame.tags[node.begin + 1 : node.begin + 2] in (("IN",), ("VBG",))
        if node.begin and not is_punctuation(_before(frame, node)) and not several:
            yield _cut(frame, node.begin, node.end, "aside")
    elif node.role == "adjunct":
        yield from _adjunct(frame, node)


def _adjunct(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield the deletion of an adjunct: a participle between commas, or a time."""
    # *Raising 9 crowns; the rest came later*.
    kept = "rest" in frame.words[node.end :] or _is_listed(frame, node)
    if node.label == "S" and _is_aside(frame, node) and not kept:
        joined = frame.words[node.end : node.end + 2] == (",", "and") and not opens_clause(
            frame, node.end + 1
        )
        yield _cut(frame, node.begin - 1, node.end + joined, "participle")
    elif adjunct_kind(frame, node) in ("time", "after") and not any(map(is_saying, frame.text(node))):
        yield from _time(frame, node)


def _noun_aside(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield the deletion of an appositive or a relative clause between commas."""
    after = frame.words[node.end : node.end + 2]
    # The comma before a closing quotation mark stays, *Berg, 31, of Vik,* has three, and what follows
    # *Berg, head of Vik Ferries, which ...* is about Vik Ferries.
    quoted = after[0:1] == (",",) and "".join(after[1:2]) in ("''", '"', "”", "of", "which")
    # *It is Vik, where ...* says what is in Vik.
    kept = quoted or _is_cleft(frame, node) or _is_name(frame, node) or _is_member(frame, node)
    # *He was brought to Vik* sounds as if he had lived, where *he was found dead* there.
    kept |= frame.words[node.begin] == "where" and "dead" in frame.text(node)
    # *Berg, one of two pilots, left their ship*.
    kept |= "NNS" in frame.tags[node.begin : node.end] and "their" in frame.words[node.end :]
    # *Sailors left, a pilot told police*.
    kept |= node.role == "appositive" and any(map(is_saying, frame.text(node)))
    # *Ida, five, and Jan, two,*.
    kept |= frame.tags[node.begin] == "CD" and [*pairwise(frame.tags)].count((",", "CD")) > 1
    # *For the May 2, 2009, fire in Vik*.
    kept |= node.begin > 1 and is_year(frame.words[node.begin - 2])
    if _is_aside(frame, node) and not kept:
        # The comma stays before another aside or a participle, and where it also closes a longer aside:
        # *Ida Berg, 31, the pilot, ...*; *Ida Berg, pilot of the Aurora, a ferry, ...*.
        follows = any(
            _is_aside_of_noun(other) and other.begin == node.end + 1 and frame.words[other.begin] != "that"
            for other in frame.phrases
        )
        outer = any(
            node.end <= other.end <= node.end + 1
            and other.begin < node.begin
            and _before(frame, other) == ","
            for other in node.ancestors()
        )
        kept = follows or outer or precedes_subject(frame, node) or opens_clause(frame, node.end + 1)
        # *Berg, MD, who left, and others* keeps one, and so does *Berg left Vik, a port, said Lie*.
        told = node.parent is not None and node.parent.role != "subject"
        kept |= told and any(map(is_saying, frame.words[node.end + 1 : node.end + 2]))
        kept |= frame.tags[node.end + 1 :][:1] == ("VBG",) or frame.words[max(0, node.begin - 3)] == ","
        closed = after[0:1] == (",",) and not kept
        yield _cut(frame, node.begin - 1, node.end + closed, node.role)


def _is_aside_of_noun(node: Constituent) -> bool:
    return node.role in ("appositive", "relative")


def _is_aside(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether a node follows a comma, and precedes one or the end."""
    return _before(frame, node) == "," and _ends(frame, node)


def _is_cleft(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether the subject of the clause around a phrase is *it*, and its verb is *be*."""
    clause = next((outer for outer in node.ancestors() if outer.label == "S"), frame.root)
    subject = subject_of(clause)
    if subject is None or frame.words[subject.head].lower() != "it":
        return False
    return key(frame.words[clause.head]) == "be"


def _is_name(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether an aside is a name, which tells who or what it is."""
    tags = frame.tags[node.begin : node.end]
    return all(tag.startswith("NNP") for tag in (tags[1:] if tags[0] == "DT" else tags))


def _is_member(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether an appositive may be one of a list: *and* follows before the next verb."""
    verb = next((place for place in range(node.end, len(frame.words)) if frame.tags[place] in FINITE), None)
    return node.role == "appositive" and not {"and", "or"}.isdisjoint(frame.words[node.end : verb])


def _is_listed(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether a participle may be one of a list: *charged with theft, neglect, leaving ...*."""
    verb = node.parent.head if node.parent is not None else 0
    return "," in frame.words[verb : node.begin - 1]


def _time(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    """Yield the deletion of a time at the begin of the sentence or the end of its phrase."""
    # *When you sail, you see much* has a condition.
    if node.label == "SBAR" and not {"VBP", "VBZ"}.isdisjoint(frame.tags[node.begin : node.end]):
        return
    # *It was found in May but sank in June* contrasts two times, *he works by day and sings at night* too.
    times = [other.end for other in frame.phrases if adjunct_kind(frame, other) == "time"]
    first = min((end for end in times if end < node.begin), default=node.begin)
    contrast = calendar(frame, node) and not {"but", "while"}.isdisjoint(frame.words[node.end :])
    # *After a defeat, it won its next game*; *each day in May, ten left*.
    counted = frame.words[0] in ("Each", "Every") or not _FOLLOWING.isdisjoint(frame.words[node.end :])
    # *Nobody left until noon*.
    counted |= frame.words[node.begin] == "until" and not _NEGATIONS.isdisjoint(frame.words[: node.begin])
    if contrast or counted or "and" in frame.words[first : node.begin]:
        return
    # *Berg could sail in May* is not that she could sail, nor *will sail after the storm* that she will.
    clause = next((outer for outer in node.ancestors() if outer.label == "S"), frame.root)
    able = zip(frame.tags[clause.begin : node.begin], frame.words[clause.begin : node.begin], strict=True)
    ordered = adjunct_kind(frame, node) == "after"
    if any(tag == "MD" and (ordered or word.lower() not in _FUTURE) for tag, word in able):
        return
    # *When the mate came, Berg had left* is at an earlier time; *she has helped when he fell* is each time.
    # *Has worked for a year* is not *has worked*.
    lasts = node.label == "SBAR" or frame.words[node.begin] == "for"
    predicate, having = predicate_of(clause), ("had", "has", "have")[: 3 if lasts else 1]
    if predicate is not None and clause.head != predicate.begin and frame.words[predicate.begin] in having:
        return
    # *Back in May* is one time; *back* alone would be left.
    before = _before(frame, node)
    # *A year after the storm* is one time too.
    measured = adjunct_kind(frame, node) == "after" and before.lower() in _UNITS
    closes = before not in (",", "back") and not measured and _ends(frame, node)
    closes = closes and not is_bound(frame, node)
    if node.begin == 0 and frame.words[node.end] == "," and not _measures(frame, node):
        yield _cut(frame, 0, node.end + 1, adjunct_kind(frame, node))
    elif closes and _is_said_besides(frame, node) and not _measures(frame, node):
        yield _cut(frame, node.begin, node.end, adjunct_kind(frame, node))


def _measures(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether a time is a rate (*each year*) or of another year, or a span beside a number or a state.

    *The quake shook Vik* is not *In 1990, the quake shook Vik*; *the yard grew by 5 %* needs *over a month*.
    """
    words = [word.lower() for word in frame.text(node)]
    years = any(word.isdigit() and len(word) == 4 for word in words) or words[-1] == "ago"
    # *A year*, *for two hours a day*.
    if years or words[0] in _RATES or (words[-2:-1] == ["a"] and len(words) != 3):
        return True
    if words[0] not in _SPANS and _DURATIONS.isdisjoint(words):
        return False
    clause = next((outer for outer in node.ancestors() if outer.label == "S"), frame.root)
    others = [place for place in range(clause.begin, clause.end) if not node.begin <= place < node.end]
    low = (frame.words[place].lower() for place in others)
    # *Nobody has left* is not *nobody has left for years*.
    telling = key(frame.words[clause.head]) in ("be", "have") or not _NEGATIONS.isdisjoint(low)
    return telling or any(frame.tags[place] == "CD" for place in others)


def _is_said_besides(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether a verb has more than a time after it, and needs no time."""
    if key(frame.words[frame.governors[node.head]]) in _LASTING:
        return False
    if node.parent is None or node.parent.label != "VP":
        return True
    before = [child for child in node.parent.children if not child.is_word and child.end <= node.begin]
    if adjunct_kind(frame, node) == "time":
        return bool(before)
    # *After* may name a cause: *died after an accident*.
    return any(child.role in ("object", "complement") for child in before)


def _before(frame: ParsedSentence, node: Constituent) -> str:
    """Return the word before a node; empty at the begin of the sentence."""
    return frame.words[node.begin - 1] if node.begin else ""


def _ends(frame: ParsedSentence, node: Constituent) -> bool:
    """Return whether a comma or the sentence's last word follows a node."""
    return frame.words[node.end : node.end + 1] == (",",) or node.end == len(frame.words) - 1


def _cut(frame: ParsedSentence, begin: int, end: int, what: str) -> Operation:
    return Operation(DELETION, what, frame.number, (SpanEdit(begin, end, ()),))
