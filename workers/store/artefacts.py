"""Artefacts: immutable values named by the digest of their inputs.

An artefact is a JSON value and any number of named texts.  The first line of its
file has a magic string and the SHA-256 of the rest, which is compressed: a line of
JSON with the value and the sizes of the texts, then the texts.  Earlier releases did
not compress it; such files are read as well.  Reads and writes are atomic.  An
artefact with a wrong checksum, after a power cut or a disk fault, is removed so that
it is computed again.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from paralattice.errors import ParaphraseError
from workers.store.keys import checked_key

_PLAIN, _PACKED = b"paralattice-artefact-1 ", b"paralattice-artefact-2 "
# The fastest of nine levels: an artefact shrinks to a fifth, and the best level gains little more.
_LEVEL = 1


class MissingArtefactError(ParaphraseError):
    """A required artefact is missing or was damaged."""


class StoreError(ParaphraseError):
    """The store cannot be written or read."""


def digest(*parts: Any) -> str:
    """Return the hexadecimal SHA-256 of values as canonical JSON."""
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Artefact(NamedTuple):
    """A value and the texts that belong to it.

    Attributes
    ----------
    value
        A JSON value.
    files
        Texts by their file names in a run's folder.
    """

    value: Any
    files: Mapping[str, str] = {}


class Store(ABC):
    """Artefacts by their keys, safe for concurrent processes.

    Subclasses read and write them atomically, under names of two parts, the first of
    which is the first two hexadecimal digits of the key.

    Parameters
    ----------
    location
        The store's location without a password, for messages.
    """

    def __init__(self, location: str) -> None:
        self.location = location

    @abstractmethod
    def has(self, key: str) -> bool:
        """Return whether the artefact exists; reading it verifies its checksum."""

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
    def _read(self, name: str) -> bytes | None:
        """Return the content under a name or ``None``; raise StoreError if the store fails."""

    @abstractmethod
    def _write(self, name: str, content: bytes) -> None:
        """Write or replace the content under a name; raise StoreError if the store fails."""

    @abstractmethod
    def _remove(self, name: str) -> None:
        """Remove the content under a name, if it exists."""

    def missing(self, keys: Iterable[str]) -> set[str]:
        """Return the keys without an artefact; raises as :meth:`has` does."""
        return {key for key in keys if not self.has(key)}

    def get(self, key: str) -> Artefact:
        """Return an artefact.

        Raises
        ------
        MissingArtefactError
            The artefact is missing, or was damaged and has been removed.
        StoreError
            The store cannot be read.
        """
        content = self._read(artefact_name(key))
        if content is None:
            raise MissingArtefactError(f"artefact {key} is absent from {self.location}")
        payload = _payload(content)
        if payload is None:
            self._remove(artefact_name(key))
            raise MissingArtefactError(f"artefact {key} in {self.location} was damaged and has been removed")
        return _decode(payload)

    def get_all(self, keys: Sequence[str]) -> list[Artefact]:
        """Return the artefacts of several keys, in order; raises as :meth:`get` does."""
        return [self.get(key) for key in keys]

    def put(self, key: str, artefact: Artefact) -> None:
        """Write an artefact atomically.

        Raises
        ------
        StoreError
            The store cannot be written, or is full.
        """
        packed = zlib.compress(_encode(artefact), _LEVEL)
        self._write(artefact_name(key), _header(_PACKED, packed) + b"\n" + packed)

    def put_all(self, artefacts: Mapping[str, Artefact]) -> None:
        """Write several artefacts by their keys; raises as :meth:`put` does."""
        for key, artefact in artefacts.items():
            self.put(key, artefact)

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


def content_key(value: Any) -> str:
    """Return the key of a value that is stored under its own digest."""
    return digest("content", value)


def artefact_name(key: str) -> str:
    """Return the name of an artefact in its store; raises ArtefactKeyError if the key is invalid."""
    checked_key(key)
    return f"{key[:2]}/{key[2:]}"


def _encode(artefact: Artefact) -> bytes:
    texts = [text.encode("utf-8", "surrogatepass") for text in artefact.files.values()]
    sizes = dict(zip(artefact.files, map(len, texts), strict=True))
    head = json.dumps([artefact.value, sizes], ensure_ascii=False, separators=(",", ":"))
    return b"\n".join([head.encode("utf-8", "surrogatepass"), b"".join(texts)])


def _decode(payload: bytes) -> Artefact:
    head, _, rest = payload.partition(b"\n")
    value, sizes = json.loads(head)
    ends = list(accumulate(sizes.values()))
    starts = [0, *ends]
    return Artefact(
        value,
        {
            name: rest[start:end].decode("utf-8", "surrogatepass")
            for name, start, end in zip(sizes, starts, ends, strict=False)
        },
    )


def _payload(content: bytes) -> bytes | None:
    """Return the payload of a file's content, or ``None`` if it is damaged."""
    header, _, stored = content.partition(b"\n")
    if header == _header(_PACKED, stored):
        return zlib.decompress(stored)
    return stored if header == _header(_PLAIN, stored) else None


def _header(magic: bytes, stored: bytes) -> bytes:
    return magic + hashlib.sha256(stored).hexdigest().encode("ascii")
