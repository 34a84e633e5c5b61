"""Artefacts in a folder, local or shared by several machines."""

from __future__ import annotations

import errno
import os
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from workers.store.artefacts import Store, StoreError
from workers.store.keys import PACK_NAME, shelf_of

_HEAD_BYTES = 4096
# What file systems without hard links answer.
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}
_ATTEMPTS = 20
_WAIT_SECONDS = 0.05


class FolderStore(Store):
    """A folder with one file per pack.

    A file is written under a temporary name and then linked to its own, so that writes are atomic
    and the first of several writers wins.

    Parameters
    ----------
    root
        The folder, created at the first write if it is missing.
    """

    def __init__(self, root: Path) -> None:
        super().__init__(str(root))
        self.root = root

    def names(self, prefix: str = "") -> list[str]:
        """Return the names of all packs that begin with a prefix, in any order."""
        try:
            return list(_names_below(self.root, prefix))
        except OSError as error:
            raise StoreError(f"cannot read the store {self.root}: {error.strerror}") from error

    def path(self, key: str) -> Path:
        """Return the file of the pack that holds an artefact, or the first of its shelf if none does."""
        name = self._place(key) or f"{key[:2]}/{shelf_of(key)[2:]}.0"
        return self.root / name

    def probe(self) -> None:
        """Create the folder if it is missing, and write a temporary file."""
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.root) as file:
                file.write(b"\n")
        except OSError as error:
            raise StoreError(f"cannot use the store {self.root}: {error.strerror}") from error

    def claim(self, name: str, text: str) -> str:
        """Write a text under a name unless the name exists; return the text under that name."""
        path = self.root / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _create(path, text)
            for _ in range(_ATTEMPTS):
                found = path.read_text(encoding="ascii", errors="replace")
                if found:
                    break
                # Another process has created the file but not yet written it.
                time.sleep(_WAIT_SECONDS)
        except OSError as error:
            raise StoreError(f"cannot use the store {self.root}: {error.strerror}") from error
        return found

    def _read(self, name: str) -> bytes | None:
        try:
            return (self.root / name).read_bytes()
        except (FileNotFoundError, IsADirectoryError):
            return None
        except OSError as error:
            raise StoreError(f"cannot read {name} in {self.root}: {error.strerror}") from error

    def _head(self, name: str) -> bytes | None:
        try:
            with (self.root / name).open("rb") as file:
                head = file.read(_HEAD_BYTES)
                # Two lines: the second is long where a pack has many artefacts.
                return head if head.count(b"\n") > 1 else head + file.read()
        except (FileNotFoundError, IsADirectoryError):
            return None
        except OSError as error:
            raise StoreError(f"cannot read {name} in {self.root}: {error.strerror}") from error

    def _create(self, name: str, content: bytes) -> bool:
        try:
            return self._link(self.root / name, content)
        except OSError as error:
            raise StoreError(f"cannot write an artefact below {self.root}: {error.strerror}") from error

    def _remove(self, name: str) -> None:
        (self.root / name).unlink(missing_ok=True)

    def _link(self, path: Path, content: bytes) -> bool:
        # A file has its name from one moment to the next only within a file system.
        new = self.root / "incoming" / f"new-{secrets.token_hex(8)}"
        try:
            _in_folder(new.parent, lambda: new.write_bytes(content))
            _in_folder(path.parent, lambda: _give_name(new, path))
        except FileExistsError:
            return False
        finally:
            new.unlink(missing_ok=True)
        return True


def _give_name(new: Path, path: Path) -> None:
    """Give a file its name; raises FileExistsError if another file has it."""
    try:
        path.hardlink_to(new)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # Without links the last of two writers wins, and what only the other computed is computed again.
        if path.exists():
            raise FileExistsError(error.errno, error.strerror) from error
        new.replace(path)


def _names_below(root: Path, prefix: str) -> Iterator[str]:
    folder, _, start = prefix.partition("/")
    for path in [root / folder] if folder else sorted(root.glob("[0-9a-f][0-9a-f]")):
        with suppress(FileNotFoundError):
            yield from (
                f"{path.name}/{entry.name}"
                for entry in os.scandir(path)
                if entry.name.startswith(start) and PACK_NAME.fullmatch(f"{path.name}/{entry.name}")
            )


def _in_folder(folder: Path, write: Callable[[], object]) -> None:
    """Write to a folder; create it if it is missing."""
    try:
        write()
    except FileNotFoundError:
        # Rare; cheaper than checking for the folder each time.
        folder.mkdir(parents=True, exist_ok=True)
        write()


def _create(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="ascii") as file:
            file.write(text)
    except FileExistsError:
        return
