"""Reading text files; errors name the file and the line."""

import errno
import os
import sys
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from paralattice.formats.corpora.clusters import decode_lines
from paralattice.formats.encodings import decode_utf8, to_utf8


def shown(path: Path | str) -> str:
    """Return a path for messages; bytes that are not UTF-8 are shown as escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def open_regular(path: Path | str) -> BinaryIO:
    """Open a file for reading bytes.

    Raises
    ------
    OSError
        It cannot be opened, or is not a regular file: reading a pipe would wait for its writer.
    """
    if Path(path).exists() and not Path(path).is_file():
        raise OSError(errno.EINVAL, "not a regular file", os.fspath(path))
    return Path(path).open("rb")


def open_text(path: Path | str, encoding: str = "") -> BinaryIO:
    """Open a text as bytes in UTF-8; raises as :func:`open_regular` and :func:`to_utf8` do."""
    stream = open_regular(path)
    if not encoding:
        return stream
    with stream:
        changed = os.fstat(stream.fileno())
        return BytesIO(_in_utf8(os.fspath(path), encoding, changed.st_mtime_ns, changed.st_size))


@lru_cache(maxsize=1)
def _in_utf8(path: str, encoding: str, *_changed: int) -> bytes:
    """Return a text as UTF-8, again for each cluster of a file."""
    return to_utf8(Path(path).read_bytes(), encoding, shown(path))


def read_bytes(path: Path | str, encoding: str = "") -> bytes:
    """Return the bytes of a text in UTF-8; raises as :func:`open_text` does."""
    with open_text(path, encoding) as stream:
        return stream.read()


def read_lines(path: Path | str, encoding: str = "") -> list[str]:
    """Return the lines of a file; raises as :func:`open_text` and :func:`decode_lines` do."""
    return decode_lines(read_bytes(path, encoding), shown(path))


def read_text(path: Path | str | None = None, encoding: str = "") -> str:
    """Return the text of a file, or of standard input if no file is given, without its byte order mark.

    Raises
    ------
    FormatError
        It is not UTF-8, nor in the given encoding.
    OSError
        It cannot be read.
    """
    name = "standard input" if path is None else shown(path)
    content = sys.stdin.buffer.read() if path is None else Path(path).read_bytes()
    return decode_utf8(to_utf8(content, encoding, name), name)
