"""Artefacts in a folder, local or shared by several machines."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from workers.new_file import create_whole, give_name
from workers.store.archives import Archives, Entry
from workers.store.artefacts import Store, StoreError
from workers.store.keys import COMMON_SHELF, is_common, is_pack
from workers.store.packing import discard, gather, sweep

_HEAD_BYTES = 4096


class FolderStore(Store):
    """A folder with one file per pack, and with archives of many packs.

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
        self._archives = Archives(root)

    def entries(self) -> Iterator[Entry]:
        """Yield all packs in any order."""
        with self._readable():
            loose = list(self._loose())
            yield from loose
            known = {entry.name for entry in loose}
            for archive in self._archives.all():
                yield from (entry for entry in archive.entries() if entry.name not in known)

    def discard(self, names: Collection[str]) -> None:
        """Remove packs by their names; archives that hold them are written anew."""
        with self._readable():
            for name in names:
                (self.root / name).unlink(missing_ok=True)
            if any(name in self._archives for name in names):
                discard(self.root, names)
            sweep(self.root)

    def gather(self) -> int:
        """Gather packs that are files in archives, if there are many; return their number."""
        with self._readable():
            return gather(self.root, list(self._loose()))

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
            folder = COMMON_SHELF[:2]
            loose = [entry.name for entry in _files(self.root / folder) if is_common(entry.name)]
            return [*loose, *self._archives.common()]

    def _read(self, name: str) -> bytes | None:
        with self._readable():
            try:
                return (self.root / name).read_bytes()
            except (FileNotFoundError, IsADirectoryError):
                return self._archives.read(name)

    def _head(self, name: str) -> bytes | None:
        with self._readable():
            try:
                with (self.root / name).open("rb") as file:
                    head = file.read(_HEAD_BYTES)
                    # Two lines: the second is long where a pack has many artefacts.
                    return head if head.count(b"\n") > 1 else head + file.read()
            except (FileNotFoundError, IsADirectoryError):
                return self._archives.read(name)

    def _create(self, name: str, content: bytes) -> bool:
        try:
            if name in self._archives or not self._link(self.root / name, content):
                return False
            # Another process may have gathered and removed a file of that name just before.
            if gathered := name in self._archives:
                (self.root / name).unlink(missing_ok=True)
            return not gathered
        except OSError as error:
            raise StoreError(f"cannot write an artefact below {self.root}: {error.strerror}") from error

    def _remove(self, name: str) -> None:
        self.discard([name])

    def _loose(self) -> Iterator[Entry]:
        for folder in sorted(self.root.glob("[0-9a-f][0-9a-f]")):
            yield from (entry for entry in _files(folder) if is_pack(entry.name))

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            place = error.filename or self.root
            raise StoreError(f"cannot use {place} in the store {self.root}: {error.strerror}") from error

    def _link(self, path: Path, content: bytes) -> bool:
        # In the store's own file system.  Without links, what another writer computed may be computed again.
        new = self.root / "incoming" / f"new-{secrets.token_hex(8)}"
        try:
            _in_folder(new.parent, lambda: new.write_bytes(content))
            _in_folder(path.parent, lambda: give_name(new, path))
        except FileExistsError:
            return False
        finally:
            new.unlink(missing_ok=True)
        return True


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
