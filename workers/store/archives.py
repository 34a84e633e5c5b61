"""Archives of a folder: many packs in one file, found by a sorted index.

`archives/ID.pack` is packs one after the other.  `archives/ID.index` has a line of magic
and an entry of 56 bytes for each, sorted by name: the name (32), offset, size and time of
the last change in milliseconds (8 each, big-endian).  An archive counts from the moment
when its index has its name, and never changes.  `archives/ID.removed` has a line for
each of its packs that was removed.
"""

from __future__ import annotations

import errno
import os
import struct
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar, overload

from workers.store.keys import COMMON_SHELF

_Found = TypeVar("_Found")

FOLDER = "archives"
MAGIC = b"paralattice-archive-1\n"
_ENTRY = struct.Struct(">32sQQQ")
# The clock of a file system may stand still for some milliseconds.
_SETTLED_SECONDS = 2.0


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
    index
        Its index file.

    Raises
    ------
    OSError
        It cannot be opened, or is no archive.
    """

    def __init__(self, index: Path) -> None:
        self.index = index
        # Both stay open: a reader can go on with files that were replaced by a larger archive.
        self._descriptors: list[int] = []
        for path in (index, index.with_suffix(".pack")):
            self._descriptors.append(os.open(path, os.O_RDONLY))
        length = os.fstat(self._descriptors[0]).st_size - len(MAGIC)
        if length % _ENTRY.size or os.pread(self._descriptors[0], len(MAGIC), 0) != MAGIC:
            raise OSError(f"{index} is not the index of an archive")
        self._names = _Names(self._descriptors[0], length // _ENTRY.size)
        self._dead: set[str] = set()
        self._dead_size = 0

    def __del__(self) -> None:
        """Close the files."""
        for descriptor in self._descriptors:
            os.close(descriptor)

    @property
    def size(self) -> int:
        """The size of its packs in bytes."""
        return os.fstat(self._descriptors[1]).st_size

    def find(self, name: str) -> Entry | None:
        """Return the entry of a pack, unless it is not here or was removed."""
        place = self._place(name)
        return None if place is None or name in self._removed() else _entry(self._names.raw(place))

    def read(self, name: str, limit: int | None = None) -> bytes | None:
        """Return the content of a pack, at most its first ``limit`` bytes; ``None`` as :meth:`find`."""
        place = self._place(name)
        if place is None or name in self._removed():
            return None
        _, offset, size, _ = _ENTRY.unpack(self._names.raw(place))
        return os.pread(self._descriptors[1], min(size, limit or size), offset)

    def remove(self, name: str) -> None:
        """Note that a pack of the archive does not count any more."""
        # Appended, because other processes remove packs as well; a line is written at once.
        with self.index.with_suffix(".removed").open("a", encoding="ascii") as file:
            file.write(f"{name}\n")

    def entries(self) -> Iterator[Entry]:
        """Yield the entries of all packs that were not removed, sorted by name."""
        removed = self._removed()
        for place in range(len(self._names)):
            if (entry := _entry(self._names.raw(place))).name not in removed:
                yield entry

    @cached_property
    def common(self) -> list[str]:
        """The names of the packs on the common shelf, which are the first, removed ones among them."""
        # The shelf's name is 0, so its packs are sorted before all others.
        end = bisect_left(self._names, bytes(16) + b"\xff" * 16)
        return [_entry(self._names.raw(place)).name for place in range(end)]

    def _place(self, name: str) -> int | None:
        packed = pack_name(name)
        place = bisect_left(self._names, packed)
        return place if place < len(self._names) and self._names[place] == packed else None

    def _removed(self) -> set[str]:
        path = self.index.with_suffix(".removed")
        with suppress(FileNotFoundError):
            # The file only grows, so its size tells whether there is more to read.
            if path.stat().st_size != self._dead_size:
                text = path.read_text(encoding="ascii", errors="replace")
                self._dead, self._dead_size = set(text.split()), len(text)
        return self._dead


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
        self._seen = (0, 0.0)

    def find(self, name: str) -> Entry | None:
        """Return the entry of a pack, or ``None``; raises OSError if the folder cannot be read."""
        return self._first(lambda archive: archive.find(name))

    def read(self, name: str, limit: int | None = None) -> bytes | None:
        """Return the content of a pack, at most its first ``limit`` bytes; ``None`` as :meth:`find`."""
        return self._first(lambda archive: archive.read(name, limit))

    def remove(self, name: str) -> None:
        """Remove a pack from all archives."""
        for archive in self.all():
            if archive.find(name):
                archive.remove(name)

    def common(self) -> list[str]:
        """Return the names of the packs on the common shelf."""
        return [name for archive in self.all() for name in archive.common]

    def all(self) -> list[Archive]:
        """Return all archives that are there now."""
        self._refresh()
        return list(self._open.values())

    def _first(self, look: Callable[[Archive], _Found | None]) -> _Found | None:
        """Return what is found first: in the archives that are known, then in those that are new."""
        known = list(self._open.values())
        try:
            found = _found(look, known)
        except OSError as error:
            if error.errno != errno.ESTALE:
                raise
            # On a file system of a network, the files of an archive that was replaced.
            self._open, self._seen, known, found = {}, (0, 0.0), [], None
        if found is not None:
            return found
        self._refresh()
        return _found(look, [archive for archive in self._open.values() if archive not in known])

    def _refresh(self) -> None:
        try:
            changed = self._folder.stat().st_mtime_ns
        except FileNotFoundError:
            self._open = {}
            return
        seen, settled = self._seen
        # A change within the same tick of the file system's clock would not show in the time.
        if changed == seen and settled - changed / 1e9 > _SETTLED_SECONDS:
            return
        self._seen = changed, time.time()
        there = {path.name: path for path in self._folder.glob("*.index")}
        self._open = {name: archive for name, archive in self._open.items() if name in there}
        for name in sorted(there.keys() - self._open.keys()):
            # Another process may be replacing it by a larger one.
            with suppress(OSError):
                self._open[name] = Archive(there[name])


def _found(look: Callable[[Archive], _Found | None], archives: Iterable[Archive]) -> _Found | None:
    return next((found for archive in archives if (found := look(archive)) is not None), None)


class _Names(Sequence[bytes]):
    """The packed names of an index, read when they are asked for."""

    def __init__(self, descriptor: int, length: int) -> None:
        self._descriptor = descriptor
        self._length = length

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> bytes: ...
    @overload
    def __getitem__(self, place: slice) -> list[bytes]: ...
    def __getitem__(self, place: int | slice) -> bytes | list[bytes]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(self._length))]
        if not 0 <= place < self._length:
            raise IndexError(place)
        return self.raw(place)[:32]

    def raw(self, place: int) -> bytes:
        """Return an entry."""
        return os.pread(self._descriptor, _ENTRY.size, len(MAGIC) + place * _ENTRY.size)


def index_content(packs: Sequence[tuple[Entry, int]]) -> bytes:
    """Return the content of the index of some packs, each with its offset, in any order."""
    rows = sorted(
        _ENTRY.pack(pack_name(entry.name), offset, entry.size, int(entry.modified * 1000))
        for entry, offset in packs
    )
    return MAGIC + b"".join(rows)


def pack_name(name: str) -> bytes:
    """Return the name of a pack as 32 bytes: its shelf, and its number or the digest of its keys."""
    shelf, _, last = name.replace("/", "").partition(".")
    tail = bytes.fromhex(last) if shelf == COMMON_SHELF else int(last).to_bytes(16, "big")
    return bytes.fromhex(shelf) + tail


def _entry(raw: bytes) -> Entry:
    name, _, size, modified = _ENTRY.unpack(raw)
    shelf, tail = name[:16].hex(), name[16:]
    last = tail.hex() if shelf == COMMON_SHELF else str(int.from_bytes(tail, "big"))
    return Entry(f"{shelf[:2]}/{shelf[2:]}.{last}", size, modified / 1000, archived=True)
