"""Tokens of our rules, spaCy and NLTK against a treebank's: ``python benchmarks/tokenising.py TREEBANK...``.

The tokens of each tree are joined to a text by rule, and split again.  spaCy and NLTK are compared if they
are installed.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path

from paralattice.adapters.text import tokenize
from paralattice.formats.trees import read_trees

Tokenizer = Callable[[str], Iterable[str]]

_QUOTES = {"``": '"', "''": '"'}
# No blank before these, none after those.
_CLOSING = re.compile(
    r"[,.;:!?)\]}%\u201d\u2019\u2026]|\.\.\.|-|/|[nN]['\u2019]t|['\u2019](?:s|re|ve|ll|d|m)"
)
_OPENING = re.compile(r"[(\[{$€£#\u201c\u2018]|US\$|-|/")


def joined(tokens: Sequence[str]) -> str:
    """Return a text of tokens, without blanks where written English has none."""
    text, glued, inside = "", True, False
    for token in tokens:
        closes = bool(_CLOSING.fullmatch(token)) or (token == '"' and inside)
        text += token if glued or closes else f" {token}"
        glued = bool(_OPENING.fullmatch(token)) or (token == '"' and not inside)
        inside ^= token == '"'
    return text


def spans(tokens: Iterable[str]) -> set[tuple[int, int]]:
    """Return the half-open spans of tokens in their text without blanks."""
    ends = list(accumulate(map(len, tokens)))
    return set(zip([0, *ends], ends, strict=False))


def f1(gold: Sequence[Sequence[str]], found: Sequence[Sequence[str]]) -> float:
    """Return the F1 of tokens, in percent."""
    right = given = returned = 0
    for one, other in zip(gold, found, strict=True):
        expected, actual = spans(one), spans(other)
        right, given, returned = right + len(expected & actual), given + len(expected), returned + len(actual)
    return 200 * right / (given + returned)


def tokenizers() -> Iterator[tuple[str, Tokenizer]]:
    """Yield our tokenizer and those that are installed."""
    yield "ours", tokenize
    try:
        import spacy
    except ImportError:
        pass
    else:
        blank = spacy.blank("en").tokenizer
        yield "spaCy", lambda text: [piece for token in blank(text) for piece in token.text.split()]
    try:
        from nltk.tokenize import TreebankWordTokenizer
    except ImportError:
        return
    split = TreebankWordTokenizer().tokenize
    yield "NLTK", lambda text: [_QUOTES.get(token, token) for token in split(text)]


def rows(file: Path) -> Iterator[str]:
    """Yield a row of the table for each tokenizer."""
    trees = read_trees(file.read_text("utf-8").splitlines(), str(file))
    gold = [[_QUOTES.get(word, word) for word in tree.words()] for tree in trees]
    texts = [joined(tokens) for tokens in gold]
    for name, split in tokenizers():
        began = time.process_time()
        found = [list(split(text)) for text in texts]
        seconds = time.process_time() - began
        yield f"| {file.name} | {name} | {f1(gold, found):.2f} | {len(texts) / seconds:,.0f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("treebanks", nargs="+", type=Path)
    print("| treebank | tokens of | F1 (%) | sentences/s |\n|---|---|---|---|")
    for file in parser.parse_args().treebanks:
        print(*rows(file), sep="\n")


if __name__ == "__main__":
    main()
