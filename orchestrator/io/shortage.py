"""Recognises errors that come from too little memory or too few threads, whatever their type."""

import re

_SIGNS = re.compile(
    r"failed to map segment|cannot allocate memory|memory allocation still failed|can't start new thread"
    r"|unable to allocate|\bMemoryError\b",
    re.IGNORECASE,
)

SHORTAGE = (
    "there is too little memory, or too few processes and threads are allowed (ulimit -v, ulimit -u): "
    "allow more, or use fewer --workers; finished work is kept"
)
"""Advice for such an error."""


def tells_shortage(text: str) -> bool:
    """Return whether a message or the end of a log says that memory or threads are lacking."""
    return _SIGNS.search(text) is not None


def is_shortage(error: BaseException) -> bool:
    """Return whether an error, or one that caused it, says that memory or threads are lacking.

    Python raises ``MemoryError`` only for its own objects: a library that cannot be mapped is an
    ``ImportError``, and a thread that cannot be started a ``RuntimeError``.
    """
    found: BaseException | None = error
    while found is not None:
        if isinstance(found, MemoryError) or tells_shortage(str(found)):
            return True
        found = found.__cause__ or found.__context__
    return False
