"""Requests to stop: the first is noted, the second ends at once."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class StopRequest(Exception):  # noqa: N818 - nothing went wrong
    """Somebody asked for the end of a command; the text says what follows from it."""


@contextmanager
def stop_signals() -> Iterator[list[int]]:
    """Collect Ctrl-C and requests to end in a list; a second one raises KeyboardInterrupt."""
    received: list[int] = []

    def receive(number: int, _frame: object) -> None:
        if received:
            raise KeyboardInterrupt
        received.append(number)

    watched = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, receive) for number in watched}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
