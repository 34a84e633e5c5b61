"""What tells one artefact store from another, wherever it is mounted."""

from __future__ import annotations

import re
import secrets
import tempfile
import time
from pathlib import Path

from workers.settings import QUEUE
from workers.store import StoreError

_FILE = "store-id"
_ATTEMPTS = 20
_WAIT_SECONDS = 0.05


def store_identity(root: Path) -> str:
    """Return the identity of the store in a folder: eight hexadecimal digits, made at first use.

    Parameters
    ----------
    root
        The folder; made where it is absent.

    Raises
    ------
    StoreError
        The folder cannot be made, read or written.
    """
    path = root / _FILE
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root) as probe:
            probe.write(b"\n")
        _make(path)
        for _ in range(_ATTEMPTS):
            text = path.read_text(encoding="ascii", errors="replace").strip()
            if re.fullmatch("[0-9a-f]{8}", text):
                return text
            # Another process has made the file and not yet written it.
            time.sleep(_WAIT_SECONDS)
    except OSError as error:
        raise StoreError(f"cannot use the store {root}: {error.strerror}") from error
    raise StoreError(f"{path} is damaged: remove it, and start the workers again")


def _make(path: Path) -> None:
    try:
        with path.open("x", encoding="ascii") as file:
            file.write(f"{secrets.token_hex(4)}\n")
    except FileExistsError:
        return


def queue_of(root: Path) -> str:
    """Return the queue of all workers of this version on the store in a folder.

    Workers of another version or on another store listen to another queue, so
    that they never see a message that they would answer differently.
    """
    return f"{QUEUE}-{store_identity(root)}"
