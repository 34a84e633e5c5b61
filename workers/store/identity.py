"""What tells one artefact store from another, wherever it is seen from, and whether it can be used."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path

from workers.settings import QUEUE
from workers.store import Store, StoreError, is_remote, open_store
from workers.supervision.deadline import within

CHECK_SECONDS = 6.0
"""How long a store may take to answer at the start."""

_NAME = "store-id"
_ACCESS_KEY = "AWS_ACCESS_KEY_ID"


def check_store(location: str | Path, endpoint: str = "", seconds: float = CHECK_SECONDS) -> str:
    """Make sure that a store answers, lets us in and can be written; return its identity.

    The identity is eight hexadecimal digits, made at first use.

    Parameters
    ----------
    location, endpoint
        What :func:`workers.store.open_store` takes.
    seconds
        How long it may take.

    Raises
    ------
    StoreError
        It cannot be used, and why, in one line.
    """
    store = open_store(location, endpoint, seconds / 4)
    try:
        return within(seconds, lambda: _identity(store))
    except TimeoutError as error:
        server = f" at {endpoint}" if endpoint else ""
        # Without them obstore asks for credentials an address that exists in Amazon's machines alone.
        keyless = is_remote(store.location) and _ACCESS_KEY not in os.environ
        hint = f" ({_ACCESS_KEY} is not set)" if keyless else ""
        raise StoreError(f"cannot use the store {store.location}{server}: {error}{hint}") from None


def _identity(store: Store) -> str:
    store.probe()
    text = store.claim(_NAME, f"{secrets.token_hex(4)}\n").strip()
    if not re.fullmatch("[0-9a-f]{8}", text):
        raise StoreError(f"{store.location}/{_NAME} is damaged: remove it, and start the workers again")
    return text


def queue_of(location: str | Path, endpoint: str = "") -> str:
    """Return the queue of all workers of this version on a store; raises what :func:`check_store` does.

    Workers of another version or on another store listen to another queue, so
    that they never see a message that they would answer differently.
    """
    return f"{QUEUE}-{check_store(location, endpoint)}"
