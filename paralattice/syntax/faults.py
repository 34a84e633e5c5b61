"""Counts the faults of a tree."""

from paralattice.english.penn import CLAUSES
from paralattice.syntax.nodes import Constituent, is_finite
from paralattice.syntax.sentence import ParsedSentence


def tree_faults(sentence: ParsedSentence) -> int:
    """Return the number of finite predicates below noun phrases or the like, or beside each other."""
    return sum(_is_unlicensed(node) for node in sentence.phrases if node.label == "VP")


def _is_unlicensed(node: Constituent) -> bool:
    parent = node.parent
    if parent is None or not is_finite(node):
        return False
    if parent.label in ("NP", "PP", "ADJP", "ADVP", "ROOT", "FRAG"):
        return True
    if parent.label not in CLAUSES:
        return False
    sisters = [child for child in parent.children if child.label == "VP"]
    return len(sisters) > 1 and not any(child.label == "CC" for child in parent.children)
