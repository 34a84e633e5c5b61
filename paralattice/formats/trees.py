r"""Trees in the brackets of the Penn Treebank.

A tree is ``(label child ...)`` or, on a preterminal, ``(tag word)``.  It may
span lines, and a line may have several trees.  Blank lines between trees are
allowed, but not comments: ``#`` is a tag of the Penn Treebank, so a line that
begins with it is text outside brackets.

The reader makes these changes:

* Brackets without a label around a tree are dropped, so ``( (S ...) )`` and
  ``(S ...)`` are the same tree.  If they contain several trees, these become the
  children of a node with an empty label.  A label such as ``ROOT`` is kept.
* Function tags and indices are removed (``NP-SBJ-1`` and ``NP=2`` become
  ``NP``), and only the first of alternatives (``ADVP|PRT``) is kept.  A label
  that begins with a hyphen, such as ``-LRB-``, is unchanged.
* Empty elements (``-NONE-``) and nodes without remaining children are removed.
* Words are unescaped, and escaped again by the writer:

================================= =========================
in the word                       in brackets
================================= =========================
``(`` ``)``                       ``-LRB-`` ``-RRB-``
``[`` ``]``                       ``-LSB-`` ``-RSB-``
``{`` ``}``                       ``-LCB-`` ``-RCB-``
``-LRB-`` itself, and the others  ``\-LRB-``
a backslash                       ``\\``
``/`` and ``*``                   as they are; ``\/`` and ``\*`` are read too
================================= =========================
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from paralattice.errors import FormatError
from paralattice.syntax.tree import Tree

# Only ASCII white space separates: a no-break space may be part of a word.
_PIECE = re.compile(r"[()]|[^()\s]+", re.ASCII)
# A preterminal, the begin of a labelled node, or anything else.
_PLAIN_PIECE = re.compile(r"\(([^()\s]+)\s+([^()\s]+)\s*\)|\(([^()\s]+)|([()]|[^()\s]+)", re.ASCII)
_UNWRITABLE = re.compile(r"[()\s]|^$", re.ASCII)
_BRACKETS = {"(": "LRB", ")": "RRB", "[": "LSB", "]": "RSB", "{": "LCB", "}": "RCB"}
_BRACKET_OF = {name: bracket for bracket, name in _BRACKETS.items()}
_ESCAPED = re.compile(r"\\([\\/*-])|-([LR][RSC]B)-")
_TO_ESCAPE = re.compile(r"[\\()\[\]{}]|-(?=[LR][RSC]B[-()\[\]{}])")


def read_trees(lines: Iterable[str], file: str = "") -> list[Tree]:
    """Return the trees in a text, in order.

    Parameters
    ----------
    lines
        The text's lines, with or without line ends.
    file
        The source's name, for errors.

    Raises
    ------
    FormatError
        With the 1-based line and column: an unmatched closing bracket; a tree that is never
        closed (the position of its begin); a node without children; a word without a tag; a
        node of two words, or of a word and children; a missing label inside a tree; text
        outside brackets; a tree that has only empty elements.
    """
    texts = list(lines)
    plain = [_plain_trees(line) for line in texts]
    if None not in plain:
        return [tree for trees in plain if trees for tree in trees]
    return _any_trees(texts, file)


def _any_trees(lines: Iterable[str], file: str) -> list[Tree]:
    reader = _Reader(file)
    for number, line in enumerate(lines, start=1):
        for match in _PIECE.finditer(line):
            reader.read(match.group(), number, match.start() + 1)
    return reader.finish()


def _plain_trees(line: str) -> list[Tree] | None:
    """Return the trees of a line, or ``None`` if it is not only labelled nodes that have words.

    It takes half the time of :class:`_Reader`, which reads all else and finds what is wrong.
    """
    found: list[Tree] = []
    children = found
    pending: list[tuple[str, list[Tree]]] = []
    for tag, word, opened, other in _PLAIN_PIECE.findall(line):
        if word and (pending or tag != "-NONE-"):
            if tag != "-NONE-":
                children.append(Tree(_category(tag), word=unescape_word(word)))
        elif opened:
            pending.append((opened, children))
            children = []
        elif other == ")" and pending and children:
            label, parent = pending.pop()
            parent.append(Tree(_category(label), tuple(children)))
            children = parent
        else:
            return None
    return None if pending else found


def read_tree(text: str, file: str = "") -> Tree:
    """Return the only tree in a text.

    Raises
    ------
    FormatError
        As :func:`read_trees`, or the text does not have exactly one tree.
    """
    trees = read_trees(text.split("\n"), file)
    if len(trees) != 1:
        raise FormatError(f"one tree is expected, the text holds {len(trees)}", file)
    return trees[0]


def write_tree(tree: Tree) -> str:
    """Return the tree in brackets, on one line without a line end.

    Raises
    ------
    FormatError
        A label below the top is empty, a label or word contains white space, a
        label contains brackets, or a node has no children.
    """
    parts: list[str] = []
    pending: list[Tree | str] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, str):
            parts.append(node)
        elif node.word is not None:
            parts.append(f" ({_written(node.label)} {_written(escape_word(node.word))})")
        elif not node.children:
            raise FormatError(f"a tree with an empty node {node.label!r} cannot be written")
        else:
            parts.append(f" ({_written(node.label) if node.label or parts else ''}")
            pending.append(")")
            pending.extend(reversed(node.children))
    return "".join(parts)[1:]


def escape_word(word: str) -> str:
    """Return the escaped form of a word in brackets."""
    return _TO_ESCAPE.sub(_escape, word)


def unescape_word(text: str) -> str:
    """Return the word whose escaped form is ``text``."""
    # Most words need no pattern, and a treebank has many words.
    if "-" in text or "\\" in text:
        return _ESCAPED.sub(lambda match: match[1] or _BRACKET_OF[match[2]], text)
    return text


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    return f"-{_BRACKETS[character]}-" if character in _BRACKETS else f"\\{character}"


def _written(text: str) -> str:
    if _UNWRITABLE.search(text):
        raise FormatError(
            f"{text!r} cannot be written in a tree: it is empty or holds brackets or white space"
        )
    return text


@dataclass(slots=True)
class _Node:
    """A node whose bracket has been opened at ``line`` and ``column``."""

    line: int
    column: int
    label: str | None = None
    word: str | None = None
    children: list[Tree] = field(default_factory=list)
    filled: bool = False


class _Reader:
    """Builds trees from brackets and words, piece by piece."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.trees: list[Tree] = []
        self.open: list[_Node] = []

    def read(self, piece: str, line: int, column: int) -> None:
        """Process a bracket, a label or a word."""
        if piece == "(":
            self._begin(line, column)
        elif not self.open:
            message = (
                "a closing bracket without its opening one"
                if piece == ")"
                else f"{piece!r} is outside brackets"
            )
            raise FormatError(message, self.file, line, column)
        elif piece == ")":
            self._end()
        else:
            self._add_text(piece, line, column)

    def finish(self) -> list[Tree]:
        """Return the trees, all of which must be closed."""
        if self.open:
            begin = self.open[0]
            raise FormatError(
                "the tree that begins here is never closed", self.file, begin.line, begin.column
            )
        return self.trees

    def _begin(self, line: int, column: int) -> None:
        self._enter(line, column)
        self.open.append(_Node(line, column))

    def _enter(self, line: int, column: int) -> None:
        """Mark the open node, if any, as having children."""
        if self.open:
            parent = self.open[-1]
            if parent.word is not None:
                message = f"the node {parent.label!r} mixes the word {parent.word!r} and children"
                raise FormatError(message, self.file, line, column)
            parent.filled = True

    def _add_text(self, text: str, line: int, column: int) -> None:
        node = self.open[-1]
        if node.filled:
            raise FormatError(f"the word {text!r} has no tag", self.file, line, column)
        if node.label is None:
            node.label = text
        elif node.word is None:
            node.word = unescape_word(text)
        else:
            message = f"the node {node.label!r} holds two words, {node.word!r} and {text!r}"
            raise FormatError(message, self.file, line, column)

    def _end(self) -> None:
        node = self.open.pop()
        tree = self._closed(node)
        if tree is not None:
            (self.open[-1].children if self.open else self.trees).append(tree)
        elif not self.open:
            raise FormatError("the tree holds no word", self.file, node.line, node.column)

    def _closed(self, node: _Node) -> Tree | None:
        """Return the tree of a complete node, or ``None`` if it has only empty elements."""
        if node.word is None and not node.filled:
            name = "the node" if node.label is None else f"the node {node.label!r}"
            raise FormatError(f"{name} is empty", self.file, node.line, node.column)
        if node.label is None:
            return self._unlabelled(node)
        if node.word is not None:
            return None if node.label == "-NONE-" else Tree(_category(node.label), word=node.word)
        return Tree(_category(node.label), tuple(node.children)) if node.children else None

    def _unlabelled(self, node: _Node) -> Tree | None:
        inside = bool(self.open) and (self.open[-1].label is not None or len(node.children) > 1)
        # Brackets without a label are only allowed around a whole tree.
        if inside:
            raise FormatError("a node inside the tree has no label", self.file, node.line, node.column)
        if len(node.children) > 1:
            return Tree("", tuple(node.children))
        return node.children[0] if node.children else None


# There are few labels and many nodes.
@lru_cache(maxsize=4096)
def _category(label: str) -> str:
    """Return the label without function tags, indices and alternatives."""
    return label if label[0] in "-=|" else re.split(r"[-=|]", label, maxsplit=1)[0]
