"""Constituents: the nodes of a tree with spans, heads and roles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from paralattice.english.penn import FINITE
from paralattice.syntax.tree import Tree


@dataclass(slots=True, eq=False)
class Constituent:
    """A node of a tree, words included.

    Attributes
    ----------
    label
        The syntactic category, or the tag of a word.
    begin, end
        0-based half-open span of words.
    head
        Position of the head word; for a verb phrase with auxiliaries, of the main verb.
    parent, children
        The neighbouring nodes; a word has no children.
    role
        Its grammatical role in its parent: ``subject``, ``object``, ``adjunct`` ... (:func:`_role`).
    """

    label: str
    begin: int
    end: int
    head: int = -1
    parent: Constituent | None = None
    children: list[Constituent] = field(default_factory=list)
    role: str = ""

    @property
    def is_word(self) -> bool:
        """Whether the node is a single word with its tag."""
        return not self.children

    def __len__(self) -> int:
        """Return the number of words."""
        return self.end - self.begin

    def phrases(self) -> Iterator[Constituent]:
        """Yield the node and all phrases below it, outer ones first."""
        stack = [self]
        while stack:
            node = stack.pop()
            if node.children:
                yield node
                stack.extend(node.children[::-1])

    def ancestors(self) -> Iterator[Constituent]:
        """Yield the nodes above this one, from the parent up."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


def nodes_of(tree: Tree) -> Constituent:
    """Return the tree as nodes with spans."""
    root = Constituent(tree.label, 0, 0)
    stack = [(tree, root)]
    order: list[Constituent] = []
    position = 0
    while stack:
        node, made = stack.pop()
        order.append(made)
        made.begin = position
        if node.is_preterminal:
            position += 1
            made.end = position
            continue
        made.children = [Constituent(child.label, 0, 0, parent=made) for child in node.children]
        stack.extend(zip(reversed(node.children), reversed(made.children), strict=True))
    for made in reversed(order):
        if made.children:
            made.end = made.children[-1].end
    return root


def postorder(root: Constituent) -> Iterator[Constituent]:
    """Yield the constituents of a tree, children before their parent, without words."""
    stack = [(root, False)]
    while stack:
        node, done = stack.pop()
        if done or not node.children:
            yield node
        else:
            stack.append((node, True))
            stack.extend([(child, False) for child in node.children[::-1]])


def is_finite(node: Constituent) -> bool:
    """Return whether a verb phrase or clause is finite: its first verb has a tense or is modal."""
    while node.children:
        following = next(
            (
                child
                for child in node.children
                if child.label == "VP" or (child.is_word and child.label[:2] in ("VB", "MD", "TO"))
            ),
            None,
        )
        if following is None:
            return False
        node = following
    return node.label in FINITE


def core_phrase(node: Constituent) -> Constituent:
    """Return the innermost noun phrase with the same head, without the modifiers after the head."""
    while node.children and node.children[0].label == "NP" and node.children[0].head == node.head:
        node = node.children[0]
    return node


def subject_of(clause: Constituent) -> Constituent | None:
    """Return the subject of a clause with a finite predicate."""
    return next((child for child in clause.children if child.role == "subject"), None)


def predicate_of(clause: Constituent) -> Constituent | None:
    """Return the finite predicate of a clause."""
    return next((child for child in clause.children if child.role == "predicate"), None)


def content_phrase(predicate: Constituent) -> Constituent:
    """Return the verb phrase of the main verb of a predicate, without auxiliaries."""
    node = predicate
    while inner := next((child for child in node.children if child.role == "verbs"), None):
        node = inner
    return node


def maximal(node: Constituent) -> Constituent:
    """Return the largest noun phrase with the same head as a node."""
    while node.parent is not None and node.parent.head == node.head and node.parent.label == "NP":
        node = node.parent
    return node
