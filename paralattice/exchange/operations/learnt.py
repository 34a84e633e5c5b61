"""Replaces words as a model of rewording has learnt it (Quirk et al. 2004): *purchased* for *bought*."""

from collections.abc import Iterator

from paralattice.english.inflection import article, key
from paralattice.english.penn import NOUNS
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.model.operation import WORDING, Operation, SpanEdit, made, recast_of
from paralattice.syntax.quotations import quoted
from paralattice.syntax.sentence import ParsedSentence

_OPENS = frozenset({"DT", "PRP$", "POS", "CD", "JJ"})
"""Tags before a noun that is no second part of a compound."""
_GOVERNED = frozenset({"IN", "TO", "RP"})
"""Tags of a word after a verb that the verb may ask for: *broke out*, *looked for*."""


def learnt_wordings(cluster: ParsedCluster, frame: ParsedSentence) -> Iterator[Operation]:
    """Yield the learnt replacements for the words of a frame of prose, outside of quotations.

    A sentence of the cluster must have the new word as the same part of speech, so that it is of the sense
    that is meant: *the struggle* is no *fight* of boxers.
    """
    if not cluster.wordings:
        return
    known = {
        (key(word), tag[:2])
        for sentence in cluster.sentences
        for word, tag in zip(sentence.words, sentence.tags, strict=True)
    }
    inside, own = quoted(frame.words), {word.lower() for word in frame.words}
    rows = [row for row in cluster.wordings if row[0] in own and row[1] not in own]
    for place, (word, tag) in enumerate(zip(frame.words[:-1], frame.tags, strict=False)):
        before = frame.words[place - 1].lower() if place else ""
        for old, new, tags in rows:
            if word != old or tag not in tags or inside[place] or (key(new), tag[:2]) not in known:
                continue
            if (before not in ("a", "an") or article(new) == before) and _is_free(frame, place):
                edit = SpanEdit(place, place + 1, made(new))
                below = [other for other, governor in enumerate(frame.governors) if governor == place]
                yield recast_of(frame, f"{WORDING}: {new}", [edit], below)


def _is_free(frame: ParsedSentence, place: int) -> bool:
    """Return whether a word is no name, no part of a compound or a set phrase, and no verb with a complement.

    A synonym may take another clause, adjective or preposition: *confirmed that*, not *supported that*.
    """
    tag, after = frame.tags[place], frame.tags[place + 1]
    above = [node for node in frame.phrases if node.begin <= place < node.end]
    long = any(node.label in ("ADVP", "ADJP") and node.end > node.begin + 1 for node in above)
    if long or tag.startswith("NNP") or "-" in frame.words[max(0, place - 1) : place + 2]:
        return False
    if tag in NOUNS:
        return place > 0 and frame.tags[place - 1] in _OPENS and after not in NOUNS and after != "POS"
    asked = any(
        child.role == "complement" or child.label == "ADJP"
        for node in above
        if node.label == "VP" and node.head == place
        for child in node.children
    )
    by = frame.words[place + 1].lower() == "by"
    return not tag.startswith("VB") or (not asked and (by or after not in _GOVERNED))
