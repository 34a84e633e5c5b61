"""Counts the faults of a tree."""

from paralattice.english.penn import CLAUSES
from paralattice.english.words import is_saying
from paralattice.syntax.nodes import Constituent, is_finite
from paralattice.syntax.sentence import ParsedSentence


def tree_faults(sentence: ParsedSentence) -> int:
    """Return the number of finite predicates below noun phrases or the like, or beside each other."""
    return sum(_is_unlicensed(sentence, node) for node in sentence.phrases if node.label == "VP")


def _is_unlicensed(sentence: ParsedSentence, node: Constituent) -> bool:
    parent = node.parent
    if parent is None or not is_finite(node):
        return False
    if parent.label in ("NP", "PP", "ADJP", "ADVP", "ROOT", "FRAG"):
        return True
    if parent.label not in CLAUSES:
        return False
    words = sentence.words
    sisters = [child for child in parent.children if child.label == "VP" and not is_saying(words[child.head])]
    return len(sisters) > 1 and not any(child.label == "CC" for child in parent.children)
