"""Stop signals, collected so that none is lost."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class StopRequest(Exception):  # noqa: N818 - nothing went wrong
    """The user asked a command to stop; the message says what follows."""


@contextmanager
def stop_signals() -> Iterator[list[int]]:
    """Collect SIGINT, SIGTERM and SIGHUP in a list; a second signal raises KeyboardInterrupt."""
    received: list[int] = []

    def receive(number: int, _frame: object) -> None:
        if received:
            raise KeyboardInterrupt
        received.append(number)

    with _handled(receive, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        yield received


@contextmanager
def noted_interrupts() -> Iterator[list[int]]:
    """Collect SIGINT in a list, and raise KeyboardInterrupt as well.

    Python ignores exceptions while an object is finalised: a KeyboardInterrupt raised then is
    lost, but the list still has the signal.
    """
    received: list[int] = []

    def receive(number: int, _frame: object) -> None:
        received.append(number)
        raise KeyboardInterrupt

    with _handled(receive, signal.SIGINT):
        yield received


@contextmanager
def _handled(receive: Callable[[int, object], None], *watched: signal.Signals) -> Iterator[None]:
    # Python delivers signals to the main thread alone.
    watched = watched if threading.current_thread() is threading.main_thread() else ()
    before = {number: signal.signal(number, receive) for number in watched}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
