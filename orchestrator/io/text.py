"""``orchestrator tokenize``: raw text to tokenised sentences."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from paralattice.adapters.text import split_sentences, tokenize
from paralattice.errors import FormatError


def tokenized_lines(files: Sequence[Path]) -> Iterator[str]:
    """Yield a line a sentence, tokens separated by spaces, of files or of standard input.

    Raises
    ------
    FormatError
        A text is not UTF-8.
    OSError
        A file cannot be read.
    """
    sources = [(str(path), path.read_bytes()) for path in files] or [
        ("standard input", sys.stdin.buffer.read())
    ]
    for name, content in sources:
        for sentence in split_sentences(decode_text(content, name)):
            yield " ".join(tokenize(sentence))


def decode_text(content: bytes, name: str) -> str:
    """Return what a file holds, without a byte order mark.

    Raises
    ------
    FormatError
        It is not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The decoder counts from behind the byte order mark.
        line = error.object.count(b"\n", 0, error.start) + 1
        raise FormatError(f"byte 0x{error.object[error.start]:02x} is not UTF-8", name, line) from None
