"""Child processes that end with their owner, however the owner ends."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from workers.supervision.kept_folder import KeptFolder

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
    folder
        Folder that the child uses; its owner removes it.  ``None`` for a folder of the child's temporary
        files, which :meth:`stop` removes: a process that is killed leaves such files.
    """

    def __init__(
        self,
        command: Sequence[str],
        log: Path | None,
        environment: Mapping[str, str] | None = None,
        folder: KeptFolder | None = None,
    ) -> None:
        with log.open("ab") if log else contextlib.nullcontext() as output:
            self._temporary = KeptFolder() if folder is None else None
            temporary = {"TMPDIR": str(self._temporary.path)} if self._temporary else {}
            used = folder or self._temporary
            self._shell = subprocess.Popen(
                ["/bin/sh", str(_SCRIPT), str(_GRACE_SECONDS), *command],
                # Only we hold its other end, which the kernel closes when we end, even by SIGKILL.
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT if log else None,
                env={**os.environ, **temporary, **(environment or {})},
                pass_fds=[used.users] if used else [],
                # Ctrl-C in the terminal goes to the owner alone, which stops its children in order.
                start_new_session=True,
            )

    @property
    def running(self) -> bool:
        """Whether the child still runs."""
        return self._shell.poll() is None

    @property
    def exit_code(self) -> int | None:
        """The exit status of the child; ``None`` while it runs."""
        return self._shell.poll()

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
        # macOS answers "not permitted" where all processes of the group are zombies.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._shell.pid, signal.SIGKILL)
        self._shell.wait()
        if self._shell.stdin is not None:
            with contextlib.suppress(OSError):
                self._shell.stdin.close()
        if self._temporary:
            self._temporary.remove()
