"""The lock of a run: one process works on a run at a time."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from orchestrator.io.atomic import remove_unfinished
from orchestrator.runs.folder.record import RunError

LOCK = "run.lock"
_ATTEMPTS = 5
_SECONDS = 0.05


class Lock:
    """The lock of a run, held by this process and the processes that it forks."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._held = True

    def sign(self) -> None:
        """Write the number of this process into the lock file."""
        self._file.truncate(0)
        self._file.write(f"{os.getpid()}\n")
        self._file.flush()

    def hand_over(self) -> None:
        """Leave the lock to a forked process: this one no longer clears it."""
        self._held = False

    def clear(self) -> None:
        """Empty the lock file, unless the lock was handed over."""
        if self._held:
            self._file.truncate(0)


@contextmanager
def locked(root: Path) -> Iterator[Lock]:
    """Lock the run in a folder for this process; see :meth:`RunFolder.locked`."""
    with (root / LOCK).open("a+", encoding="utf-8") as file:
        if not _take(file):
            raise RunError(f"run {root.name!r} is being worked on by process {_holder(file)}")
        file.seek(0)
        killed = bool(file.read())
        lock = Lock(file)
        lock.sign()
        if killed:
            remove_unfinished(root)
        yield lock
        # Not reached if the process is killed or fails: the file then keeps its number.
        lock.clear()


def is_held(root: Path) -> bool:
    """Return whether a process of this machine holds the run in a folder."""
    try:
        with (root / LOCK).open(encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def _holder(file: TextIO) -> str:
    """Return the process number in a lock file; the holder may take a moment to write it."""
    for _ in range(_ATTEMPTS):
        file.seek(0)
        if holder := file.read().strip():
            return holder
        time.sleep(_SECONDS)
    return "unknown"


def _take(file: TextIO) -> bool:
    # is_held takes the lock for a moment, so one attempt is not enough.
    for _ in range(_ATTEMPTS):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            time.sleep(_SECONDS)
        else:
            return True
    return False
