"""The console script, also as ``python -P -m orchestrator``: Ctrl-C ends it without a traceback.

Without ``-P``, Python searches the current folder first; it is then started again with ``-P``.
"""

import os
import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    # Before any other import, even of `__future__`, which might find a module of the current folder.
    os.execv(sys.executable, [sys.executable, "-P", *sys.orig_argv[1:]])  # noqa: S606 - this program

try:
    import signal
    from collections.abc import Callable
except KeyboardInterrupt:
    # The import itself takes long enough to be interrupted.
    os._exit(130)


def main() -> None:
    """Run the command line.

    While modules are imported, and after the command, Ctrl-C ends the process at once: there is nothing
    to tidy up.  During the command it raises KeyboardInterrupt.
    """
    if sys.argv[1:2] in (["worker"], ["flower"]):
        # A service that is asked to stop before it has begun has stopped as it was asked to.
        signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    # A background job starts with SIGINT ignored: keep it ignored.
    listens = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    received: list[int] = []

    def receive(number: int, _frame: object) -> None:
        received.append(number)
        raise KeyboardInterrupt

    def set_handler(handler: Callable[[int, object], object]) -> None:
        if listens:
            signal.signal(signal.SIGINT, handler)

    set_handler(_end)
    try:
        try:
            _command_line(lambda: set_handler(receive))
        finally:
            set_handler(_end)
            # An interrupt during exec() (dataclasses use it) leaves a flag that makes Python exit by
            # signal; a further exec() clears it.
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


if __name__ == "__main__":
    main()
