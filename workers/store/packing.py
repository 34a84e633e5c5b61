"""Gathers the packs of a folder in archives, beside running workers and orchestrators.

Nothing that a reader could find is ever missing: an archive has its name before the
files that it replaces are removed, and who misses a file looks for new archives.  A
process that dies at any moment leaves packs that are kept twice, or files without a
name, which the next one removes.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from workers.store.archives import FOLDER, Archive, Archives, Entry, index_content
from workers.store.packs import read_pack

FEWEST = 32
"""Fewer packs than this stay files of their own."""

_LARGEST_BYTES = 4 << 30
# A process that writes an archive renews no file for longer than this only when it is dead.
_STALE_SECONDS = 24 * 3600.0


class Gathering:
    """The packs that become one new archive.

    Parameters
    ----------
    root
        The folder of the store.
    loose
        The packs that are files of their own.
    read
        Returns the content of a pack by its name, or ``None``.
    """

    def __init__(self, root: Path, loose: Collection[Entry], read: Callable[[str], bytes | None]) -> None:
        self._root = root
        self._loose = loose
        self._read = read

    def gather(self, fewest: int = FEWEST) -> int:
        """Gather loose packs, and archives that are not much larger; return how many packs were loose."""
        if len(self._loose) < fewest:
            return 0
        with _archive_lock(self._root, wait=False) as alone:
            if alone:
                self._write(list(self._merged()), frozenset())
        return len(self._loose) if alone else 0

    def discard(self, names: Collection[str]) -> None:
        """Write the archives anew that hold some packs, without these."""
        gone = frozenset(names)
        with _archive_lock(self._root, wait=True):
            for archive in Archives(self._root).all():
                if any(entry.name in gone for entry in archive.entries()):
                    Gathering(self._root, (), self._read)._write([archive], gone)

    def _merged(self) -> Iterator[Archive]:
        """Yield the archives that are written anew: few remain, and a pack is copied a few times in all."""
        total = sum(entry.size for entry in self._loose)
        for archive in sorted(Archives(self._root).all(), key=lambda archive: archive.size):
            if archive.size > 2 * total or total + archive.size > _LARGEST_BYTES:
                return
            total += archive.size
            yield archive

    def _write(self, merged: Collection[Archive], gone: frozenset[str]) -> None:
        folder = self._root / FOLDER
        path = folder / f"{secrets.token_hex(8)}.pack"
        # Without its name the index does not count, and neither does the archive.
        kept, index = [], path.with_suffix(".new")
        identities = {entry.name: _identity(self._root / entry.name) for entry in self._loose}
        with path.open("xb") as file:
            for entry, content in self._contents(merged):
                if entry.name not in gone:
                    kept.append((entry, file.tell()))
                    file.write(content)
            _settle(file)
        if kept:
            with index.open("xb") as file:
                file.write(index_content(kept))
                _settle(file)
            index.replace(path.with_suffix(".index"))
            _settle_folder(folder)
        else:
            path.unlink()
        for archive in merged:
            # The index first: without it an archive does not count.
            for ending in (".index", ".pack", ".removed"):
                archive.index.with_suffix(ending).unlink(missing_ok=True)
        self._remove_loose(identities, {entry.name for entry, _ in kept})

    def _contents(self, merged: Collection[Archive]) -> Iterator[tuple[Entry, bytes]]:
        """Yield the whole packs with their contents, each name once, the loose ones first."""
        seen: set[str] = set()
        for entry in sorted(self._loose):
            content = _whole(self._read(entry.name))
            if content is not None:
                seen.add(entry.name)
                yield entry._replace(size=len(content)), content
        for archive in merged:
            for entry in archive.entries():
                content = None if entry.name in seen else _whole(archive.read(entry.name))
                if content is not None:
                    seen.add(entry.name)
                    yield entry, content

    def _remove_loose(self, identities: dict[str, tuple[int, ...]], kept: Collection[str]) -> None:
        folders: set[Path] = set()
        for name in identities.keys() & set(kept):
            path = self._root / name
            # Another file may have the name by now.
            if identities[name] == _identity(path):
                path.unlink(missing_ok=True)
                folders.add(path.parent)
        for folder in folders:
            # It is made again by the next who needs it.
            with suppress(OSError):
                folder.rmdir()


def sweep(root: Path, before: float = _STALE_SECONDS) -> int:
    """Remove what dead processes have left unfinished for some seconds; return how many files."""
    archives = root / FOLDER
    unfinished = [*(root / "incoming").glob("*"), *archives.glob("*.new")]
    unfinished += [path for path in archives.glob("*.pack") if not path.with_suffix(".index").exists()]
    swept = 0
    for path in unfinished:
        with suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime >= before:
                path.unlink()
                swept += 1
    return swept


@contextmanager
def _archive_lock(root: Path, wait: bool) -> Iterator[bool]:
    """Lock the archives; yield False if another process holds the lock and ``wait`` is false."""
    (root / FOLDER).mkdir(parents=True, exist_ok=True)
    with (root / FOLDER / "lock").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        yield True


def _whole(content: bytes | None) -> bytes | None:
    return None if content is None or read_pack(content) is None else content


def _identity(path: Path) -> tuple[int, ...]:
    try:
        found = path.stat()
    except FileNotFoundError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


def _settle(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _settle_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
