"""Splits raw text into sentences and tokens.

English tokens follow the Penn Treebank as in GUM, which the parser was trained on; hyphens are separate
tokens.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from paralattice.languages.registry import DEFAULT, language_of

_SURROGATE = re.compile("[\ud800-\udfff]")
# The rules of tokens take time quadratic in the length of a run without blanks.
_ENDLESS = re.compile(r"(\S{1000})(?=\S)")


def tokenize(text: str, language: str = DEFAULT) -> tuple[str, ...]:
    """Return the tokens of one sentence in a language, a code of ISO 639-1; none if the text is blank.

    The concatenated tokens are the text without its white space, except that a lone surrogate, which
    UTF-8 cannot encode, becomes U+FFFD.  A run of 1000 characters without a blank is cut.

    Raises
    ------
    OptionError
        The language is unknown, or has no spaces between words.
    """
    return language_of(language).tokens(_ENDLESS.sub(r"\1 ", _SURROGATE.sub("\ufffd", text)))


def split_sentences(text: str, language: str = DEFAULT) -> list[str]:
    """Return the sentences of a text in order, with single blanks.

    A blank line ends a sentence.  A line break ends one if the next word would have fitted on the
    line and does not begin in lower case, as after a heading; any other line break counts as a blank.
    """
    split = language_of(language).sentences
    return [sentence for paragraph in _paragraphs(text.splitlines()) for sentence in split(paragraph)]


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    block: list[str] = []
    for line in (*lines, ""):
        words = line.split()
        if words:
            block.append(" ".join(words))
        elif block:
            yield from _unwrapped(block)
            block = []


def _unwrapped(block: list[str]) -> Iterator[str]:
    """Yield the lines of a block, with lines that seem to be wrapped joined."""
    width = max(map(len, block))
    joined = block[:1]
    for before, line in pairwise(block):
        had_room = len(before) + 1 + len(line.split(" ", 1)[0]) <= width
        if had_room and not line[0].islower():
            yield " ".join(joined)
            joined = []
        joined.append(line)
    yield " ".join(joined)
