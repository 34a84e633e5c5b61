"""Archives of a folder: many packs in one file, found by a sorted index at its end.

`archives/ID.archive` is packs one after the other, an entry of 90 bytes for each, sorted by name, and
the end of 32 bytes.  An entry is the name (66, filled up with zeros), offset, size and time of the last
change in seconds (8 each, big-endian); the end is the number of entries (8) and a line of magic.  An
archive counts from the moment when it has that name, and never changes.
"""

from __future__ import annotations

import errno
import os
import struct
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from weakref import finalize

from workers.store.keys import COMMON_SHELF, is_common, is_pack

FOLDER = "archives"
ENDING = ".archive"

_MAGIC = b"\nparalattice-archive-1\n\n"
_ENTRY = struct.Struct(">66sQQd")
_END = struct.Struct(f">Q{len(_MAGIC)}s")
_NAME_BYTES = 66


class Entry(NamedTuple):
    """A pack of a store, wherever it is kept.

    Attributes
    ----------
    name
        Its name.
    size
        Its size in bytes.
    modified
        The time at which it was written, in seconds since 1970.
    archived
        Whether it is in an archive.
    """

    name: str
    size: int
    modified: float
    archived: bool = False


class Archive:
    """An open archive.

    Parameters
    ----------
    path
        Its file.

    Raises
    ------
    OSError
        It cannot be opened, or is no archive.

    Attributes
    ----------
    path, size
        Its file, and the size of that in bytes.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        # It stays open: a reader can go on with a file that was replaced by a larger archive.
        self._descriptor = os.open(path, os.O_RDONLY)
        finalize(self, os.close, self._descriptor)
        self.size = os.fstat(self._descriptor).st_size
        end = os.pread(self._descriptor, _END.size, max(0, self.size - _END.size))
        self._count = _END.unpack(end)[0] if end.endswith(_MAGIC) else self.size
        self._index = self.size - _END.size - self._count * _ENTRY.size
        if self._index < 0:
            raise OSError(f"{path} is no archive")

    def __contains__(self, name: str) -> bool:
        """Return whether a pack is here."""
        return self._span(name) is not None

    def read(self, name: str) -> bytes | None:
        """Return the content of a pack, unless it is not here."""
        span = self._span(name)
        return (span and self._bytes(*span)) or None

    def entries(self) -> Iterator[Entry]:
        """Yield the entries of all packs, sorted by name."""
        for name, _, size, modified in map(self._row, range(self._count)):
            # A name becomes a path: it must not be any other.
            if is_pack(name):
                yield Entry(name, size, modified, archived=True)

    @cached_property
    def common(self) -> list[str]:
        """The names of the packs on the common shelf."""
        shelf = f"{COMMON_SHELF[:2]}/{COMMON_SHELF[2:]}"
        # In ASCII the slash comes after the point.
        places = range(self._place(f"{shelf}."), self._place(f"{shelf}/"))
        return [name for name, *_ in map(self._row, places) if is_common(name)]

    def _span(self, name: str) -> tuple[int, int] | None:
        """Return size and offset of a pack, unless it is not here or its entry is damaged."""
        found, offset, size, _ = self._row(self._place(name))
        return (size, offset) if found == name and offset + size <= self._index else None

    def _place(self, name: str) -> int:
        """Return the 0-based place of the first entry that is not before a name."""
        return bisect_left(range(self._count), name.encode().ljust(_NAME_BYTES, b"\0"), key=self._name)

    def _name(self, place: int) -> bytes:
        return self._bytes(_NAME_BYTES, self._index + place * _ENTRY.size)

    def _row(self, place: int) -> tuple[str, int, int, float]:
        """Return name, offset, size and time of an entry; beyond the last one, an empty name."""
        raw = self._bytes(_ENTRY.size, self._index + place * _ENTRY.size)
        if len(raw) < _ENTRY.size:
            return "", 0, 0, 0.0
        name, offset, size, modified = _ENTRY.unpack(raw)
        return name.rstrip(b"\0").decode("ascii", "replace"), offset, size, modified

    def _bytes(self, size: int, offset: int) -> bytes:
        try:
            return os.pread(self._descriptor, size, offset)
        except OSError as error:
            # On a file system of a network, a file that was replaced: all is in the larger archive.
            if error.errno != errno.ESTALE:
                raise
            return b""


class Archives:
    """The archives of a store.

    Parameters
    ----------
    root
        The folder of the store.
    """

    def __init__(self, root: Path) -> None:
        self._folder = root / FOLDER
        self._open: dict[str, Archive] = {}

    def __contains__(self, name: str) -> bool:
        """Return whether an archive has a pack; raises OSError if the folder cannot be read."""
        return any(name in archive for archive in self.all())

    def read(self, name: str) -> bytes | None:
        """Return the content of a pack, or ``None``; raises OSError if the folder cannot be read."""
        return next((pack for archive in self.all() if (pack := archive.read(name)) is not None), None)

    def common(self) -> list[str]:
        """Return the names of the packs on the common shelf."""
        return [name for archive in self.all() for name in archive.common]

    def all(self) -> list[Archive]:
        """Return all archives that are there now."""
        names: list[str] = []
        with suppress(FileNotFoundError):
            names = [file.name for file in os.scandir(self._folder) if file.name.endswith(ENDING)]
        self._open = {name: archive for name, archive in self._open.items() if name in names}
        for name in names:
            if name not in self._open:
                try:
                    self._open[name] = Archive(self._folder / name)
                except FileNotFoundError:
                    # Another process has just replaced it by a larger one.
                    return self.all()
                except OSError:
                    continue
        return list(self._open.values())


def write_archive(path: Path, packs: Iterable[tuple[Entry, bytes]]) -> int:
    """Write an archive, and wait until it is on the disk.

    Parameters
    ----------
    path
        The new file.
    packs
        Entries with their contents; of several with one name the first counts.

    Returns
    -------
    int
        The number of packs.
    """
    rows: dict[bytes, bytes] = {}
    with path.open("xb") as file:
        for entry, content in packs:
            name = entry.name.encode()
            if name not in rows:
                rows[name] = _ENTRY.pack(name, file.tell(), len(content), entry.modified)
                file.write(content)
        file.write(b"".join(row for _, row in sorted(rows.items())) + _END.pack(len(rows), _MAGIC))
        file.flush()
        os.fsync(file.fileno())
    return len(rows)
