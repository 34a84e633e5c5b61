"""A digest of the files of a corpus, to see whether they were read before."""

import hashlib
import os
import stat
from collections.abc import Iterable
from functools import partial

_BLOCK = 1 << 20


def fingerprint(files: Iterable[tuple[str, str]]) -> str:
    """Return a digest of the names and bytes of files; empty if one of them cannot be read.

    Times of files do not count: a file that was touched has the same digest, and one whose bytes were
    exchanged has another even if its size and its times are as before.

    Parameters
    ----------
    files
        What a file is for, and its path, in an order that is always the same.
    """
    digest = hashlib.sha256()
    try:
        for purpose, path in files:
            # Strings, not Paths: a corpus may have a million files.
            name = os.path.basename(path)  # noqa: PTH119
            head = b"%s %s\0" % (purpose.encode(), os.fsencode(name))
            digest.update(head + _content(path))
    except OSError:
        return ""
    return digest.hexdigest()


def _content(path: str) -> bytes:
    """Return the digest of a file's bytes."""
    # Opening a pipe would wait for its writer.
    if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116
        raise OSError(f"{path} is not a regular file")
    content = hashlib.sha256()
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123
        for block in iter(partial(file.read, _BLOCK), b""):
            content.update(block)
    return content.digest()
