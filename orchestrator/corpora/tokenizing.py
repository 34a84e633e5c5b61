"""Tokenising sentences and raw text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from orchestrator.io.text import read_text
from paralattice.adapters.text import split_sentences, tokenize


def tokenizer(tokenized: bool) -> Callable[[str], tuple[str, ...]]:
    """Return the tokeniser; it splits at white space if the text is tokenised already."""
    return (lambda text: tuple(text.split())) if tokenized else tokenize


def tokenized_lines(files: Sequence[Path]) -> Iterator[str]:
    """Yield the sentences of files, or of standard input if there are none, with spaces between tokens.

    Raises
    ------
    FormatError
        A text is not UTF-8.
    OSError
        A file cannot be read.
    """
    for text in [read_text(path) for path in files] or [read_text()]:
        for sentence in split_sentences(text):
            yield " ".join(tokenize(sentence))
