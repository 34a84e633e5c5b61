"""Child processes that end with their owner, however the owner ends."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

_GRACE_SECONDS = 15
_SCRIPT = Path(__file__).with_name("guard.sh")


class Guarded:
    """A child process in its own process session, which a guard stops when the owner ends.

    Parameters
    ----------
    command
        Program and arguments.
    log
        File to which standard output and error are appended; ``None`` to inherit them.
    environment
        Variables added to those of this process.
    remove_on_orphan
        Folder that the guard removes if the owner dies; ``None`` for a folder of the child's temporary
        files, which also :meth:`stop` removes: a process that is killed leaves such files.
    """

    def __init__(
        self,
        command: Sequence[str],
        log: Path | None,
        environment: Mapping[str, str] | None = None,
        remove_on_orphan: Path | None = None,
    ) -> None:
        with _opened(log) as output:
            self._temporary = tempfile.mkdtemp(prefix="paralattice-") if remove_on_orphan is None else ""
            temporary = {"TMPDIR": self._temporary} if self._temporary else {}
            folder = self._temporary or str(remove_on_orphan)
            self._shell = subprocess.Popen(
                ["/bin/sh", str(_SCRIPT), str(_GRACE_SECONDS), folder, *command],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT if log else None,
                env={**os.environ, **temporary, **(environment or {})},
                start_new_session=True,
            )

    @property
    def running(self) -> bool:
        """Whether the child still runs."""
        return self._shell.poll() is None

    @property
    def group(self) -> int:
        """The process group of the guard, the child and the child's own children."""
        return self._shell.pid

    def stop(self, grace: float = _GRACE_SECONDS) -> None:
        """Send TERM to the child, wait, and kill the remaining processes of its group.

        Parameters
        ----------
        grace
            Seconds to wait.
        """
        with contextlib.suppress(ProcessLookupError):
            self._shell.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._shell.wait(timeout=grace)
        self._kill_group()
        if self._temporary:
            shutil.rmtree(self._temporary, ignore_errors=True)

    def _kill_group(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._shell.pid, signal.SIGKILL)
        self._shell.wait()
        if self._shell.stdin is not None:
            with contextlib.suppress(OSError):
                self._shell.stdin.close()


def _opened(log: Path | None) -> contextlib.AbstractContextManager[IO[Any] | None]:
    return log.open("ab") if log else contextlib.nullcontext()
