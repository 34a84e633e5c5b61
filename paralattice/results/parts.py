"""Part files: JSON Lines in independent members of gzip, each found without reading the others.

A part is a valid ``.jsonl.gz``: ``zcat``, pandas, DuckDB and every other reader of gzip take it as one
text.  Each member is one record, a few lines about one cluster.  Its header has the extra field ``PL``
(RFC 1952, 2.3.1.1): the size of the whole member, 4 bytes, little-endian, and the record's name in UTF-8.
So a reader goes from header to header, and a writer that was killed leaves at most one unfinished member at
the end.  The checksum of gzip covers the lines.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from isal import isal_zlib

from paralattice.errors import FormatError

ENDING = ".jsonl.gz"

# Of the levels 0 to 3 of ISA-L, which takes a quarter of the time of zlib; level 3 takes twice as long as 2.
_LEVEL = 2
# Magic number, method Deflate, flag FEXTRA, no time, no extra flags, any system.
_START = b"\x1f\x8b\x08\x04\x00\x00\x00\x00\x00\xff"
_EXTRA = struct.Struct("<H2sHI")
_TRAILER = struct.Struct("<II")
_ID = b"PL"
_HEAD = len(_START) + _EXTRA.size
_SIZE_FIELD = 4
# Beyond the header no member of a record is shorter: an empty Deflate stream and the trailer.
_LEAST = 2 + _TRAILER.size
# No name of a cluster is nearly as long.
_LONGEST_NAME = 1000
# The stub has an instance where the module has the class.
_DAMAGE: type[Exception] = isal_zlib.error  # type: ignore[assignment]


class PartMember(NamedTuple):
    """The place of a record in a part.

    Attributes
    ----------
    name
        The record's name.
    offset, size
        0-based place of its first byte, and its number of bytes.
    """

    name: str
    offset: int
    size: int


def write_member(name: str, lines: bytes) -> bytes:
    """Return the member of a record.

    Parameters
    ----------
    name
        The record's name.
    lines
        Its lines, each with its line end.
    """
    packer = isal_zlib.compressobj(_LEVEL, isal_zlib.DEFLATED, -isal_zlib.MAX_WBITS)
    packed = packer.compress(lines) + packer.flush()
    field = name.encode()
    size = _HEAD + len(field) + len(packed) + _TRAILER.size
    extra = _EXTRA.pack(4 + _SIZE_FIELD + len(field), _ID, _SIZE_FIELD + len(field), size)
    trailer = _TRAILER.pack(isal_zlib.crc32(lines), len(lines) & 0xFFFFFFFF)
    return b"".join([_START, extra, field, packed, trailer])


def scan_members(path: Path, start: int = 0) -> Iterator[PartMember]:
    """Yield the whole members of a part from a place on, in order; stop at an unfinished or damaged one.

    Raises
    ------
    OSError
        The file cannot be read.
    """
    with path.open("rb") as file:
        end = file.seek(0, 2)
        while member := _member_at(file, start, end):
            yield member
            start += member.size


def read_member(path: Path, member: PartMember) -> bytes:
    """Return the lines of a member.

    Raises
    ------
    FormatError
        The file cannot be read, or the member is damaged.
    """
    try:
        with path.open("rb") as file:
            file.seek(member.offset)
            content = file.read(member.size)
        unpacker = isal_zlib.decompressobj(isal_zlib.MAX_WBITS | 16)
        lines = unpacker.decompress(content)
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", str(path)) from error
    except _DAMAGE as error:
        raise FormatError(f"{_damaged(member)} ({error})", str(path)) from error
    if not unpacker.eof or unpacker.unused_data or len(content) != member.size:
        raise FormatError(_damaged(member), str(path))
    return lines


def _damaged(member: PartMember) -> str:
    return (
        f"the record of {member.name!r} is damaged: remove this file and submit the corpus again under the "
        "same name; its records are written again"
    )


def _member_at(file: IO[bytes], offset: int, end: int) -> PartMember | None:
    """Return the member at a place of a file of ``end`` bytes; ``None`` if there is no whole one."""
    file.seek(offset)
    head = file.read(_HEAD + _LONGEST_NAME)
    if len(head) < _HEAD or not head.startswith(_START):
        return None
    _, identity, length, size = _EXTRA.unpack_from(head, len(_START))
    name = head[_HEAD : _HEAD + length - _SIZE_FIELD]
    if identity != _ID or offset + size > end or size < _HEAD + len(name) + _LEAST:
        return None
    return PartMember(name.decode("utf-8", "replace"), offset, size)
