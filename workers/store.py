"""Artefacts: immutable values named by the digest of what they were computed from.

An artefact is a value that JSON can hold and any number of named texts.  Its
file starts with a line of magic and the SHA-256 of the rest: a line of JSON with
the value and the texts' sizes, then the texts as they are.  It is written under
another name and then renamed, so that a reader sees a whole artefact or none; the
checksum finds what a power cut, a disk or a hand did to it, and such a file is
removed so that it is computed again.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from paraphrase.errors import ParaphraseError
from workers.keys import checked_key
from workers.settings import Settings

_MAGIC = b"paralattice-artefact-1 "


class MissingArtefactError(ParaphraseError):
    """An artefact that should be there is absent or was damaged."""


class StoreError(ParaphraseError):
    """The store cannot be written or read."""


def digest(*parts: Any) -> str:
    """Return the SHA-256, in hexadecimal, of plain values encoded without ambiguity as JSON."""
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Artefact(NamedTuple):
    """What is stored under a key.

    Attributes
    ----------
    value
        Anything that JSON can hold.
    files
        Texts by their names in a run's folder.
    """

    value: Any
    files: Mapping[str, str] = {}


class Store:
    """A folder of artefacts, safe for any number of processes at once.

    Parameters
    ----------
    root
        The folder; made where it is absent.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, key: str) -> Path:
        """Return the file of an artefact: two hexadecimal digits of the key are its folder.

        Raises
        ------
        ArtefactKeyError
            It is no key, so that the file might lie anywhere.
        """
        checked_key(key)
        return self.root / key[:2] / key[2:]

    def has(self, key: str) -> bool:
        """Return whether the artefact is there; its checksum is looked at when it is read."""
        return self.path(key).is_file()

    def get(self, key: str) -> Artefact:
        """Return an artefact.

        Raises
        ------
        MissingArtefactError
            It is absent, or was damaged and has been removed.
        StoreError
            The folder cannot be read.
        """
        path = self.path(key)
        try:
            header, _, payload = path.read_bytes().partition(b"\n")
        except FileNotFoundError:
            raise MissingArtefactError(f"artefact {key} is absent from {self.root}") from None
        except OSError as error:
            raise StoreError(f"cannot read artefact {key} in {self.root}: {error.strerror}") from error
        if header != _header(payload):
            path.unlink(missing_ok=True)
            raise MissingArtefactError(f"artefact {key} in {self.root} was damaged and has been removed")
        return _decode(payload)

    def put(self, key: str, artefact: Artefact) -> None:
        """Write an artefact whole or not at all.

        Raises
        ------
        StoreError
            The folder cannot be written, or the disk is full.
        """
        payload = _encode(artefact)
        path = self.path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._write(path, _header(payload) + b"\n" + payload)
        except OSError as error:
            raise StoreError(f"cannot write an artefact below {self.root}: {error.strerror}") from error

    def put_content(self, value: Any) -> str:
        """Write a value under the digest of itself and return that key."""
        key = digest("content", value)
        if not self.has(key):
            self.put(key, Artefact(value))
        return key

    def once(self, key: str, compute: Callable[[], Artefact]) -> None:
        """Compute and write an artefact unless it is there."""
        if not self.has(key):
            self.put(key, compute())

    def _write(self, path: Path, content: bytes) -> None:
        handle, name = tempfile.mkstemp(prefix="new-", dir=self._incoming)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    @cached_property
    def _incoming(self) -> Path:
        # On the same file system as the artefacts, or renaming would not be atomic.
        folder = self.root / "incoming"
        folder.mkdir(parents=True, exist_ok=True)
        return folder


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


def _header(payload: bytes) -> bytes:
    return _MAGIC + hashlib.sha256(payload).hexdigest().encode("ascii")


@lru_cache(maxsize=1)
def current_store() -> Store:
    """Return the store that this process's environment names.

    Raises
    ------
    StoreError
        The environment names none.
    """
    root = Settings.from_environment().store
    if not root:
        raise StoreError("no artefact store: set ORCHESTRATOR_STORE to a folder")
    return Store(Path(root))
