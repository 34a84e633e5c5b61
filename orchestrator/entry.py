"""The entry of the console script: from here on, Ctrl-C ends the program without a traceback."""

from __future__ import annotations

import os
from collections.abc import Callable

try:
    import signal
except KeyboardInterrupt:
    # The import itself takes long enough to be interrupted.
    os._exit(130)


def main() -> None:
    """Run the command line.

    While modules are imported, and after the command, Ctrl-C ends the process at once: there is nothing
    to tidy up.  During the command it raises KeyboardInterrupt.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        # A shell has its jobs in the background ignore Ctrl-C: they go on doing so.
        _command_line()
        return
    received: list[int] = []

    def receive(number: int, _frame: object) -> None:
        received.append(number)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, _end)
    try:
        try:
            _command_line(lambda: signal.signal(signal.SIGINT, receive))
        finally:
            signal.signal(signal.SIGINT, _end)
            if received:
                # Python remembers an interrupt of code that lies in a string, as dataclasses make it,
                # and would end itself by a signal, whatever the exit code; other such code has it forget.
                exec("")  # noqa: S102
    except (Exception, KeyboardInterrupt):
        # Python and NumPy turn an interrupt of an import into other errors.
        if not received:
            raise
        _end()


def _command_line(before: Callable[[], object] = bool) -> None:
    # Lazy import: it takes most of the start.
    from orchestrator.cli import main as run

    before()
    run()


def _end(*_: object) -> None:
    os.write(2, b"stopped by Ctrl-C\n")
    os._exit(130)
