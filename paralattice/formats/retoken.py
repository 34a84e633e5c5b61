"""Checks that a tree has the words of a sentence, and writes them as in the sentence.

Treebanks and parsers use different quotation marks and brackets.  The comparison of
words therefore treats these as equal:

* the double quotation marks: two backquotes, two apostrophes, ``"``, U+201C and U+201D;
* the single ones: the backquote, the apostrophe, U+2018 and U+2019;
* a bracket and its Penn Treebank name, such as ``(`` and ``-LRB-``.

All other characters, including dashes, must be the same.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest

from paralattice.errors import ParseError
from paralattice.formats.trees import unescape_word
from paralattice.syntax.tree import Tree

_Unit = tuple[str, bool, str]
_UNIT = re.compile(r"-[LR][RSC]B-|\S")
# A double mark counts as two single ones, so that two characters may equal one.
_MARKS = dict.fromkeys('"\u201c\u201d', "''") | dict.fromkeys("`\u2018\u2019", "'")
# Number of characters of a sentence that an error shows.
_SHOWN = 20


def retoken(tree: Tree, text: str, exact: bool) -> Tree:
    """Return the tree with its words written as in ``text``.

    Parameters
    ----------
    tree
        A tree of the sentence; its words may follow the Penn Treebank's conventions for quotation marks
        and brackets.
    text
        The sentence: its tokens with white space between them, or raw text.
    exact
        Whether the words must be the tokens of ``text``, split at white space, one to one.  Otherwise
        only the characters that are not white space must agree, and the tree's tokenisation is kept.

    Returns
    -------
    Tree
        The same object if no word changes.

    Raises
    ------
    ParseError
        The words are not the sentence's; the message names the first one that differs.
    """
    words = tree.words()
    written = _matching_tokens(words, text.split()) if exact else _matching_spans(words, text)
    return tree if written == words else tree.with_words(written)


def _matching_tokens(words: tuple[str, ...], tokens: list[str]) -> tuple[str, ...]:
    for number, (word, token) in enumerate(zip_longest(words, tokens), start=1):
        if word is None:
            raise ParseError(f"the tree ends before word {number} of the sentence, {token!r}")
        if token is None:
            raise ParseError(f"the sentence ends before word {number} of the tree, {word!r}")
        if word != token and _folded(word) != _folded(token):
            raise ParseError(f"word {number} of the tree is {word!r}, of the sentence {token!r}")
    return tuple(tokens)


def _matching_spans(words: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Return each word's part of the text, without white space."""
    units = list(_units(text))
    written = []
    begin = 0
    for number, word in enumerate(words, start=1):
        end = _end_of(_folded(word), units, begin)
        if end < 0:
            rest = _source(units[begin : begin + _SHOWN]) or "nothing"
            raise ParseError(
                f"word {number} of the tree is {word!r}, where the sentence continues with {rest!r}"
            )
        written.append(_source(units[begin:end]))
        begin = end
    if begin < len(units):
        rest = _source(units[begin : begin + _SHOWN])
        raise ParseError(f"the tree ends after word {len(words)}, the sentence continues with {rest!r}")
    return tuple(written)


def _end_of(folded: str, units: list[_Unit], begin: int) -> int:
    """Return the position after a word that begins at ``begin``; -1 if the text differs there."""
    end = begin + len(folded)
    # A stretch must not be empty, nor end within a mark that counts as two.
    whole = begin < end and (end >= len(units) or units[end][1])
    return end if whole and folded == "".join(unit for unit, _, _ in units[begin:end]) else -1


def _source(units: list[_Unit]) -> str:
    return "".join(source for _, _, source in units)


def _units(text: str) -> Iterator[_Unit]:
    """Yield each folded character, whether it begins a unit of the text, and that unit."""
    for match in _UNIT.finditer(text):
        source = match.group()
        bracket = unescape_word(source) if len(source) > 1 else source
        for position, unit in enumerate(_MARKS.get(bracket, bracket)):
            yield unit, position == 0, source if position == 0 else ""


def _folded(word: str) -> str:
    return "".join(unit for unit, _, _ in _units(word))
