"""Replaces words as a model of rewording has learnt it (Quirk et al. 2004): *purchased* for *bought*."""

from __future__ import annotations

from collections.abc import Iterator

from paralattice.english.inflection import article, key
from paralattice.english.penn import NOUNS
from paralattice.english.words import is_content_word
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.model.operation import MADE, WORDING, Operation, SourcedToken, SpanEdit, recast_of
from paralattice.syntax.quotations import quoted
from paralattice.syntax.sentence import ParsedSentence

_OPENS = frozenset({"DT", "PRP$", "POS", "CD", "JJ"})
"""Tags before a noun that is no second part of a compound."""
_GOVERNED = frozenset({"IN", "TO", "RP"})
"""Tags of a word after a verb that the verb may ask for: *broke out*, *looked for*."""


def learnt_wordings(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the learnt replacements for the words of a frame of prose, outside of quotations.

    A sentence of the cluster must have a new word of content as the same part of speech, so that it is of the
    sense that is meant: *the struggle* is no *fight* of boxers.
    """
    if not cluster.wordings or not frame.is_prose:
        return
    known = {
        (key(word), tag[:2])
        for sentence in cluster.sentences
        for word, tag in zip(sentence.words, sentence.tags, strict=True)
    }
    low = tuple(word.lower() for word in frame.words)
    inside = quoted(frame.words)
    for place in range(len(low) - 1):
        for old, new, tags in cluster.wordings.get(low[place], ()):
            end = place + len(old)
            if low[place:end] != old or end >= len(low) or any(inside[place:end]):
                continue
            changed = next(number for number, word in enumerate(old) if word != new[number])
            at = place + changed
            shown = (key(new[changed]), frame.tags[at][:2]) in known or not is_content_word(new[changed])
            plain = frame.tags[at] in tags and shown and _is_plain(frame, at, end)
            if plain and _suits(frame, at, new[changed]):
                edit = SpanEdit(at, at + 1, (SourcedToken(new[changed], MADE, MADE),))
                free = [other for other, governor in enumerate(frame.governors) if governor == at]
                yield recast_of(frame, f"{WORDING}: {new[changed]}", [edit], free)


def _is_plain(frame: ParsedSentence, place: int, end: int) -> bool:
    """Return whether a word is no name, no part of a compound or set phrase, and no verb with a complement.

    A synonym need not take a clause, an adjective or a preposition, unless it was learnt with the words up to
    ``end``: *confirmed that*, not *supported that*.
    """
    word, tag = frame.words[place], frame.tags[place]
    before, after = (frame.tags[place - 1] if place else ""), frame.tags[place + 1]
    if not word.islower() or tag.startswith("NNP") or "-" in frame.words[max(0, place - 1) : place + 2]:
        return False
    if any(
        node.label in ("ADVP", "ADJP") and node.begin <= place < node.end > node.begin + 1
        for node in frame.phrases
    ):
        return False
    if tag in NOUNS:
        return before in _OPENS and after not in NOUNS and after != "POS"
    if tag.startswith("VB"):
        asked = any(
            child.role == "complement" or child.label == "ADJP"
            for node in frame.phrases
            if node.label == "VP" and node.head == place
            for child in node.children
        )
        free = after not in _GOVERNED or frame.words[place + 1].lower() == "by"
        return end > place + 1 or (free and not asked)
    return True


def _suits(frame: ParsedSentence, place: int, new: str) -> bool:
    """Return whether a new word has the article before it, and the sentence does not have it already."""
    before = frame.words[place - 1].lower() if place else ""
    if before in ("a", "an") and article(new) != before:
        return False
    return not is_content_word(new) or new not in (word.lower() for word in frame.words)
