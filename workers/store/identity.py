"""Checks that an artefact store can be used, and identifies it across machines."""

import os
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from workers.settings import own_queue
from workers.store import Store, StoreError, is_remote, open_store
from workers.supervision.deadline import within

_Answer = TypeVar("_Answer")

CHECK_SECONDS = 5.0
"""Time limit for the first answer of a store."""

_NAME = "store-id"
_ACCESS_KEY = "AWS_ACCESS_KEY_ID"


def check_store(location: str | Path, endpoint: str = "", seconds: float = CHECK_SECONDS) -> str:
    """Check that a store answers, accepts our credentials and can be written; return its identity.

    The identity is eight random hexadecimal digits, created at the first check.

    Parameters
    ----------
    location, endpoint
        As for :func:`workers.store.open_store`.
    seconds
        The time limit.

    Raises
    ------
    StoreError
        The store cannot be used; the message is one line with the reason.
    """
    return _answer(location, endpoint, seconds, _identity)


def check_answer(location: str | Path, endpoint: str = "", seconds: float = CHECK_SECONDS) -> None:
    """Check that a bucket answers, so that a command does not repeat its first request for a minute.

    Parameters
    ----------
    location, endpoint, seconds
        As for :func:`check_store`.

    Raises
    ------
    StoreError
        The bucket cannot be listed; the message is one line with the reason.
    """
    _answer(location, endpoint, seconds, lambda store: next(iter(store.entries()), None))


def _answer(location: str | Path, endpoint: str, seconds: float, ask: Callable[[Store], _Answer]) -> _Answer:
    store = open_store(location, endpoint, seconds / 4)
    try:
        return within(seconds, lambda: ask(store))
    except TimeoutError as error:
        server = f" at {endpoint}" if endpoint else ""
        # Without a key obstore asks an address that exists only on Amazon's machines.
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
    """Return the queue of all workers of this code on a store; raises as :func:`check_store` does.

    Workers of other code or on another store would compute other results, so they listen to another queue.
    """
    return f"{own_queue()}-{check_store(location, endpoint)}"
