"""Trees as labelled spans, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paralattice.tree import Tree

JOIN = " "
"""Between the labels of nodes that span the same words, the upper one first; no label has one."""

LabelledSpans = dict[tuple[int, int], str]
"""Labels by 0-based half-open spans of words."""


def labelled_spans(tree: Tree) -> LabelledSpans:
    """Return the labels of a tree's spans; the root's own label and the tags are no labels."""
    spans: dict[tuple[int, int], str] = {}
    # A node is met twice: on the way down, and with the place where it began.
    stack: list[tuple[Tree, int]] = [(tree, -1)]
    words = 0
    while stack:
        node, begin = stack.pop()
        if begin >= 0:
            below = spans.get((begin, words))
            spans[begin, words] = node.label if below is None else node.label + JOIN + below
        elif node.is_preterminal:
            words += 1
        else:
            if node is not tree:
                stack.append((node, words))
            stack.extend((child, -1) for child in reversed(node.children))
    return spans


def tree_of(spans: Mapping[tuple[int, int], str], words: Sequence[str], tags: Sequence[str]) -> Tree:
    """Return the tree of nested spans below a node ``ROOT``.

    Parameters
    ----------
    spans
        Labels of spans that do not cross.
    words, tags
        One of each a word.
    """
    # Wider spans at a place come first; what ends before a word is done.
    waiting = sorted(spans, key=lambda span: (span[0], -span[1]), reverse=True)
    open_spans: list[tuple[tuple[int, int], list[Tree]]] = []
    top: list[Tree] = []
    for number, (word, tag) in enumerate(zip(words, tags, strict=True)):
        while waiting and waiting[-1][0] == number:
            open_spans.append((waiting.pop(), []))
        (open_spans[-1][1] if open_spans else top).append(Tree(tag, word=word))
        while open_spans and open_spans[-1][0][1] == number + 1:
            span, children = open_spans.pop()
            (open_spans[-1][1] if open_spans else top).append(_node(spans[span], children))
    return Tree("ROOT", tuple(top))


def _node(labels: str, children: list[Tree]) -> Tree:
    names = labels.split(JOIN)
    node = Tree(names[-1], tuple(children))
    for name in reversed(names[:-1]):
        node = Tree(name, (node,))
    return node
