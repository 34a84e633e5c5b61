"""The head of each constituent, and the governor of each word."""

from collections.abc import Iterable, Sequence

from paralattice.english.penn import NOUNS
from paralattice.english.words import is_punctuation
from paralattice.syntax.heads import SYNTACTIC_HEADS
from paralattice.syntax.nodes import Constituent


def head_of(node: Constituent, words: Sequence[str]) -> int:
    """Return the position of a constituent's head, whose children have theirs."""
    if node.label in ("NP", "WHNP", "NX", "NML"):
        return _noun_head(node)
    if node.label == "VP":
        return _verb_head(node)
    for labels in SYNTACTIC_HEADS.get(node.label, ()):
        for child in node.children:
            if child.label in labels:
                return child.head
    worded = [child for child in node.children if not is_punctuation(words[child.head])]
    return (worded or node.children)[0 if node.label in ("UCP", "FRAG") else -1].head


def _noun_head(node: Constituent) -> int:
    """Return the head of a noun phrase: its last noun, without the modifiers after it."""
    first = next((child for child in node.children if child.label in ("NP", "NX", "NML", "WHNP")), None)
    possessive = first is not None and first.children and first.children[-1].label == "POS"
    if first is not None and not possessive and first.begin == node.begin:
        return first.head
    for labels in (
        NOUNS,
        ("NX", "NML"),
        ("CD", "QP", "PRP", "EX"),
        ("NP",),
        ("JJ", "VBG", "VBN", "DT", "RB"),
    ):
        for child in reversed(node.children):
            if child.label in labels and not (child is first and possessive and labels == ("NP",)):
                return child.head
    return node.children[-1].head


def _verb_head(node: Constituent) -> int:
    inner = [child for child in node.children if child.label == "VP"]
    verbs = [child for child in node.children if child.is_word and child.label[:2] in ("VB", "MD", "TO")]
    if inner and (not verbs or verbs[0].begin < inner[0].begin):
        return inner[0].head
    return verbs[-1].head if verbs else node.children[0].head


def governors_of(nodes: Iterable[Constituent], words: int) -> tuple[int, ...]:
    """Return the governor of each word of a tree with these nodes, in postorder; -1 for the root's head."""
    found = [-1] * words
    for node in nodes:
        for child in node.children:
            if child.head != node.head:
                found[child.head] = node.head
    return tuple(found)
