"""Compiles loops to machine code with numba.

Machine code is cached on disk beside the source, or in numba's cache folder of the user if
the package is read-only; if neither can be written, every process compiles it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def source_digest(folder: Path) -> str:
    """Return a digest of the Python files in a folder."""
    files = sorted(folder.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def compiled(function: Function) -> Function:
    """Return `function`, compiled at its first call to run without the interpreter's lock.

    It may only call compiled functions of its own package, because the cache ignores changes elsewhere.
    """
    try:
        dispatcher = njit(cache=True, nogil=True)(function)
    except RuntimeError:
        # No cache folder is writable.
        dispatcher = njit(nogil=True)(function)
    # Numba itself only checks a function's own file, and would run code that includes an older
    # function of another file. An index of another version is not unpickled, so it may name
    # classes that no longer exist.
    index = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
    if index is not None:
        index._version += source_digest(Path(function.__code__.co_filename).parent)
    return cast(Function, dispatcher)


def cache_folder() -> Path | None:
    """Return the folder in which machine code is cached; ``None`` if no folder is writable."""
    path: str | None = compiled(_nothing).stats.cache_path  # type: ignore[attr-defined]
    return Path(path) if path else None


def _nothing() -> None:
    """Show where any compiled function is cached; never called."""
