"""Converts trees to labelled spans and back."""

from collections.abc import Mapping, Sequence

from paralattice.syntax.tree import Tree

JOIN = " "
"""Separates the labels of nodes with the same span, the upper label first."""

LabelledSpans = dict[tuple[int, int], str]
"""Labels by 0-based half-open spans of words."""


def labelled_spans(tree: Tree) -> LabelledSpans:
    """Return the labels of a tree's spans, except the root's label and the tags."""
    spans: dict[tuple[int, int], str] = {}
    # Each node is visited twice: before its descendants, and after them with its begin.
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
        Labels of nested spans.
    words, tags
        The words and their tags.
    """
    # The last one begins first; of spans with the same begin, it is the widest.
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
