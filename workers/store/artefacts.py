"""Artefacts: immutable values named by the digest of their inputs, in packs.

A key is 64 hexadecimal digits.  Its first half is its *shelf*: artefacts that are looked
for together, such as the ones of a cluster, have one shelf.  The results that a process computes in one
go for a shelf is one object, a *pack*: `SHELF.0`, `SHELF.1` and so on, each created only
if nobody else has created it.  Who looks for a key reads the packs of its shelf in this
order until the key is found or there is no further pack.

On the *common shelf* are artefacts that come in batches of any composition, the parses.
Its packs are named by the digest of their keys, and found by listing.

Reads and writes are atomic.  A pack with a wrong checksum, after a power cut or a disk
fault, is removed, so that its artefacts are computed again.
"""

import hashlib
import json
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, TypeVar

from paralattice.errors import ParalatticeError
from workers.store.catalogue import Catalogue
from workers.store.keys import COMMON_SHELF, checked_key, checked_place, shelf_of
from workers.store.packs import Artefact, Entry, Pack, pack_keys, read_pack, write_pack

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

# Made once: a run has dozens of keys for each cluster.
_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
# A pack that can neither be created nor read: another process may be removing it.
_ATTEMPTS = 20
# A process mostly stores what it has just looked for.
_NOTED = 1000


class MissingArtefactError(ParalatticeError):
    """A required artefact is missing or was damaged."""


class StoreError(ParalatticeError):
    """The store cannot be written or read."""


def digest(*parts: Any) -> str:
    """Return the hexadecimal SHA-256 of values as canonical JSON."""
    return hashlib.sha256(_CANONICAL.encode(parts).encode()).hexdigest()


class Store(ABC):
    """Artefacts by their keys, safe for concurrent processes.

    Subclasses read and write objects atomically, under names of two parts, the first of
    which is the first two hexadecimal digits of the shelf.

    Parameters
    ----------
    location
        The store's location without a password, for messages.
    patience
        Seconds for which a listing of the common shelf counts as recent.
    """

    def __init__(self, location: str, patience: float = 0.0) -> None:
        self.location = location
        # The number of the next pack of shelves that were read, removed with its use.
        self._free: dict[str, int] = {}
        self._catalogue = Catalogue(self._common_names, self.keys, patience)

    @abstractmethod
    def probe(self) -> None:
        """Check that the store can be read and written, without leaving anything in it.

        Raises
        ------
        StoreError
            The store cannot be used; the message is one line with the reason.
        """

    @abstractmethod
    def claim(self, name: str, text: str) -> str:
        """Write a short text under a name unless the name exists; return the text under that name.

        Raises
        ------
        StoreError
            The text cannot be written or read.
        """

    @abstractmethod
    def entries(self) -> Iterator[Entry]:
        """Yield all packs in any order; raises StoreError."""

    @abstractmethod
    def discard(self, names: Collection[str]) -> None:
        """Remove packs by their names, which :meth:`entries` gave; raises StoreError."""

    @abstractmethod
    def _common_names(self) -> list[str]:
        """Return the names of the packs on the common shelf, in any order; raises StoreError."""

    @abstractmethod
    def _read(self, name: str) -> bytes | None:
        """Return the content under a name or ``None``; raise StoreError if the store fails."""

    @abstractmethod
    def _head(self, name: str) -> bytes | None:
        """Return at least the first line of a pack's body, or ``None``, as :meth:`_read`."""

    @abstractmethod
    def _create(self, name: str, content: bytes) -> bool:
        """Write the content under a name unless the name exists; return whether it was written."""

    @abstractmethod
    def _remove(self, name: str) -> None:
        """Remove the content under a name, if it exists."""

    def keys(self, names: Sequence[str]) -> list[list[str]]:
        """Return the keys of each of several packs; none for one that is absent or damaged."""
        return self._map(lambda name: pack_keys(self._head(name) or b""), names)

    def has(self, key: str) -> bool:
        """Return whether the artefact exists; reading it verifies its checksum."""
        return not self.missing([key])

    def missing(self, keys: Iterable[str]) -> set[str]:
        """Return the keys without an artefact.

        Raises
        ------
        StoreError
            The store cannot be read.
        ArtefactKeyError
            A key is invalid.
        """
        shelves = _by_shelf(keys)
        common = self._catalogue.missing(shelves.pop(COMMON_SHELF, ()))
        return common.union(*self._map(self._missing_on_shelf, list(shelves.items())))

    def get(self, key: str) -> Artefact:
        """Return an artefact.

        Raises
        ------
        MissingArtefactError
            The artefact is missing, or was damaged and has been removed.
        StoreError
            The store cannot be read.
        """
        return self.get_all([key])[0]

    def get_all(self, keys: Sequence[str]) -> list[Artefact]:
        """Return the artefacts of several keys, in order; raises as :meth:`get` does."""
        found = self.find_all(keys)
        for key in keys:
            if key not in found:
                reason = "was damaged and has been removed, or was never there"
                raise MissingArtefactError(f"artefact {key} is absent from {self.location}: it {reason}")
        return [found[key] for key in keys]

    def find_all(self, keys: Iterable[str]) -> dict[str, Artefact]:
        """Return those artefacts of some keys that exist; damaged ones are removed."""
        shelves = _by_shelf(keys)
        places = self._catalogue.places(shelves.pop(COMMON_SHELF, ()))
        parts = self._map(self._find_on_shelf, list(shelves.items()))
        parts += self._map(self._find_in_pack, list(places.items()))
        return {key: value for part in parts for key, value in part.items()}

    def put(self, key: str, artefact: Artefact) -> None:
        """Write an artefact atomically, unless it exists.

        Raises
        ------
        StoreError
            The store cannot be written, or is full.
        """
        self.put_all({key: artefact})

    def put_all(self, artefacts: Mapping[str, Artefact]) -> None:
        """Write several artefacts by their keys, a pack for each shelf; raises as :meth:`put` does."""
        packs = [{key: artefacts[key] for key in keys} for keys in _by_shelf(artefacts).values()]
        self._map(self._put_pack, packs)

    def put_content(self, value: Any) -> str:
        """Write a value under its :func:`content_key` and return that key."""
        key = content_key(value)
        if not self.has(key):
            self.put(key, Artefact(value))
        return key

    def once(self, key: str, compute: Callable[[], Artefact]) -> Artefact | None:
        """Compute and write an artefact unless it exists; return it if it was computed."""
        if self.has(key):
            return None
        artefact = compute()
        self.put(key, artefact)
        return artefact

    def expect(self, names: Iterable[str]) -> None:
        """Look whether packs of the common shelf exist, given their names, without listing them.

        A file system of a network may list a new file late, and listing a bucket costs more than to read.
        """
        self._catalogue.expect([checked_place(name) for name in names])

    def places(self, keys: Iterable[str]) -> list[str]:
        """Return the names of the packs of the common shelf that hold some artefacts, as far as known."""
        return list(self._catalogue.known_places(keys))

    def _missing_on_shelf(self, shelf: tuple[str, list[str]]) -> set[str]:
        wanted = set(shelf[1])
        for number, name in enumerate(_generations(shelf[0])):
            head = self._head(name)
            if head is None:
                self._note_free(shelf[0], number)
                break
            wanted.difference_update(pack_keys(head))
            if not wanted:
                break
        return wanted

    def _find_on_shelf(self, wanted: tuple[str, list[str]]) -> dict[str, Artefact]:
        shelf, keys = wanted
        found: dict[str, Artefact] = {}
        free: list[int] = []
        for number, name in enumerate(_generations(shelf)):
            pack, there = self._pack(name)
            if pack is None:
                free.append(number)
            else:
                found |= {key: pack[key] for key in keys if key in pack and key not in found}
            if not there or len(found) == len(keys):
                break
        if free:
            self._note_free(shelf, free[0])
        return found

    def _note_free(self, shelf: str, number: int) -> None:
        """Note the number of the next pack of a shelf, which its next artefacts have if nobody is faster."""
        if len(self._free) >= _NOTED:
            self._free.clear()
        self._free[shelf] = number

    def _find_in_pack(self, wanted: tuple[str, list[str]]) -> dict[str, Artefact]:
        pack, _ = self._pack(wanted[0])
        return {} if pack is None else {key: pack[key] for key in wanted[1] if key in pack}

    def _pack(self, name: str) -> tuple[Pack | None, bool]:
        """Return a pack, unless it is damaged, and whether there was one; a damaged one is removed."""
        content = self._read(name)
        if content is None:
            self._catalogue.discard(name)
            return None, False
        pack = read_pack(content)
        if pack is None:
            self._remove(name)
            self._catalogue.discard(name)
        return pack, True

    def _put_pack(self, artefacts: Mapping[str, Artefact]) -> None:
        """Write artefacts of one shelf as its next pack, without those that others have written meanwhile."""
        shelf, rest = shelf_of(next(iter(artefacts))), dict(artefacts)
        first = self._free.pop(shelf, 0)
        names = iter([common_name(artefacts)]) if shelf == COMMON_SHELF else _generations(shelf, first)
        name = next(names)
        for _ in range(_ATTEMPTS + len(artefacts)):
            if self._create(name, write_pack(rest)):
                if shelf == COMMON_SHELF:
                    self._catalogue.note(name, rest)
                return
            pack, _ = self._pack(name)
            if pack is not None:
                rest = {key: artefact for key, artefact in rest.items() if key not in pack}
                name = next(names, name)
            if not rest:
                return
        raise StoreError(f"cannot write {name} in {self.location}: it can be neither created nor read")

    def _map(self, function: Callable[[_Item], _Result], items: Sequence[_Item]) -> list[_Result]:
        """Apply a function to items, possibly at once."""
        return [function(item) for item in items]


def content_key(value: Any) -> str:
    """Return the key of a value that is stored under its own digest."""
    return digest("content", value)


def common_name(keys: Iterable[str]) -> str:
    """Return the name of the pack on the common shelf that holds artefacts of exactly these keys."""
    return f"{_shelf_name(COMMON_SHELF)}.{digest(sorted(keys))[:32]}"


def _generations(shelf: str, first: int = 0) -> Iterator[str]:
    return (f"{_shelf_name(shelf)}.{number}" for number in count(first))


def _shelf_name(shelf: str) -> str:
    return f"{shelf[:2]}/{shelf[2:]}"


def _by_shelf(keys: Iterable[str]) -> dict[str, list[str]]:
    shelves: defaultdict[str, list[str]] = defaultdict(list)
    for key in dict.fromkeys(keys):
        shelves[shelf_of(checked_key(key))].append(key)
    return shelves
