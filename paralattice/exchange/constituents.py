"""Converts trees to constituents with heads, roles and governors.

A :class:`ParsedSentence` wraps a tree: each constituent has a span, a head word and a grammatical role, and
each word has a governor.  All operations of exchange use these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from paralattice.exchange.words import (
    AUXILIARIES,
    DAYS,
    TIME_OPENERS,
    TIME_WORDS,
    TIMELY,
    is_punctuation,
)
from paralattice.tree import Tree

CLAUSES = frozenset({"S", "SINV", "SQ"})
NOUNS = ("NN", "NNS", "NNP", "NNPS")
FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_LONGEST_TIME = 8
_FINAL = frozenset({".", "!", "?", "''", '"', "'"})


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
            if not node.is_word:
                yield node
                stack.extend(reversed(node.children))

    def ancestors(self) -> Iterator[Constituent]:
        """Yield the nodes above this one, from the parent up."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


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
        words, tags = tree.words(), tree.tags()
        root = _nodes(tree)
        nodes = list(_postorder(root))
        for node in nodes:
            node.head = node.begin if node.is_word else _head(node, words)
        for node in nodes:
            for child in node.children:
                child.role = _role(node, child, words)
        return cls(number, words, tags, root, _governors(root, len(words)))

    @cached_property
    def is_plain(self) -> bool:
        """Whether it is a single sentence: no full stop is between a lower-case word and a capital."""
        triples = zip(self.words, self.words[1:], self.words[2:], strict=False)
        return not any(
            stop in (".", "!", "?") and before[-1:].islower() and len(before) > 2 and after[:1].isupper()
            for before, stop, after in triples
        )

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


def _nodes(tree: Tree) -> Constituent:
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


def _postorder(root: Constituent) -> Iterator[Constituent]:
    stack = [(root, False)]
    while stack:
        node, done = stack.pop()
        if done or node.is_word:
            yield node
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node.children))


_HEADS: dict[str, tuple[tuple[str, ...], ...]] = {
    "S": (("VP",), ("S", "SINV"), ("ADJP", "NP")),
    "SINV": (("VP",), ("VBZ", "VBD", "VBP", "MD"), ("S",)),
    "SQ": (("VP",), ("VBZ", "VBD", "VBP", "MD")),
    "SBAR": (("S", "SINV", "SQ"), ("SBAR",)),
    "SBARQ": (("SQ", "S", "SINV"),),
    "PP": (("IN", "TO", "VBG", "VBN", "RP", "JJ", "CC"), ("PP",)),
    "PRT": (("RP", "IN", "RB"),),
    "WHPP": (("IN", "TO"),),
    "ADJP": (("JJ", "JJR", "JJS", "VBN", "VBG"), ("ADJP",), ("NP",)),
    "ADVP": (("RB", "RBR", "RBS", "RP"), ("ADVP",)),
    "ROOT": (("S", "SINV", "SQ", "SBARQ"), ("NP", "FRAG", "VP")),
}
"""For each label the groups of labels of its head child, in order of preference."""


def _head(node: Constituent, words: Sequence[str]) -> int:
    if node.label in ("NP", "WHNP", "NX", "NML"):
        return _noun_head(node)
    if node.label == "VP":
        return _verb_head(node)
    for labels in _HEADS.get(node.label, ()):
        for child in node.children:
            if child.label in labels:
                return child.head
    worded = [child for child in node.children if not is_punctuation(words[child.head])]
    return (worded or node.children)[0 if node.label in ("UCP", "FRAG") else -1].head


def _noun_head(node: Constituent) -> int:
    """Return the head of a noun phrase: its last noun, without the modifiers behind it."""
    first = next((child for child in node.children if child.label in ("NP", "NX", "NML", "WHNP")), None)
    possessive = first is not None and first.children and first.children[-1].label == "POS"
    if first is not None and not possessive and first.begin == node.begin:
        return first.head
    for labels in (
        NOUNS,
        ("NX", "NML"),
        ("CD", "QP", "PRP", "EX"),
        ("NP",),
        ("JJ", "VBG", "VBN", "DT", "RB"),
    ):
        for child in reversed(node.children):
            if child.label in labels and not (child is first and possessive and labels == ("NP",)):
                return child.head
    return node.children[-1].head


def _verb_head(node: Constituent) -> int:
    inner = [child for child in node.children if child.label == "VP"]
    verbs = [child for child in node.children if child.is_word and child.label[:2] in ("VB", "MD", "TO")]
    if inner and (not verbs or verbs[0].begin < inner[0].begin):
        return inner[0].head
    if verbs:
        return verbs[-1].head
    return node.children[0].head


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
    """Return the innermost noun phrase with the same head, without the modifiers behind the head."""
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


def _role(parent: Constituent, child: Constituent, words: Sequence[str]) -> str:
    if child.is_word:
        return ""
    if parent.label in CLAUSES:
        return _role_in_clause(parent, child)
    if parent.label == "VP":
        return _role_in_predicate(parent, child, words)
    if parent.label in ("PP", "WHPP"):
        return "preposition's object"
    if parent.label in ("NP", "NX", "NML"):
        return _role_in_noun_phrase(parent, child, words)
    return ""


def _role_in_clause(parent: Constituent, child: Constituent) -> str:
    predicate = next((other for other in parent.children if other.label == "VP"), None)
    if child is predicate:
        return "predicate" if is_finite(child) else "non-finite"
    if predicate is None:
        return ""
    if child.label == "NP" and child.end <= predicate.begin and is_finite(predicate):
        nouns = [other for other in parent.children if other.label == "NP" and other.end <= predicate.begin]
        return "subject" if child is nouns[-1] else "adjunct"
    if child.label in ("PP", "ADVP", "SBAR", "NP"):
        return "adjunct"
    return "clause" if child.label == "S" else ""


def _role_in_predicate(parent: Constituent, child: Constituent, words: Sequence[str]) -> str:
    role = _ROLES_IN_PREDICATES.get(child.label, "")
    if child.label == "VP":
        return "verbs" if _is_helped(parent, child) else "joined"
    if child.label == "NP":
        if is_time_phrase(child, words):
            return "adjunct"
        return "complement" if words[parent.head].lower() in AUXILIARIES else "object"
    if child.label == "SBAR" and words[child.begin].lower() in _SUBORDINATORS:
        return "adjunct"
    if child.label == "S" and words[child.begin - 1] == "," and words[child.begin].endswith("ing"):
        return "adjunct"
    return role


_ROLES_IN_PREDICATES = {
    "PP": "adjunct",
    "ADVP": "adjunct",
    "SBAR": "complement",
    "S": "complement",
    "ADJP": "complement",
    "PRT": "particle",
}


def _is_helped(parent: Constituent, child: Constituent) -> bool:
    """Return whether auxiliaries alone, with adverbs, stand before a verb phrase."""
    before = [other for other in parent.children if other.begin < child.begin]
    return bool(before) and all(map(_helps, before))


def _helps(node: Constituent) -> bool:
    return node.label == "ADVP" or (node.is_word and node.label[:2] in ("VB", "MD", "TO", "RB"))


_SUBORDINATORS = TIME_OPENERS | {"because", "although", "though", "if", "unless", "so"}


def _role_in_noun_phrase(parent: Constituent, child: Constituent, words: Sequence[str]) -> str:
    if child.children[-1].label == "POS":
        return "possessive"
    if child is parent.children[0] and child.label in ("NP", "NX", "NML"):
        return "core"
    before = words[child.begin - 1] if child.begin > parent.begin else ""
    if child.label == "NP" and before in (",", "--", "-"):
        return "appositive"
    if child.label == "SBAR":
        return "relative"
    return "modifier"


def is_time_phrase(node: Constituent, words: Sequence[str]) -> bool:
    """Return whether a noun, preposition or adverb phrase says when something happens."""
    low = [word.lower() for word in words[node.begin : node.end]]
    if not 0 < len(low) <= _LONGEST_TIME:
        return False
    if node.label == "PP":
        last = _last_phrase(node)
        return last is not None and low[0] != "of" and is_time_phrase(last, words)
    named = not DAYS.isdisjoint(low) or _is_time_word(words[node.head].lower())
    return named and all(word in TIMELY or not word.isalpha() for word in low)


def _last_phrase(node: Constituent) -> Constituent | None:
    """Return the last noun or adverb phrase of a prepositional phrase."""
    return next((child for child in reversed(node.children) if child.label in ("NP", "ADVP")), None)


def _is_time_word(word: str) -> bool:
    """Return whether a lower-cased word heads expressions of time: *week*, *May*, *1962*."""
    return word in TIME_WORDS or is_year(word)


def is_year(word: str) -> bool:
    """Return whether a word is a year of the last two centuries."""
    return word.isdigit() and len(word) == 4 and word[:2] in ("19", "20")


def _governors(root: Constituent, words: int) -> tuple[int, ...]:
    found = [-1] * words
    for node in _postorder(root):
        for child in node.children:
            if child.head != node.head:
                found[child.head] = node.head
    return tuple(found)


def maximal(node: Constituent) -> Constituent:
    """Return the largest noun phrase with the same head as a node."""
    while node.parent is not None and node.parent.head == node.head and node.parent.label == "NP":
        node = node.parent
    return node
