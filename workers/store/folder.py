"""Artefacts in a folder, local or shared by several machines."""

import os
import secrets
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from workers.new_file import create_whole, give_name
from workers.store.artefacts import Store, StoreError
from workers.store.keys import COMMON_SHELF, is_common, is_pack
from workers.store.packs import Entry

_HEAD_BYTES = 4096
# A file that is this old and still unfinished is of a dead process.
_STALE_SECONDS = 24 * 3600.0
_ABSENT = (FileNotFoundError, IsADirectoryError)


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

    def entries(self) -> Iterator[Entry]:
        """Yield all packs in any order."""
        with self._readable():
            for folder in sorted(self.root.glob("[0-9a-f][0-9a-f]")):
                yield from (entry for entry in _files(folder) if is_pack(entry.name))

    def discard(self, names: Collection[str]) -> None:
        """Remove packs by their names, and what dead processes have left unfinished."""
        with self._readable():
            for name in names:
                (self.root / name).unlink(missing_ok=True)
            for path in self.root.glob("incoming/*"):
                with suppress(FileNotFoundError):
                    if time.time() - path.stat().st_mtime >= _STALE_SECONDS:
                        path.unlink()

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
            create_whole(path, text)
            return path.read_text(encoding="ascii", errors="replace")
        except OSError as error:
            raise StoreError(f"cannot use the store {self.root}: {error.strerror}") from error

    def _common_names(self) -> list[str]:
        with self._readable():
            return [entry.name for entry in _files(self.root / COMMON_SHELF[:2]) if is_common(entry.name)]

    def _read(self, name: str) -> bytes | None:
        with self._readable(), suppress(*_ABSENT):
            return (self.root / name).read_bytes()
        return None

    def _head(self, name: str) -> bytes | None:
        with self._readable(), suppress(*_ABSENT), (self.root / name).open("rb") as file:
            head = file.read(_HEAD_BYTES)
            # Two lines: the second is long where a pack has many artefacts.
            return head if head.count(b"\n") > 1 else head + file.read()
        return None

    def _create(self, name: str, content: bytes) -> bool:
        # In the store's own file system.  Without links, what another writer computed may be computed again.
        path, new = self.root / name, self.root / "incoming" / f"new-{secrets.token_hex(8)}"
        try:
            _in_folder(new.parent, lambda: new.write_bytes(content))
            _in_folder(path.parent, lambda: give_name(new, path))
        except FileExistsError:
            return False
        except OSError as error:
            raise StoreError(f"cannot write an artefact below {self.root}: {error.strerror}") from error
        finally:
            with suppress(OSError):
                new.unlink()
        return True

    def _remove(self, name: str) -> None:
        self.discard([name])

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            place = error.filename or self.root
            raise StoreError(f"cannot use {place} in the store {self.root}: {error.strerror}") from error


def _files(folder: Path) -> Iterator[Entry]:
    """Yield the files of a folder with the names of their packs; none if it is missing."""
    with suppress(FileNotFoundError):
        for file in os.scandir(folder):
            with suppress(FileNotFoundError):
                found = file.stat()
                yield Entry(f"{folder.name}/{file.name}", found.st_size, found.st_mtime)


def _in_folder(folder: Path, write: Callable[[], object]) -> None:
    """Write to a folder; create it if it is missing."""
    try:
        write()
    except FileNotFoundError:
        # Rare; cheaper than checking for the folder each time.
        folder.mkdir(parents=True, exist_ok=True)
        write()
