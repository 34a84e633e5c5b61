"""Child processes that end with their owner, however the owner ends."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

_GRACE_SECONDS = 15


_SCRIPT = Path(__file__).with_name("guard.sh")


class Guarded:
    """A running child process in a session of its own, under a guard.

    Parameters
    ----------
    command
        Program and arguments.
    log
        File that collects both outputs; appended to.  ``None``: they go where this process's go.
    environment
        Variables added to this process's own.
    remove_on_orphan
        Folder that the guard removes when the owner dies.
    """

    def __init__(
        self,
        command: Sequence[str],
        log: Path | None,
        environment: Mapping[str, str] | None = None,
        remove_on_orphan: Path | None = None,
    ) -> None:
        folder = str(remove_on_orphan or "")
        with _opened(log) as output:
            self._shell = subprocess.Popen(
                ["/bin/sh", str(_SCRIPT), str(_GRACE_SECONDS), folder, *command],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT if log else None,
                env={**os.environ, **(environment or {})},
                start_new_session=True,
            )

    @property
    def running(self) -> bool:
        """Whether the child still runs."""
        return self._shell.poll() is None

    @property
    def exit_status(self) -> int | None:
        """The child's exit status (128 + signal where a signal ended it), or ``None`` while it runs."""
        return self._shell.poll()

    @property
    def group(self) -> int:
        """The process group of guard, child and whatever the child starts."""
        return self._shell.pid

    def stop(self, grace: float = _GRACE_SECONDS) -> None:
        """Ask the child to stop, wait, and kill what is left of its group.

        Parameters
        ----------
        grace
            Seconds between asking and killing.
        """
        with contextlib.suppress(ProcessLookupError):
            self._shell.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._shell.wait(timeout=grace)
        self._kill_group()

    def _kill_group(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._shell.pid, signal.SIGKILL)
        self._shell.wait()
        if self._shell.stdin is not None:
            with contextlib.suppress(OSError):
                self._shell.stdin.close()


def _opened(log: Path | None) -> contextlib.AbstractContextManager[IO[Any] | None]:
    return log.open("ab") if log else contextlib.nullcontext()
