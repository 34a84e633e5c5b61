"""What tells one artefact store from another, wherever it is mounted."""

from __future__ import annotations

import hashlib
import re
import secrets
import tempfile
import time
from functools import cache
from pathlib import Path

import paraphrase
from workers.settings import QUEUE
from workers.store import StoreError

_FILE = "store-id"
_ATTEMPTS = 20
_WAIT_SECONDS = 0.05
# What a worker runs; the orchestrator alone may be another.
_PACKAGES = ("paraphrase", "tasks", "workers")


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


@cache
def code_digest() -> str:
    """Return a digest, twelve hexadecimal digits, of the source files that decide what workers compute.

    Two checkouts may differ although both call themselves the same version.  It is
    that of the files at the first call, whatever becomes of them while a process runs.
    """
    root = Path(paraphrase.__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(file for name in _PACKAGES for file in (root / name).rglob("*.py")):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(root).as_posix()} {content}\n".encode())
    return digest.hexdigest()[:12]
