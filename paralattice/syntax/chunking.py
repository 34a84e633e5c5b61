"""Derives chunks and chains from trees like chunklink (Buchholz 2000).

Shen et al. 2006, section 3.2.1, use three of chunklink's columns as a token's features: the part
of speech, ``iob_inner`` and ``iob_chain`` (with chunklink's option ``Begin`` for IOB tags). This
module derives them from trees without functions and empty elements:

* The tree is pruned (:mod:`paralattice.features.pruning`). The labels of the remaining constituents
  above a word are its chain.
* The last word of a constituent that may head it (:mod:`paralattice.features.heads`) is its lexical
  head. A chunk consists of a head and the preceding words of its constituent, back to the nearest
  head of another constituent. All other words are outside chunks.
* A possessive ending outside these chunks begins a noun chunk, which continues with the noun chunk
  that follows.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from paralattice.corpus import Sentence, Token
from paralattice.errors import ChunkError
from paralattice.syntax.heads import may_head
from paralattice.syntax.pruning import pruned_children
from paralattice.syntax.tree import Tree

ROOT_LABELS = frozenset({"", "ROOT", "S1", "TOP"})
"""Labels that are not constituents at the top of a tree."""

OUTSIDE = "O"
_POSSESSIVE = "POS"
_NO_CHAIN: tuple[str, ...] = ()


class _Leaf(NamedTuple):
    """A word of the pruned tree.

    Attributes
    ----------
    label
        Label of the constituent directly above it, without ``WH``.
    constituent
        Number of that constituent.
    is_head
        Whether the word is that constituent's lexical head.
    chain
        The labels above it with ``B-`` and ``I-``, outermost first.
    """

    word: str
    tag: str
    label: str
    constituent: int
    is_head: bool
    chain: tuple[str, ...]


def chunk(tree: Tree) -> Sentence:
    """Return the tree's words with part of speech, chunk tag and chain.

    Parameters
    ----------
    tree
        A tree without function tags and empty elements.  A root label of :data:`ROOT_LABELS` is not part
        of the chains.

    Returns
    -------
    Sentence
        One token per word.  ``iob`` is ``B-`` or ``I-`` with the chunk's label without ``WH``, or ``O``.
        ``chain`` has the label of each constituent above the word, outermost first, with ``B-`` if the
        word is the constituent's first and ``I-`` otherwise; it is empty if there is no constituent
        above the word except the root.

    Raises
    ------
    ChunkError
        The tree has no word.
    """
    leaves = _leaves(tree)
    if not leaves:
        raise ChunkError("the tree holds no word")
    tags = _chunk_tags(leaves)
    return Sentence(
        tuple(Token(leaf.word, leaf.tag, iob, leaf.chain) for leaf, iob in zip(leaves, tags, strict=True))
    )


def _leaves(tree: Tree) -> list[_Leaf]:
    # With an extra root, a tree that is one word or is spliced out needs no special case.
    root = tree if tree.word is None and tree.label in ROOT_LABELS else Tree("", (tree,))
    leaves: list[_Leaf] = []
    constituents = 0
    # With each node: its parent's label and number, whether it is the parent's head, and the chain down to
    # its parent, for the first word below the node and for the others.
    pending = [(child, "", 0, False, _NO_CHAIN, _NO_CHAIN) for child in reversed(pruned_children(root))]
    while pending:
        node, label, number, is_head, first, later = pending.pop()
        if node.word is not None:
            leaves.append(_Leaf(node.word, node.label, label, number, is_head, first))
            continue
        constituents += 1
        begin, inside = _tags_of(node.label)
        first, later = (*first, begin), (*later, inside)
        children = pruned_children(node)
        head = _lexical_head(node.label, children)
        label = node.label.removeprefix("WH")
        pending.extend(
            (children[place], label, constituents, place == head, later if place else first, later)
            for place in range(len(children) - 1, -1, -1)
        )
    return leaves


def _lexical_head(label: str, children: Sequence[Tree]) -> int:
    """Return the 0-based position of the lexical head among a phrase's children, or -1."""
    for position in range(len(children) - 1, -1, -1):
        child = children[position]
        if child.word is not None and may_head(child.label, label):
            return position
    return -1


def _chunk_tags(leaves: Sequence[_Leaf]) -> list[str]:
    """Return the chunk tag of each word, computed backwards because it depends on later words."""
    labels = [""] * len(leaves)
    # Adjacent words with the same number and label are one chunk.
    numbers = [leaf.constituent for leaf in leaves]
    head = -1
    for place in range(len(leaves) - 1, -1, -1):
        leaf = leaves[place]
        if leaf.is_head:
            head = leaf.constituent
        if leaf.constituent == head:
            labels[place] = leaf.label
        elif leaf.tag == _POSSESSIVE:
            labels[place] = "NP"
            follows = place + 1 < len(leaves) and labels[place + 1] == "NP"
            numbers[place] = numbers[place + 1] if follows else -1
    return [
        _tags_of(label)[place > 0 and numbers[place - 1] == numbers[place]] if label else OUTSIDE
        for place, label in enumerate(labels)
    ]


# There are few labels and many tags, so sharing their texts saves time and memory.
@lru_cache(maxsize=256)
def _tags_of(label: str) -> tuple[str, str]:
    return f"B-{label}", f"I-{label}"
