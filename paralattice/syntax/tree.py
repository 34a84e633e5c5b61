"""Constituency trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A node of a constituency tree: a preterminal with a word, or a label over children.

    All methods are iterative: a tree may be deeper than Python's recursion limit.

    Attributes
    ----------
    label
        Syntactic category or, on a preterminal, the part-of-speech tag.
    children
        The subtrees in order; empty on a preterminal.
    word
        The token of a preterminal; ``None`` on every other node.
    """

    label: str
    children: tuple[Tree, ...] = ()
    word: str | None = None

    @property
    def is_preterminal(self) -> bool:
        """Whether the node has a word."""
        return self.word is not None

    def preterminals(self) -> Iterator[Tree]:
        """Yield the preterminals from left to right."""
        stack = [self]
        while stack:
            node = stack.pop()
            if node.is_preterminal:
                yield node
            else:
                stack.extend(reversed(node.children))

    def words(self) -> tuple[str, ...]:
        """Return the words from left to right."""
        return tuple(node.word for node in self.preterminals() if node.word is not None)

    def tags(self) -> tuple[str, ...]:
        """Return the part-of-speech tags from left to right."""
        return tuple(node.label for node in self.preterminals())

    def with_words(self, words: Sequence[str]) -> Tree:
        """Return the same tree with other words.

        Raises
        ------
        ValueError
            There are more or fewer words than before.
        """
        leaves = [Tree(tag, word=word) for tag, word in zip(self.tags(), words, strict=True)]
        nodes, stack = [], [self]
        while stack:
            node = stack.pop()
            nodes.append(node)
            stack.extend(reversed(node.children))
        built: list[Tree] = []
        # In reversed preorder, children are built before their parent, the first child last.
        for node in reversed(nodes):
            children = tuple(built.pop() for _ in node.children)
            built.append(leaves.pop() if node.is_preterminal else Tree(node.label, children))
        return built.pop()


def flat_tree(words: tuple[str, ...], tags: tuple[str, ...] | None = None) -> Tree:
    """Return a tree without structure: all preterminals below one ``FRAG`` below ``ROOT``.

    It replaces the parse of a sentence that cannot be parsed.  The default tag is ``XX``,
    the Penn Treebank's tag for words that cannot be analysed.
    """
    tags = tags or ("XX",) * len(words)
    leaves = tuple(Tree(tag, word=word) for tag, word in zip(tags, words, strict=True))
    return Tree("ROOT", (Tree("FRAG", leaves),))
