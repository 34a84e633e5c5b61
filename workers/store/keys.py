"""Keys of artefacts, which arrive in messages and become paths."""

import re
from typing import Any

from paralattice.errors import ParalatticeError

_KEY = re.compile(r"[0-9a-f]{64}")
_SHELF_DIGITS = 32

COMMON_SHELF = "0" * _SHELF_DIGITS
"""The shelf of artefacts that are stored in batches of any composition."""

_PACK_NAME = re.compile(r"[0-9a-f]{2}/[0-9a-f]{30}\.(?:[0-9]{1,9}|[0-9a-f]{32})")
_COMMON_NAME = re.compile(rf"{COMMON_SHELF[:2]}/{COMMON_SHELF[2:]}\.[0-9a-f]{{32}}")


class ArtefactKeyError(ParalatticeError):
    """An invalid key; do not retry."""


def checked_key(key: Any) -> str:
    """Return a valid key: the 64 lower-case hexadecimal digits of a SHA-256.

    Any user of the broker can send keys: one with dots and slashes could name a file
    outside the store, which would be removed as damaged.

    Raises
    ------
    ArtefactKeyError
        The key is invalid.
    """
    if isinstance(key, str) and _KEY.fullmatch(key):
        return key
    raise ArtefactKeyError(f"{str(key)[:100]!r} is not the key of an artefact")


def checked_place(name: Any) -> str:
    """Return the valid name of a pack on the common shelf; raises as :func:`checked_key` does."""
    if isinstance(name, str) and is_common(name):
        return name
    raise ArtefactKeyError(f"{str(name)[:100]!r} is not the name of a pack of parses")


def is_pack(name: str) -> bool:
    """Return whether a name is that of a pack."""
    return _PACK_NAME.fullmatch(name) is not None


def is_common(name: str) -> bool:
    """Return whether a name is that of a pack on the common shelf."""
    return _COMMON_NAME.fullmatch(name) is not None


def shelf_of(key: str) -> str:
    """Return the shelf of a key: 32 hexadecimal digits."""
    return key[:_SHELF_DIGITS]


def shelved(shelf: str, key: str) -> str:
    """Return the key on a shelf for a single key.

    Parameters
    ----------
    shelf
        A shelf, or a key that is on it.
    key
        A digest.
    """
    return shelf[:_SHELF_DIGITS] + key[:_SHELF_DIGITS]
