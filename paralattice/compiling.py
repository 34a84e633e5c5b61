"""Compiling loops to machine code with numba.

Machine code is kept on disk beside the source, or in the user's cache folder of numba
where the package cannot be written, or else compiled in every process.
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
    """Return a digest of the source of the package in a folder."""
    files = sorted(folder.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def compiled(function: Function) -> Function:
    """Return `function` compiled at its first call, to run without the interpreter's lock.

    It may call compiled functions of its own package only: changes in those of others would go unnoticed.
    """
    try:
        dispatcher = njit(cache=True, nogil=True)(function)
    except RuntimeError:
        # No folder can be written.
        dispatcher = njit(nogil=True)(function)
    # Numba itself compares a function's own file alone, and would run code into which an older
    # function of another file is compiled. An index of another version is not even unpickled,
    # so it may name classes that are gone.
    index = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
    if index is not None:
        index._version += source_digest(Path(function.__code__.co_filename).parent)
    return cast(Function, dispatcher)


def cache_folder() -> Path | None:
    """Return a folder in which machine code is kept; ``None`` if none can be written."""
    path: str | None = compiled(_nothing).stats.cache_path  # type: ignore[attr-defined]
    return Path(path) if path else None


def _nothing() -> None:
    """Stand for any compiled function; never called."""
