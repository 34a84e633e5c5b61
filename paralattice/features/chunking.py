"""Chunks and chains of a tree, as chunklink (Buchholz 2000) derives them.

Shen et al. 2006, section 3.2.1, take three of chunklink's columns as a token's features: the part
of speech, ``iob_inner`` and ``iob_chain`` (with chunklink's option for IOB tags ``Begin``). This
module derives them from trees without functions and empty elements:

* The tree is pruned (:mod:`paralattice.features.pruning`). The labels of what is left above a word
  are its chain.
* The last word of a constituent that may head it (:mod:`paralattice.features.heads`) is its lexical
  head. The head is in a chunk, and so are the words of its constituent before it, as far back as no
  head of another comes between. All other words are outside chunks.
* A possessive ending that is neither head nor before one begins a noun chunk, which goes on with
  the noun chunk that follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from paralattice.corpus import Sentence, Token
from paralattice.errors import ChunkError
from paralattice.features.heads import may_head
from paralattice.features.pruning import pruned_children
from paralattice.tree import Tree

ROOT_LABELS = frozenset({"", "ROOT", "S1", "TOP"})
"""Labels that, at the top of a tree, do not count as constituents."""

OUTSIDE = "O"
_POSSESSIVE = "POS"
_NO_CHAIN: tuple[str, ...] = ()


class _Leaf(NamedTuple):
    """A word of the pruned tree.

    Attributes
    ----------
    label
        Label of the constituent right above it; ``WH`` dropped.
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
        A tree without function tags and empty elements.  A top labelled as in :data:`ROOT_LABELS` adds
        nothing to the chains.

    Returns
    -------
    Sentence
        One token a word.  ``iob`` is ``B-`` or ``I-`` with the chunk's label, whose ``WH`` is dropped, or
        ``O``.  ``chain`` has for each constituent above the word, outermost first, its label with ``B-``
        where the word is the constituent's first and ``I-`` elsewhere; it is empty for a word
        that is below the root or nothing.

    Raises
    ------
    ChunkError
        The tree holds no word.
    """
    leaves = _leaves(tree)
    if not leaves:
        raise ChunkError("the tree holds no word")
    tags = _chunk_tags(leaves)
    return Sentence(
        tuple(Token(leaf.word, leaf.tag, iob, leaf.chain) for leaf, iob in zip(leaves, tags, strict=True))
    )


def _leaves(tree: Tree) -> list[_Leaf]:
    # Below an extra root, a tree that is one word or is spliced out is no special case.
    root = tree if tree.word is None and tree.label in ROOT_LABELS else Tree("", (tree,))
    leaves: list[_Leaf] = []
    constituents = 0
    # Beside a node: its parent's label and number, whether it is the head there, and the chain down to its
    # parent, for the first word below the node and for the others.
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
    """Return the 0-based position of the lexical head among a phrase's children; -1 if there is none."""
    for position in range(len(children) - 1, -1, -1):
        child = children[position]
        if child.word is not None and may_head(child.label, label):
            return position
    return -1


def _chunk_tags(leaves: Sequence[_Leaf]) -> list[str]:
    """Return the chunk tag of each word; they depend on later words and are computed backwards."""
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


# There are few labels and many tags: one text for each saves time and memory.
@lru_cache(maxsize=256)
def _tags_of(label: str) -> tuple[str, str]:
    return f"B-{label}", f"I-{label}"
