"""Removes the constituents that chunklink (Buchholz 2000) ignores in chunks and chains.

A removed constituent is spliced out: its children replace it among its parent's children, and the
rules apply to them as well.
"""

from collections.abc import Sequence

from paralattice.syntax.heads import HEAD_LABELS, may_head
from paralattice.syntax.tree import Tree

_ALWAYS = frozenset({"NAC", "NX", "QP", "X"})
_MODIFIERS = {"ADJP": frozenset({"ADVP"}), "NP": frozenset({"ADJP", "UCP"}), "WHNP": frozenset({"WHADJP"})}


def pruned_children(node: Tree) -> tuple[Tree, ...]:
    """Return the children of a node in the pruned tree, from left to right.

    These constituents are spliced out:

    * ``NAC``, ``NX``, ``QP`` and ``X``, everywhere;
    * ``ADJP`` and ``UCP`` in ``NP``, ``WHADJP`` in ``WHNP`` and ``ADVP`` in ``ADJP``, before the first
      phrase that may head the parent (a possessive noun phrase directly before a noun phrase may not);
    * ``VP`` in ``VP``, if it has preceding sisters and all belong to the verb group: words that may
      head a ``VP``, adverbs, and ``ADVP``;
    * ``ADVP`` in ``VP``, before the last word that may head the ``VP``; its descendants are unchanged.
    """
    pending = list(reversed(node.children))
    found: list[Tree] = []
    headed = False
    while pending:
        child = pending.pop()
        if child.word is None and _is_spliced(child.label, node.label, found, headed):
            pending.extend(reversed(child.children))
            continue
        found.append(child)
        if child.word is None and not headed:
            headed = _may_head_phrase(node.label, child, pending)
    return tuple(_without_inner_adverbs(found) if node.label == "VP" else found)


def _is_spliced(label: str, parent: str, before: Sequence[Tree], headed: bool) -> bool:
    if label in _ALWAYS:
        return True
    if label == parent == "VP":
        return bool(before) and all(map(_in_verb_group, before))
    return not headed and label in _MODIFIERS.get(parent, ())


def _in_verb_group(node: Tree) -> bool:
    if node.word is None:
        return node.label == "ADVP"
    return may_head(node.label, "VP") or node.label.startswith("RB")


def _may_head_phrase(parent: str, child: Tree, behind: Sequence[Tree]) -> bool:
    """Return whether a phrase may head its parent; ``behind`` holds its later sisters, the next one last."""
    if not child.label.startswith(HEAD_LABELS.get(parent, ())):
        return False
    followed = bool(behind) and behind[-1].word is None and behind[-1].label.startswith("NP")
    return not (parent == "NP" and followed and child.children[-1].label == "POS")


def _without_inner_adverbs(children: list[Tree]) -> list[Tree]:
    """Splice out the adverb phrases before the last verb of a verb phrase."""
    heads = [
        position
        for position, child in enumerate(children)
        if child.word is not None and may_head(child.label, "VP")
    ]
    last = heads[-1] if heads else 0
    found: list[Tree] = []
    for child in children[:last]:
        found.extend(child.children if child.word is None and child.label == "ADVP" else (child,))
    return found + children[last:]
