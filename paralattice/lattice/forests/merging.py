"""Merges trees top-down into one forest (Pang et al. 2003, section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from paralattice.errors import BuildError
from paralattice.lattice.options import PangOptions
from paralattice.syntax.tree import Tree

KEYWORD_TAGS = ("NN", "VB", "JJ")
"""Prefixes of the tags of keywords: nouns, verbs and adjectives."""

# The position of a keyword that several children of one expansion span.
_SEVERAL = -1

# Labels above the sentence, which carry no information.
_TOPS = frozenset({"", "ROOT", "TOP"})

Shape = tuple[str, bool]
"""Label, and whether the node is a preterminal; only nodes with the same shape are merged."""


@dataclass(slots=True, eq=False)
class ForestNode:
    """Constituents that count as paraphrases of each other.

    Attributes
    ----------
    label
        Their syntactic category or part-of-speech tag.
    words
        On a preterminal, its alternative words in order of arrival; empty elsewhere.
    expansions
        Alternative sequences of children by the children's shapes, in order of
        arrival; several of one sequence if the keyword check kept them apart.
    """

    label: str
    words: list[str] = field(default_factory=list)
    expansions: dict[tuple[Shape, ...], list[Expansion]] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Expansion:
    """The children of a node by one rule.

    Attributes
    ----------
    children
        At least one.
    places
        For each keyword that the children span, the 0-based child that spans it,
        or -1 if several do.
    """

    children: list[ForestNode]
    places: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Forest:
    """Merged trees.

    Attributes
    ----------
    roots
        Alternatives for the whole sentence, in order of arrival, with distinct shapes.
    leaves
        For each sentence, the preterminals of its words, from left to right.
    sentences
        The words of each sentence, lower-cased.
    """

    roots: dict[Shape, ForestNode]
    leaves: list[list[ForestNode]]
    sentences: list[tuple[str, ...]]


def tree_words(tree: Tree) -> tuple[str, ...]:
    """Return the words of a tree, lower-cased as in forests."""
    return tuple(word.lower() for word in tree.words())


def merge_trees(trees: Iterable[Tree], options: PangOptions) -> Forest:
    """Return the forest of trees, merged one by one.

    A tree is merged into the root of its label.  A constituent is merged, child by
    child, into the node's first expansion with the same sequence of child labels that
    passes the keyword check; without one, it becomes a new alternative.  Preterminals
    of one tag pool their words.  Layers above the sentence (``ROOT``) are skipped.

    Raises
    ------
    BuildError
        There are no trees.
    """
    forest = Forest({}, [], [])
    for tree in trees:
        sentence = _Sentence.of(_sentence_node(tree))
        forest.leaves.append(_merge(forest.roots, sentence, options.keyword_check))
        forest.sentences.append(sentence.words)
    if not forest.sentences:
        raise BuildError("a lattice needs at least one tree")
    return forest


def _sentence_node(tree: Tree) -> Tree:
    while tree.label in _TOPS and len(tree.children) == 1:
        tree = tree.children[0]
    return tree


def _shape(tree: Tree) -> Shape:
    return tree.label, tree.word is not None


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A tree with the keywords and positions of its nodes.

    Attributes
    ----------
    tree
        Its sentence node.
    words
        Lower-cased.
    keywords
        For each word, the word if it is a keyword, otherwise an empty text.
    begins
        For the identity of each node, the 0-based position of its first word.
    """

    tree: Tree
    words: tuple[str, ...]
    keywords: tuple[str, ...]
    begins: dict[int, int]

    @classmethod
    def of(cls, tree: Tree) -> _Sentence:
        leaves = list(tree.preterminals())
        words = tree_words(tree)
        keywords = tuple(
            word if leaf.label.startswith(KEYWORD_TAGS) else ""
            for word, leaf in zip(words, leaves, strict=True)
        )
        return cls(tree, words, keywords, _begins(tree))

    def keywords_of(self, children: Sequence[Tree], end: int) -> list[tuple[int, str]]:
        """Return (0-based child, keyword) for the keywords that sisters span up to before `end`."""
        bounds = [self.begins[id(child)] for child in children] + [end]
        return [
            (place, keyword)
            for place in range(len(children))
            for keyword in self.keywords[bounds[place] : bounds[place + 1]]
            if keyword
        ]


def _begins(tree: Tree) -> dict[int, int]:
    begins: dict[int, int] = {}
    position = 0
    pending = [tree]
    while pending:
        node = pending.pop()
        begins[id(node)] = position
        if node.word is not None:
            position += 1
        pending.extend(reversed(node.children))
    return begins


def _merge(roots: dict[Shape, ForestNode], sentence: _Sentence, check: bool) -> list[ForestNode]:
    """Merge a tree into the forest; return the preterminals of its words."""
    top = sentence.tree
    root = roots.setdefault(_shape(top), ForestNode(top.label))
    leaves: list[ForestNode] = []
    # Nodes of the forest, the constituent to merge into each, and the position after its last word.
    pending = [(root, top, len(sentence.words))]
    while pending:
        node, tree, end = pending.pop()
        if tree.word is not None:
            word = sentence.words[len(leaves)]
            if word not in node.words:
                node.words.append(word)
            leaves.append(node)
            continue
        keywords = sentence.keywords_of(tree.children, end) if check else []
        expansion = _expansion_for(node, tree, keywords)
        for place, keyword in keywords:
            if expansion.places.setdefault(keyword, place) != place:
                expansion.places[keyword] = _SEVERAL
        for child, part in zip(reversed(expansion.children), reversed(tree.children), strict=True):
            pending.append((child, part, end))
            end = sentence.begins[id(part)]
    return leaves


def _expansion_for(node: ForestNode, tree: Tree, keywords: list[tuple[int, str]]) -> Expansion:
    """Return the expansion of the node that a constituent is merged into, a new one if necessary."""
    alternatives = node.expansions.setdefault(tuple(map(_shape, tree.children)), [])
    for expansion in alternatives:
        # No keyword of a child may belong to another child.
        if all(expansion.places.get(keyword, place) == place for place, keyword in keywords):
            return expansion
    # Merging then adds the constituent's children as the first alternatives.
    alternatives.append(Expansion([ForestNode(child.label) for child in tree.children]))
    return alternatives[-1]
