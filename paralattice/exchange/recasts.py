"""Recasts: the same said in another construction, active or passive, *X said* or *according to X*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from paralattice.exchange.constituents import (
    Constituent,
    Sentence,
    content_phrase,
    is_time_phrase,
    predicate_of,
    subject_of,
)
from paralattice.exchange.operations import (
    COMMA,
    MADE,
    RECAST,
    UNPLANNED,
    Edit,
    Operation,
    Telling,
    Token,
    quoted,
    tokens_of,
)
from paralattice.exchange.phrases import closing_attribution, has_clause, has_pronoun, told_clause
from paralattice.exchange.verbs import PARTICIPLES, PASTS
from paralattice.exchange.words import COLLECTIVES, is_punctuation

_LONGEST = 10
_REPORTS = frozenset({"said", "says", "say", "reported", "reports"})
_ACCORDING = (Token("according", MADE, MADE), Token("to", MADE, MADE))
_SAID = Token("said", MADE, MADE)


class _Report(NamedTuple):
    """Who reports, what is reported and the words that tell it, as 0-based half-open spans of words.

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


def recasts(_: Telling, frame: Sentence) -> Iterator[Operation]:
    """Yield the recasts of a frame of prose without quotations."""
    clause = frame.main_clause
    if not frame.is_prose or clause is None or clause.begin or any(quoted(frame.words)):
        return
    report = _report(frame, clause)
    if report is not None:
        yield from _reports(frame, report)
    yield from _voices(frame, clause)


def _report(frame: Sentence, clause: Constituent) -> _Report | None:
    """Return the report of a frame that says who says it, once, in as many words as needed."""
    found = _closing(frame, clause) or _opening(frame, clause)
    if found is None or found.speaker[1] - found.speaker[0] > _LONGEST:
        return None
    tags = frame.tags[slice(*found.speaker)]
    first = frame.tags[found.told[0]]
    speaks = any(tag.startswith("NN") for tag in tags) and not {"PRP", "PRP$", "WP"}.intersection(tags)
    return found if speaks and first not in ("PRP", "PRP$", "CC", "EX") else None


def _closing(frame: Sentence, clause: Constituent) -> _Report | None:
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


def _opening(frame: Sentence, clause: Constituent) -> _Report | None:
    """Return the report of *X said that S* and *According to X, S*."""
    subject, predicate = subject_of(clause), predicate_of(clause)
    if subject is None or predicate is None:
        return None
    last = len(frame.words) - 1
    opening = clause.children[0]
    if frame.words[0] == "According" and opening.label == "PP" and frame.words[opening.end] == ",":
        begin = opening.end + 1
        return _Report((2, opening.end), (begin, last), (0, begin), predicate.head, verb=False)
    phrase = content_phrase(predicate)
    told = phrase.children[-1]
    plain = phrase is predicate and len(phrase.children) == 2 and frame.words[phrase.head] in _REPORTS
    inner = told_clause(frame, told) if plain and not subject.begin and told.label in ("SBAR", "S") else None
    if inner is None or inner.end != last or subject.end != phrase.head:
        return None
    return _Report((subject.begin, subject.end), (inner.begin, last), (0, inner.begin), inner.head, verb=True)


def _reports(frame: Sentence, report: _Report) -> Iterator[Operation]:
    """Yield the other ways to say who says it."""
    speaker = tokens_of(frame, *report.speaker)
    opens, last = report.saying[0] == 0, report.told[1]
    front = (0, report.saying[1]) if opens else (0, 0)
    back = (last, last) if opens else report.saying
    ways = [
        ("according to in front", front, (*_ACCORDING, *speaker, COMMA), report.verb or not opens, -1),
        ("according to at the end", back, (COMMA, *_ACCORDING, *speaker), report.verb or opens, -1),
        ("said at the end", back, (COMMA, *speaker, _SAID), not report.verb, UNPLANNED),
    ]
    for what, place, tokens, other, governor in ways:
        edits = [Edit(*place, tokens)]
        if not place[0] <= report.saying[0] < report.saying[1] <= place[1]:
            edits.append(Edit(*report.saying, ()))
        if other:
            plan = (((frame.number, report.head), governor),)
            yield Operation(RECAST, what, frame.number, tuple(edits), heads=plan)


def _voices(frame: Sentence, clause: Constituent) -> Iterator[Operation]:
    subject, predicate = subject_of(clause), predicate_of(clause)
    if subject is None or predicate is None or predicate.begin != subject.end or has_pronoun(frame, clause):
        return
    phrase = content_phrase(predicate)
    if (
        "," in frame.text(subject)
        or len(subject) > _LONGEST
        or any(map(has_clause, (subject, *phrase.children)))
    ):
        return
    if phrase is predicate:
        yield from _passive(frame, subject, phrase)
    elif phrase.begin == predicate.begin + 1 and frame.words[predicate.begin].lower() in ("was", "were"):
        yield from _active(frame, subject, phrase)


def _passive(frame: Sentence, subject: Constituent, phrase: Constituent) -> Iterator[Operation]:
    """Yield *Y was hit by X* of *X hit Y*."""
    verb = frame.words[phrase.head].lower()
    given = phrase.children[1] if len(phrase.children) > 1 else None
    if verb not in PARTICIPLES or phrase.head != phrase.begin or given is None or given.role != "object":
        return
    auxiliary = _was(frame, given)
    if auxiliary is None or not _is_short(frame, given) or _may_belong(frame, given, phrase):
        return
    # *A rock was hit by the Aurora* tells of a rock that nobody asked for.
    if _is_indefinite(frame, given) and not _is_indefinite(frame, subject):
        return
    tokens = (
        *tokens_of(frame, given.begin, given.end),
        Token(auxiliary, MADE, MADE),
        Token(PARTICIPLES[verb], MADE, MADE),
        Token("by", MADE, MADE),
        *tokens_of(frame, subject.begin, subject.end),
    )
    yield _recast(frame, "passive", subject.begin, given.end, tokens, (given, subject))


def _may_belong(frame: Sentence, given: Constituent, phrase: Constituent) -> bool:
    """Return whether a phrase behind an object may be its own: *the record at Norvik*; not of a name."""
    place = phrase.children.index(given) + 1
    after = phrase.children[place] if place < len(phrase.children) else None
    if after is None or after.label != "PP" or frame.tags[given.head].startswith("NNP"):
        return False
    return not is_time_phrase(after, frame.words)


def _is_indefinite(frame: Sentence, node: Constituent) -> bool:
    tag = frame.tags[node.head]
    return (
        not tag.startswith("NNP")
        and frame.tags[node.begin] not in ("PRP$",)
        and (frame.words[node.begin].lower() in ("a", "an") or frame.tags[node.begin] not in ("DT", "NNP"))
    )


def _is_short(frame: Sentence, node: Constituent) -> bool:
    return len(node) <= _LONGEST and "," not in frame.text(node)


def _was(frame: Sentence, node: Constituent) -> str | None:
    """Return *was* or *were*, whichever a subject takes; ``None`` if its words do not tell."""
    noun, tag = frame.words[node.head], frame.tags[node.head]
    if any(child.label in ("CC", "CONJP") for child in node.children) or tag == "NNS":
        return "were"
    unclear = noun.lower() in COLLECTIVES or (tag.startswith("NNP") and noun.endswith("s")) or tag == "CD"
    return None if unclear or not tag.startswith("NN") else "was"


def _active(frame: Sentence, subject: Constituent, phrase: Constituent) -> Iterator[Operation]:
    """Yield *X hit Y* of *Y was hit by X*."""
    verb = frame.words[phrase.head].lower()
    agent = next((child for child in phrase.children if _is_agent(frame, child)), None)
    if verb not in PASTS or phrase.head != phrase.begin or agent is None:
        return
    given = agent.children[-1]
    if not _is_short(frame, given):
        return
    tokens = (
        *tokens_of(frame, given.begin, given.end),
        Token(PASTS[verb], MADE, MADE),
        *tokens_of(frame, subject.begin, subject.end),
        *tokens_of(frame, phrase.head + 1, agent.begin),
    )
    yield _recast(frame, "active", subject.begin, agent.end, tokens, (given, subject))


def _is_agent(frame: Sentence, node: Constituent) -> bool:
    """Return whether a phrase is *by* somebody or something, no time and no number."""
    if node.label != "PP" or frame.words[node.begin].lower() != "by" or node.children[-1].label != "NP":
        return False
    given = node.children[-1]
    return frame.tags[given.head].startswith("NN") and not is_time_phrase(node, frame.words)


def _recast(
    frame: Sentence, what: str, begin: int, end: int, tokens: Sequence[Token], moved: Sequence[Constituent]
) -> Operation:
    """Return an operation with a new verb, which governs what is moved and what remains."""
    free = [place for place, governor in enumerate(frame.governors) if end <= place and governor < end]
    heads = [
        *(node.head for node in moved),
        *(place for place in free if not is_punctuation(frame.words[place])),
    ]
    plan = tuple(((frame.number, head), UNPLANNED) for head in heads)
    return Operation(RECAST, what, frame.number, (Edit(begin, end, tuple(tokens)),), heads=plan)
