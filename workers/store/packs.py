"""Packs: several artefacts in one object, compressed together, with a checksum.

The first line has a magic string and the SHA-256 of the rest.  The second line is the
index, a JSON list of keys and sizes in bytes, which is not compressed, so that the
keys are known from the beginning of the object.  The rest, compressed, is the
artefacts one after the other: each a line of JSON with its value and the sizes of its
texts, then the texts.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from isal import isal_zlib

from workers.store.keys import ArtefactKeyError, checked_key

_MAGIC = b"paralattice-pack-1 "

# Of the levels 0 to 3 of ISA-L: artefacts shrink to a fifth, in a quarter of zlib's time.
_LEVEL = 2


class Artefact(NamedTuple):
    """A value and the texts that belong to it.

    Attributes
    ----------
    value
        A JSON value.
    files
        Texts by their names, in UTF-8.
    """

    value: Any
    files: Mapping[str, bytes] = {}


class Entry(NamedTuple):
    """A pack of a store.

    Attributes
    ----------
    name
        Its name.
    size
        Its size in bytes.
    modified
        The time at which it was written, in seconds since 1970.
    """

    name: str
    size: int
    modified: float


class Pack(Mapping[str, Artefact]):
    """The artefacts of a pack by their keys, decoded when they are asked for."""

    def __init__(self, parts: Mapping[str, bytes]) -> None:
        self._parts = parts

    def __getitem__(self, key: str) -> Artefact:
        """Return an artefact."""
        head, _, rest = self._parts[key].partition(b"\n")
        value, sizes = json.loads(head)
        ends = pairwise(accumulate(sizes.values(), initial=0))
        texts = (rest[start:end] for start, end in ends)
        return Artefact(value, dict(zip(sizes, texts, strict=True)))

    def __iter__(self) -> Iterator[str]:
        """Yield the keys."""
        return iter(self._parts)

    def __contains__(self, key: object) -> bool:
        """Return whether there is an artefact of that key, without decoding it."""
        return key in self._parts

    def __len__(self) -> int:
        """Return the number of artefacts."""
        return len(self._parts)


def write_pack(artefacts: Mapping[str, Artefact]) -> bytes:
    """Return the content of the pack of some artefacts."""
    parts = [_encode(artefact) for artefact in artefacts.values()]
    index = json.dumps(list(zip(artefacts, map(len, parts), strict=True)), separators=(",", ":"))
    body = index.encode("ascii") + b"\n" + isal_zlib.compress(b"".join(parts), _LEVEL)
    return _header(body) + body


def read_pack(content: bytes) -> Pack | None:
    """Return the pack of a content, or ``None`` if it is damaged."""
    line, _, body = content.partition(b"\n")
    if line + b"\n" != _header(body):
        return None
    index, _, packed = body.partition(b"\n")
    sizes = dict(json.loads(index))
    data = isal_zlib.decompress(packed)
    ends = accumulate(sizes.values(), initial=0)
    return Pack({key: data[start:end] for key, (start, end) in zip(sizes, pairwise(ends), strict=True)})


def pack_keys(head: bytes) -> list[str]:
    """Return the keys of a pack, given its beginning; none if that is damaged.

    The checksum is not verified.
    """
    line, _, body = head.partition(b"\n")
    index, end, _ = body.partition(b"\n")
    if not (line.startswith(_MAGIC) and end):
        return []
    try:
        return [checked_key(key) for key, _ in json.loads(index)]
    except (ValueError, TypeError, ArtefactKeyError):
        return []


def _header(body: bytes) -> bytes:
    return _MAGIC + hashlib.sha256(body).hexdigest().encode("ascii") + b"\n"


def _encode(artefact: Artefact) -> bytes:
    sizes = {name: len(text) for name, text in artefact.files.items()}
    head = json.dumps([artefact.value, sizes], ensure_ascii=False, separators=(",", ":"))
    return b"\n".join([head.encode(), b"".join(artefact.files.values())])
