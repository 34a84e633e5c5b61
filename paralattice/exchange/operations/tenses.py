"""Replaces the present perfect by the past: *has died* by *died*, *has been charged* by *was charged*.

All perfects of a sentence change, or none: *has sunk* and *was raised* do not agree.
"""

from collections.abc import Iterator
from itertools import pairwise

from paralattice.english.inflection import inflect, lemma
from paralattice.english.penn import FINITE
from paralattice.english.tables import word_class
from paralattice.english.words import AUXILIARIES, ORDINALS, is_saying
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.model.operation import WORDING, Operation, SpanEdit, made, recast_of
from paralattice.syntax.nodes import Constituent
from paralattice.syntax.sentence import ParsedSentence

_PAST_OF_BE = {"has": "was", "have": "were"}
_LONG_SUBJECT = 8
_NOW = frozenset({"VBP", "VBZ"})
_WHEN = frozenset({"after", "before", "when", "while", "as", "how", "because"})
_LASTING = word_class("time", "lasting")
"""Words beside which the present perfect and the past tense differ in meaning."""


def tenses(_: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the past tense for the present perfects of a frame of prose, if none lasts until now."""
    verbs = [verbs for node in frame.phrases if (verbs := _perfect(frame, node)) is not None]
    pasts = [_past_of(frame, each) for each in verbs]
    # *Was charged after they say that he fled* lacks *said*.
    clauses = [
        node for node in frame.phrases if node.label == "SBAR" and not _WHEN.isdisjoint(frame.text(node)[:3])
    ]
    present = any(frame.tags[node.children[-1].head] in _NOW for node in clauses)
    # *Has returned but is hurt* tells of today, and *lost in May and has won* of two times.
    first = min((each.begin for each in verbs), default=0)
    parts = ((node, node.parent) for node in frame.phrases if node.label == "VP")
    places = [node.begin for node, outer in parts if outer is not None and _is_joined(outer)]
    now = {frame.words[place] for place in places if frame.tags[place] in (FINITE if place < first else _NOW)}
    present |= not now <= _PAST_OF_BE.keys()
    # *It is the first time that it has sunk*; *at this time, it has not sunk*; *has sunk twice this year*.
    low = tuple(map(str.lower, frame.words))
    until = [one for one, other in pairwise(low) if other in ("time", "year")]
    ranked = "this" in until or not ORDINALS.isdisjoint(until)
    # *Berg announced that the ship sank* is not that it has sunk; *refused to say if he will sail* is past,
    # and *nobody has left* and *only two have left* are so until now.
    told = not {"announced", "added", "no", "nobody", "none", "only", "will"}.isdisjoint(low)
    told |= "been" not in low and any(map(is_saying, low[:first]))
    if verbs and all(pasts) and not (present or ranked or told):
        pairs = zip(verbs, pasts, strict=True)
        edits = [SpanEdit(each.begin - 1, each.begin + 1, made(past)) for each, past in pairs]
        yield recast_of(frame, f"{WORDING}: past", edits, [each.head for each in verbs])


def _is_joined(outer: Constituent) -> bool:
    """Return whether a verb phrase is within another one, or within one of several clauses."""
    clauses = outer.parent.children if outer.parent is not None else ()
    return outer.label == "VP" or any(child.label == "CC" for child in clauses)


def _low(frame: ParsedSentence, node: Constituent) -> Iterator[str]:
    """Yield the words of a predicate and of what opens its clause, such as *now that*."""
    clause = node.parent
    if clause is None:
        return
    outer = clause.parent
    # *Now* may stand before the clause that *that* opens.
    begin = max(0, outer.begin - 1) if outer is not None and outer.label == "SBAR" else clause.begin
    yield from map(str.lower, frame.words[begin : clause.begin])
    for part in (node, *(child for child in clause.children if child.role == "adjunct")):
        yield from map(str.lower, frame.text(part))


def _perfect(frame: ParsedSentence, node: Constituent) -> Constituent | None:
    """Return the verbs after *has* or *have* of a verb phrase in the present perfect."""
    finite = frame.tags[node.begin] in _NOW and frame.words[node.begin] in _PAST_OF_BE
    if node.label != "VP" or not finite:
        return None
    inner = node.children[-1]
    # *Has sailed to Vik and sunk* has one auxiliary.
    return inner if inner.role == "verbs" and all(child.label != "CC" for child in inner.children) else None


def _past_of(frame: ParsedSentence, verbs: Constituent) -> str:
    """Return the past tense of a perfect, with *been* of a passive alone; empty without one."""
    participle = frame.words[verbs.begin]
    perfect = verbs.parent
    if perfect is None or verbs.begin > perfect.begin + 1 or not _LASTING.isdisjoint(_low(frame, perfect)):
        return ""
    if participle == "been":
        passive = any(child.role == "verbs" and frame.tags[child.begin] == "VBN" for child in verbs.children)
        return _PAST_OF_BE[frame.words[verbs.begin - 1]] if passive else ""
    # *Ida Berg, the captain of the Aurora, died* is abrupt.
    abrupt = len(verbs) == 1 and verbs.begin > _LONG_SUBJECT
    lasts = participle in {"become", "grown", "made", "recovered", "spent", *AUXILIARIES}
    if abrupt or lasts or frame.tags[verbs.begin] != "VBN":
        return ""
    return participle if participle.endswith("ed") else inflect(lemma(participle, "VBN"), "VBD")
