"""Gathers the packs of a folder in archives, beside running workers and orchestrators.

Nothing that a reader could find is ever missing: an archive has its name before the
files that it replaces are removed, and who misses a file looks for new archives.  A
process that dies at any moment leaves packs that are kept twice, or a file without a
name, which the next one removes.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from workers.store.archives import ENDING, FOLDER, Archive, Archives, Entry, write_archive
from workers.store.packs import read_pack

FEWEST = 32
"""Fewer packs than this stay files of their own."""

_LARGEST_BYTES = 4 << 30
# A process that writes an archive renews no file for longer than this only when it is dead.
_STALE_SECONDS = 24 * 3600.0


def gather(root: Path, loose: Collection[Entry], fewest: int = FEWEST) -> int:
    """Gather packs that are files of their own, and archives that are not much larger.

    Parameters
    ----------
    root
        The folder of the store.
    loose
        The packs that are files of their own.
    fewest
        With fewer, or while another process gathers, nothing is done.

    Returns
    -------
    int
        How many packs were gathered.
    """
    if len(loose) < fewest:
        return 0
    with _archive_lock(root, wait=False) as alone:
        if alone:
            _write(root, loose, list(_merged(root, loose)))
    return len(loose) if alone else 0


def discard(root: Path, names: Collection[str]) -> None:
    """Write the archives of a store anew that hold some packs, without these."""
    gone = frozenset(names)
    with _archive_lock(root, wait=True):
        for archive in Archives(root).all():
            if any(name in archive for name in gone):
                _write(root, (), [archive], gone)


def sweep(root: Path, before: float = _STALE_SECONDS) -> int:
    """Remove what dead processes have left unfinished for some seconds; return how many files."""
    swept = 0
    for path in (*(root / "incoming").glob("*"), *(root / FOLDER).glob("*.new")):
        with suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime >= before:
                path.unlink()
                swept += 1
    return swept


def _merged(root: Path, loose: Iterable[Entry]) -> Iterator[Archive]:
    """Yield the archives that are written anew: few remain, and a pack is copied a few times in all."""
    total = sum(entry.size for entry in loose)
    for archive in sorted(Archives(root).all(), key=lambda archive: archive.size):
        if archive.size > 2 * total or total + archive.size > _LARGEST_BYTES:
            return
        total += archive.size
        yield archive


def _write(
    root: Path, loose: Collection[Entry], merged: Collection[Archive], gone: frozenset[str] = frozenset()
) -> None:
    new = root / FOLDER / f"{secrets.token_hex(8)}.new"
    packs = (pack for pack in _packs(root, loose, merged) if pack[0].name not in gone)
    try:
        if write_archive(new, packs):
            # Without its name it does not count.
            new.replace(new.with_suffix(ENDING))
            _settle_folder(new.parent)
    finally:
        new.unlink(missing_ok=True)
    for archive in merged:
        archive.path.unlink(missing_ok=True)
    _remove_loose(root, loose)


def _packs(root: Path, loose: Iterable[Entry], merged: Iterable[Archive]) -> Iterator[tuple[Entry, bytes]]:
    """Yield the whole packs with their contents, the loose ones first."""
    for entry in sorted(loose):
        with suppress(FileNotFoundError, IsADirectoryError):
            content = (root / entry.name).read_bytes()
            if read_pack(content) is not None:
                yield entry, content
    for archive in merged:
        for entry in archive.entries():
            content = archive.read(entry.name) or b""
            if read_pack(content) is not None:
                yield entry, content


def _remove_loose(root: Path, packs: Iterable[Entry]) -> None:
    folders: set[Path] = set()
    for entry in packs:
        path = root / entry.name
        with suppress(FileNotFoundError, IsADirectoryError):
            found = path.stat()
            # Another file may have the name by now.
            if (found.st_size, found.st_mtime) == (entry.size, entry.modified):
                path.unlink()
                folders.add(path.parent)
    for folder in folders:
        # It is made again by the next who needs it.
        with suppress(OSError):
            folder.rmdir()


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


def _settle_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
