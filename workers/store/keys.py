"""Keys of artefacts, which come in messages and become paths."""

from __future__ import annotations

import re
from typing import Any

from paralattice.errors import ParaphraseError

_KEY = re.compile(r"[0-9a-f]{64}")


class ArtefactKeyError(ParaphraseError):
    """What should be a key is none; trying again does not help."""


def checked_key(key: Any) -> str:
    """Return a key if it is one: the 64 hexadecimal digits of a SHA-256, in lower case.

    Anybody who can write to the broker can send a key; one with dots and slashes would
    lead out of the store, where a file that is no artefact would be taken for a damaged one.

    Raises
    ------
    ArtefactKeyError
        It is none.
    """
    if isinstance(key, str) and _KEY.fullmatch(key):
        return key
    raise ArtefactKeyError(f"{str(key)[:100]!r} is not the key of an artefact")
