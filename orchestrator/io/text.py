"""Reading text files; errors name the file and the line."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import BinaryIO

from paralattice.errors import FormatError
from paralattice.formats.corpora.clusters import decode_lines


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


def read_bytes(path: Path | str) -> bytes:
    """Return the bytes of a file; raises as :func:`open_regular` does."""
    with open_regular(path) as stream:
        return stream.read()


def read_lines(path: Path | str) -> list[str]:
    """Return the lines of a file in UTF-8; raises as :func:`open_regular` and :func:`decode_lines` do."""
    return decode_lines(read_bytes(path), shown(path))


def read_text(path: Path | str | None = None) -> str:
    """Return the text of a file, or of standard input if no file is given.

    Raises
    ------
    FormatError
        It is not UTF-8.
    OSError
        It cannot be read.
    """
    if path is None:
        return decode_text(sys.stdin.buffer.read(), "standard input")
    return decode_text(Path(path).read_bytes(), shown(path))


def decode_text(content: bytes, name: str) -> str:
    """Return the text of a file in UTF-8, without its byte order mark.

    Parameters
    ----------
    content
        The content of the file.
    name
        The file, for messages.

    Raises
    ------
    FormatError
        It is not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # error.object and error.start do not count the byte order mark.
        line = error.object.count(b"\n", 0, error.start) + 1
        raise FormatError(f"byte 0x{error.object[error.start]:02x} is not UTF-8", name, line) from None
