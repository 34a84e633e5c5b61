"""Replaces the present perfect by the past: *has died* by *died*, *has been charged* by *was charged*."""

from __future__ import annotations

from collections.abc import Iterator

from paralattice.english.inflection import inflect, lemma
from paralattice.english.tables import word_class
from paralattice.english.words import AUXILIARIES
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.model.operation import MADE, WORDING, Operation, SourcedToken, SpanEdit, recast_of
from paralattice.syntax.nodes import Constituent
from paralattice.syntax.sentence import ParsedSentence

_PAST_OF_BE = {"has": "was", "have": "were"}
_LASTING = word_class("time", "lasting")
"""Words beside which the present perfect and the past tense differ in meaning."""


def tenses(_: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the past tense for each present perfect of a frame of prose that does not last until now."""
    if not frame.is_prose:
        return
    for node in frame.phrases:
        if node.label == "VP" and node.role == "predicate" and _LASTING.isdisjoint(_low(frame, node)):
            yield from _past(frame, node)


def _low(frame: ParsedSentence, node: Constituent) -> Iterator[str]:
    """Yield the words of a predicate and of what opens its clause."""
    openers = node.parent.children if node.parent is not None else []
    for part in (node, *(child for child in openers if child.role == "adjunct")):
        yield from map(str.lower, frame.text(part))


def _past(frame: ParsedSentence, node: Constituent) -> Iterator[Operation]:
    helper, inner = node.begin, node.children[-1]
    if frame.words[helper] not in _PAST_OF_BE or inner.role != "verbs" or inner.begin != helper + 1:
        return
    past = _past_of(frame, inner, _PAST_OF_BE[frame.words[helper]])
    if past:
        edit = SpanEdit(helper, helper + 2, (SourcedToken(past, MADE, MADE),))
        yield recast_of(frame, f"{WORDING}: past", [edit], [inner.head])


def _past_of(frame: ParsedSentence, verbs: Constituent, past_of_be: str) -> str:
    """Return the past tense of a participle, with *been* of a passive alone; empty without one."""
    participle = frame.words[verbs.begin]
    if participle == "been":
        passive = any(child.role == "verbs" and frame.tags[child.begin] == "VBN" for child in verbs.children)
        return past_of_be if passive else ""
    if frame.tags[verbs.begin] != "VBN" or participle in AUXILIARIES:
        return ""
    return participle if participle.endswith("ed") else inflect(lemma(participle, "VBN"), "VBD")
