"""Digests of files."""

import hashlib
from functools import lru_cache
from pathlib import Path


def file_digest(path: Path) -> str:
    """Return the hexadecimal SHA-256 digest of a file.

    Raises
    ------
    OSError
        The file cannot be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def cached_file_digest(path: Path) -> str:
    """Return the digest as :func:`file_digest` does, but read a file that has not changed only once."""
    found = path.stat()
    return _digest_at(path, found.st_size, found.st_mtime_ns)


@lru_cache(maxsize=32)
def _digest_at(path: Path, _size: int, _changed: int) -> str:
    return file_digest(path)


def forget_digests() -> None:
    """Make :func:`cached_file_digest` read all files again."""
    _digest_at.cache_clear()
