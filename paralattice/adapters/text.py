"""From raw text to sentences and tokens.

Tokens follow the Penn Treebank as GUM writes it, hyphens apart, for the
parser was trained on such.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

_SURROGATE = re.compile("[\ud800-\udfff]")
# The tokenizer's time is quadratic in what stands between two blanks.
_ENDLESS = re.compile(r"(\S{1000})(?=\S)")


def tokenize(text: str) -> tuple[str, ...]:
    """Return the Penn-style tokens of one sentence; none where the text is blank.

    The tokens joined are the text without its white space; a lone
    surrogate, which no file in UTF-8 can hold, becomes U+FFFD.  What goes on for
    1000 characters without a blank is cut there.
    """
    bounded = _ENDLESS.sub(r"\1 ", _SURROGATE.sub("\ufffd", text))
    tokens = _tokenizer()(bounded)
    return tuple(piece for token in tokens for piece in token.text.split())


@lru_cache(maxsize=1)
def _tokenizer() -> Callable[[str], Iterable[Any]]:
    import spacy

    # Nothing here needs a pipeline around it.
    tokenizer: Callable[[str], Iterable[Any]] = spacy.blank("en").tokenizer
    return tokenizer


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text in order, white space inside them made single.

    A blank line always ends a sentence.  A line break alone ends one where
    the line was not broken for want of room and the next does not go on in lower case,
    as after a heading; elsewhere it counts as a blank.
    """
    import nupunkt

    sentences: list[str] = []
    for paragraph in _paragraphs(text.splitlines()):
        spans = nupunkt.sent_spans(paragraph)
        sentences.extend(" ".join(paragraph[start:end].split()) for start, end in spans)
    return [sentence for sentence in sentences if sentence]


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
    """Yield the lines of a block, those joined that seem broken for want of room."""
    width = max(map(len, block))
    joined = block[:1]
    for before, line in pairwise(block):
        had_room = len(before) + 1 + len(line.split(" ", 1)[0]) <= width
        if had_room and not line[0].islower():
            yield " ".join(joined)
            joined = []
        joined.append(line)
    yield " ".join(joined)
