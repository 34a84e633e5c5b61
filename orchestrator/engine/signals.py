"""Requests to stop, noted, so that none is lost."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
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

    with _handled(receive, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        yield received


@contextmanager
def noted_interrupts() -> Iterator[list[int]]:
    """Collect Ctrl-C in a list, and raise KeyboardInterrupt all the same.

    Exceptions are ignored while an object is finalised: a KeyboardInterrupt that comes then is lost,
    unless somebody looks into the list later.
    """
    received: list[int] = []

    def receive(number: int, _frame: object) -> None:
        received.append(number)
        raise KeyboardInterrupt

    with _handled(receive, signal.SIGINT):
        yield received


@contextmanager
def _handled(receive: Callable[[int, object], None], *watched: signal.Signals) -> Iterator[None]:
    before = {number: signal.signal(number, receive) for number in watched}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
