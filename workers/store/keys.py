"""Checks the keys of artefacts, which arrive in messages and become paths."""

from __future__ import annotations

import re
from typing import Any

from paralattice.errors import ParaphraseError

_KEY = re.compile(r"[0-9a-f]{64}")


class ArtefactKeyError(ParaphraseError):
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
