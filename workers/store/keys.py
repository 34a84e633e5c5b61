"""Keys of artefacts, checked because they come in messages and become paths."""

from __future__ import annotations

import re
from typing import Any

from paralattice.errors import ParaphraseError

_KEY = re.compile(r"[0-9a-f]{64}")


class ArtefactKeyError(ParaphraseError):
    """An invalid key; trying again does not help."""


def checked_key(key: Any) -> str:
    """Return a valid key: the 64 hexadecimal digits of a SHA-256, in lower case.

    Keys are checked since every user of the broker can send them: one with dots
    and slashes would lead to a file outside the store, which would be removed as damaged.

    Raises
    ------
    ArtefactKeyError
        The key is invalid.
    """
    if isinstance(key, str) and _KEY.fullmatch(key):
        return key
    raise ArtefactKeyError(f"{str(key)[:100]!r} is not the key of an artefact")
