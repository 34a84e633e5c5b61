"""Tokenising sentences and raw text."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from orchestrator.io.text import read_text
from paralattice.adapters.text import split_sentences, tokenize
from paralattice.languages.registry import DEFAULT


def tokenizer(tokenized: bool, language: str = DEFAULT) -> Callable[[str], tuple[str, ...]]:
    """Return the tokeniser of a language; it splits at white space if the text is tokenised already."""
    return (lambda text: tuple(text.split())) if tokenized else partial(tokenize, language=language)


def tokenized_lines(files: Sequence[Path], language: str = DEFAULT, encoding: str = "") -> Iterator[str]:
    """Yield the sentences of files, or of standard input without files, with spaces between tokens.

    Raises
    ------
    FormatError
        A text is neither UTF-8 nor in the given encoding.
    OSError
        A file cannot be read.
    OptionError
        The language is unknown, or has no spaces between words.
    """
    for text in [read_text(path, encoding) for path in files or (None,)]:
        for sentence in split_sentences(text, language):
            yield " ".join(tokenize(sentence, language))
