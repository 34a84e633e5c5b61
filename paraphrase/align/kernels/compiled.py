"""How the loops of the alignment are compiled.

Machine code is kept on disk beside the source, or in numba's cache folder of
the user where the package cannot be written, or else compiled in every process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def source_digest() -> str:
    """Return a digest of this package's source."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


_DIGEST = source_digest()


def compiled(function: Function) -> Function:
    """Return `function` compiled at its first call, to run without the interpreter's lock."""
    try:
        dispatcher = njit(cache=True, nogil=True)(function)
    except RuntimeError:
        # There is no folder that can be written.
        dispatcher = njit(nogil=True)(function)
    # Numba looks for changes in a function's own file alone, and would run code
    # into which an older version of another file's function has been compiled.
    stamped = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
    if stamped is not None:
        stamped._source_stamp = _DIGEST
    return cast(Function, dispatcher)
