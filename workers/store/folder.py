"""Artefacts in a folder, local or shared by several machines."""

from __future__ import annotations

import secrets
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from workers.store.artefacts import Store, StoreError, artefact_name

_ATTEMPTS = 20
_WAIT_SECONDS = 0.05


class FolderStore(Store):
    """A folder with one file per artefact.

    A file is written under a temporary name and then renamed, so that writes are atomic.

    Parameters
    ----------
    root
        The folder, created at the first write if it is missing.
    """

    def __init__(self, root: Path) -> None:
        super().__init__(str(root))
        self.root = root

    def path(self, key: str) -> Path:
        """Return the file of an artefact."""
        return self.root / artefact_name(key)

    def has(self, key: str) -> bool:
        """Return whether the artefact's file exists."""
        return self.path(key).is_file()

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
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoreError(f"cannot read {name} in {self.root}: {error.strerror}") from error

    def _write(self, name: str, content: bytes) -> None:
        try:
            self._replace(self.root / name, content)
        except OSError as error:
            raise StoreError(f"cannot write an artefact below {self.root}: {error.strerror}") from error

    def _remove(self, name: str) -> None:
        (self.root / name).unlink(missing_ok=True)

    def _replace(self, path: Path, content: bytes) -> None:
        # Renaming is atomic only within a file system.
        new = self.root / "incoming" / f"new-{secrets.token_hex(8)}"
        try:
            _in_folder(new.parent, lambda: new.write_bytes(content))
            _in_folder(path.parent, lambda: new.replace(path))
        except BaseException:
            new.unlink(missing_ok=True)
            raise


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
