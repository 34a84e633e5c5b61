"""A parsed sentence: constituents with heads and roles, and a governor for each word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from paralattice.english.penn import CLAUSES
from paralattice.english.words import DASHES
from paralattice.syntax.governors import governors_of, head_of
from paralattice.syntax.nodes import Constituent, nodes_of, postorder, subject_of
from paralattice.syntax.roles import role_of
from paralattice.syntax.tree import Tree

_SEVERAL = re.compile(
    r"(\S\S[a-zß-ÿ]/\S+ [.!?]|\b[a-zß-ÿ]{3,}\.)/\S+ [A-ZÀ-Þ]|\b[A-Z][a-z]{2,}\./\S+ [A-Z]\S*/(?!NN)|\[/"
)
"""Matches where a sentence of tagged words ends and another one begins, and an editor's bracket."""
_FINAL = frozenset({".", "!", "?", "''", '"', "'"})
_HEADING = 8
"""Number of first words among which a dash ends a dateline."""
_ADDRESS = re.compile(r"https?:|\bwww\.|\w\.(?:com|net|org)\b")


@dataclass(eq=False)
class ParsedSentence:
    """A sentence of a cluster with its constituents.

    Attributes
    ----------
    number
        Its 0-based number in the cluster.
    words, tags
        Its tokens and their tags.
    root
        The outermost node.
    governors
        For each word the position of the word that governs it; -1 for the head of the sentence.
    """

    number: int
    words: tuple[str, ...]
    tags: tuple[str, ...]
    root: Constituent
    governors: tuple[int, ...]

    @classmethod
    def of_tree(cls, number: int, tree: Tree) -> ParsedSentence:
        """Return the sentence of a tree."""
        words = tree.words()
        root = nodes_of(tree)
        nodes = list(postorder(root))
        tags = tuple(node.label for node in nodes if not node.children)
        for node in nodes:
            node.head = node.begin if node.is_word else head_of(node, words)
        for node in nodes:
            for child in node.children:
                if child.children:
                    child.role = role_of(node, child, words)
        return cls(number, words, tags, root, governors_of(nodes, len(words)))

    @cached_property
    def phrases(self) -> tuple[Constituent, ...]:
        """The root and all phrases below it, outer ones first."""
        return tuple(self.root.phrases())

    @cached_property
    def written(self) -> tuple[str, ...]:
        """The words as a careful editor would print them: an empty one is left out.

        Datelines (*VIK, Norway -*) and web addresses in brackets go, a dash is no hyphen, and *a 34-year old
        man* gets its second one.
        """
        found = list(self.words)
        for place, word in enumerate(self.words):
            if word == "(" and ")" in self.words[place:]:
                end = self.words.index(")", place) + 1
                if _ADDRESS.search("".join(self.words[place:end])):
                    found[place:end] = [""] * (end - place)
            elif word == "old" and self.words[place - 2 : place] == ("-", "year"):
                found[place - 1 : place + 1] = ["year-old", ""]
            elif word == "-" and self.tags[place] == ":":
                around = self.words[place - 1 : place + 2 : 2]
                found[place] = "--" if "-" not in around and any(map(str.islower, around)) else "-"
        # The parser may take *VIK -* for a part of the first name; *IBM - the maker - left* has an aside.
        dash = next((place for place, word in enumerate(self.words[:_HEADING]) if word in DASHES), 0)
        heading = self.words[:dash]
        large = not any(word[:1].islower() for word in self.words[: dash + 2])
        if large and any(word == ")" or (len(word) > 2 and word.isupper()) for word in heading):
            found[: dash + 1] = [""] * (dash + 1)
        return tuple(found)

    @cached_property
    def is_plain(self) -> bool:
        """Whether it is a single whole sentence.

        No full stop is between a lower-case word and a capital, or ends such a word; none ends another word
        before one that is no noun, as in *Calif. Apart from him*; no dots at the end say that more follows;
        and no bracket has an editor's words.
        """
        tagged = " ".join(map("/".join, zip(self.words, self.tags, strict=True)))
        return self.words[-3:] != (".", ".", ".") and not _SEVERAL.search(tagged)

    @cached_property
    def is_prose(self) -> bool:
        """Whether it ends like a sentence of running text; headlines do not."""
        return self.words[-1] in _FINAL and len(self.words) > 4

    @cached_property
    def main_clause(self) -> Constituent | None:
        """The outermost clause with a subject and a finite predicate, if the sentence is one."""
        node = self.root
        while node.children:
            phrases = [child for child in node.children if not child.is_word]
            if node.label in CLAUSES and subject_of(node) is not None:
                return node
            if len(phrases) != 1:
                return None
            node = phrases[0]
        return None

    @cached_property
    def told(self) -> Constituent | None:
        """The main clause, or the clause that coordinates several."""
        top = self.root.children[0] if len(self.root.children) == 1 else self.root
        return self.main_clause or (top if top.label == "S" else None)

    def text(self, node: Constituent) -> tuple[str, ...]:
        """Return the words of a node."""
        return self.words[node.begin : node.end]
