"""Labelled bracketing scores of parse trees against treebank trees.

The conventions follow EVALB with the parameters of ``COLLINS.prm``
(Sekine and Collins 1997; the measures: Black et al. 1991):

* A bracket is a label with the words it spans. Preterminals are not brackets.
* The root (``ROOT``, ``TOP``, ``S1``, or no label) is left out.
* Words whose *gold* tag is a punctuation mark's (``,`` ``:`` ``.`` and the two
  quotes) are left out before spans are taken, in both trees. Empty spans are not
  brackets.  Round brackets, hyphens and currency signs are words.
* ``PRT`` counts as ``ADVP``.
* A bracket that occurs twice, as in ``(NP (NP ...))``, counts twice.
* Counts are summed over sentences before they are divided (micro-average).

EVALB differs in, or does not specify, four points. If the tags of the two trees differ, EVALB may leave out
different words and then skips the sentence; here the gold tags decide for both trees. Tags are compared on
all words, including punctuation. An unparsed sentence has no brackets, so all its gold brackets are missed. A
sentence without brackets in either tree is an exact match.

Function tags, indices and empty elements are ignored: :func:`paralattice.formats.trees.read_trees` removes
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields
from itertools import accumulate

from paralattice.errors import ParseError
from paralattice.syntax.tree import Tree

ROOTS = frozenset({"ROOT", "TOP", "S1", ""})
PUNCTUATION = frozenset({",", ":", ".", "``", "''"})
SAME = {"PRT": "ADVP"}

Bracket = tuple[str, int, int]
"""Label, and the half-open range of 0-based words without punctuation."""


@dataclass(frozen=True, slots=True)
class BracketScore:
    """Counts of a comparison; scores of parts are added with ``+``.

    Attributes
    ----------
    sentences, exact, unparsed
        Numbers of sentences, of those whose brackets all agree, and of those without a parse.
    matched, found, gold
        Numbers of brackets in both trees, in the parser's tree, and in the treebank's.
    words, tags
        Numbers of words, and of words with the correct tag.
    """

    sentences: int = 0
    exact: int = 0
    unparsed: int = 0
    matched: int = 0
    found: int = 0
    gold: int = 0
    words: int = 0
    tags: int = 0

    def __add__(self, other: BracketScore) -> BracketScore:
        """Return the score of both parts together."""
        return BracketScore(
            *(getattr(self, field.name) + getattr(other, field.name) for field in fields(self))
        )

    @property
    def precision(self) -> float:
        """Share of the parser's brackets that are correct; 1 without brackets."""
        return _share(self.matched, self.found)

    @property
    def recall(self) -> float:
        """Share of the treebank's brackets that were found; 1 without brackets."""
        return _share(self.matched, self.gold)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall; 1 without brackets in both."""
        return _share(2 * self.matched, self.found + self.gold)

    @property
    def exact_match(self) -> float:
        """Share of sentences whose brackets all agree; 1 without sentences."""
        return _share(self.exact, self.sentences)

    @property
    def tag_accuracy(self) -> float:
        """Share of words with the correct tag; 1 without words."""
        return _share(self.tags, self.words)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def score_brackets(gold: Tree, found: Tree, parsed: bool = True) -> BracketScore:
    """Compare a parser's tree with the treebank's.

    Parameters
    ----------
    gold, found
        Trees over the same words.
    parsed
        Whether ``found`` is a parse; only the tags of a placeholder tree count.

    Raises
    ------
    ParseError
        The trees have different words.
    """
    if gold.words() != found.words():
        begins = (repr(" ".join(tree.words()[:8])) for tree in (gold, found))
        raise ParseError(f"two trees of other words cannot be compared: {' and '.join(begins)}")
    tags = gold.tags()
    kept = [tag not in PUNCTUATION for tag in tags]
    wanted = brackets(gold, kept)
    made = brackets(found, kept) if parsed else Counter()
    return BracketScore(
        sentences=1,
        exact=int(parsed and wanted == made),
        unparsed=int(not parsed),
        matched=(wanted & made).total(),
        found=made.total(),
        gold=wanted.total(),
        words=len(tags),
        tags=sum(tag == other for tag, other in zip(tags, found.tags(), strict=True)),
    )


def brackets(tree: Tree, kept: Iterable[bool]) -> Counter[Bracket]:
    """Return how often each bracket occurs in a tree.

    Parameters
    ----------
    tree
        The tree.
    kept
        Whether each word counts; the others are left out before spans are taken.

    Raises
    ------
    ValueError
        ``kept`` has another length than the tree has words.
    """
    # The number of counted words before each position.
    counts = list(accumulate(kept, initial=0))
    found: Counter[Bracket] = Counter()
    position = 0
    open_nodes: list[tuple[Tree, int] | Tree] = [tree]
    while open_nodes:
        entry = open_nodes.pop()
        if isinstance(entry, tuple):
            node, start = entry
            span = counts[start], counts[position]
            if span[0] < span[1] and node.label not in ROOTS:
                found[SAME.get(node.label, node.label), *span] += 1
        elif entry.is_preterminal:
            position += 1
            if position >= len(counts):
                raise ValueError("a tree has more words than are said to count or not")
        else:
            open_nodes.append((entry, position))
            open_nodes.extend(reversed(entry.children))
    if position + 1 != len(counts):
        raise ValueError("a tree has fewer words than are said to count or not")
    return found
