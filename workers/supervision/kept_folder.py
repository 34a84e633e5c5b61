"""Temporary folders that are removed once no process uses them, however these processes end."""

import contextlib
import os
import secrets
import shutil
import subprocess
import tempfile
from pathlib import Path

_SCRIPT = Path(__file__).with_name("keeper.sh")
_REMOVING_SECONDS = 15


class KeptFolder:
    """A new temporary folder of this user alone, which a process of its own, the keeper, removes.

    The keeper also makes the folder: there is no moment at which a killed owner leaves it behind.

    Attributes
    ----------
    path
        The folder.
    users
        A descriptor that processes which use the folder inherit: the keeper waits until all have ended.

    Raises
    ------
    OSError
        The folder cannot be made.
    """

    def __init__(self) -> None:
        self.path = Path(tempfile.gettempdir()) / f"paralattice-{secrets.token_hex(8)}"
        watched, self.users = os.pipe()
        answer, answering = os.pipe()
        try:
            self._keeper = subprocess.Popen(
                ["/bin/sh", str(_SCRIPT), str(self.path)],
                stdin=watched,
                stdout=answering,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        finally:
            os.close(watched)
            os.close(answering)
        with os.fdopen(answer) as output:
            made = output.read()
        if not made:
            self._keeper.wait()
            # Raises the reason, or makes the folder where no keeper can run.
            self.path.mkdir(mode=0o700)

    def remove(self) -> None:
        """Remove the folder, whose users have ended; without effect if it is removed."""
        if self.users < 0:
            return
        os.close(self.users)
        self.users = -1
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._keeper.wait(_REMOVING_SECONDS)
        shutil.rmtree(self.path, ignore_errors=True)
