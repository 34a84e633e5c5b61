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
    # A shell has its jobs in the background ignore Ctrl-C: they go on doing so.
    listens = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    received: list[int] = []

    def receive(number: int, _frame: object) -> None:
        received.append(number)
        raise KeyboardInterrupt

    def heed(handler: Callable[[int, object], object]) -> None:
        if listens:
            signal.signal(signal.SIGINT, handler)

    heed(_end)
    try:
        try:
            _command_line(lambda: heed(receive))
        finally:
            heed(_end)
            # Python remembers an interrupt of code that lies in a string, as dataclasses make it, and
            # would end itself by a signal, whatever the exit code; other such code has it forget.
            exec("")  # noqa: S102
    except (Exception, KeyboardInterrupt) as error:
        # Python and NumPy turn an interrupt of an import into other errors.
        if not (received or _is_interrupt(error)):
            raise
        _end()


def _is_interrupt(error: BaseException | None) -> bool:
    while error and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _command_line(before: Callable[[], object] = bool) -> None:
    # Lazy import: it takes most of the start.
    from orchestrator.cli import main as run

    before()
    run()


def _end(*_: object) -> None:
    os.write(2, b"stopped by Ctrl-C\n")
    os._exit(130)
