"""Names of clusters, which must be valid names of files and folders on all systems."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable

MAX_NAME_BYTES = 120

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
# Separators of folders and drives, and characters that are invalid on Windows.
_SPECIAL = re.compile(r'[/\\:*?"<>|]')
# Devices of Windows, also with an ending: NUL.txt is NUL.
_RESERVED = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9¹²³])\s*(\..*)?", re.IGNORECASE | re.DOTALL)


def name_problem(name: str) -> str:
    """Return the reason why a cluster cannot have that name, as a clause; empty for a valid name.

    A valid name is valid for files and folders on Linux, macOS and Windows, and cannot
    point outside the folder in which it is created.
    """
    if not name:
        return "it is empty"
    if _SURROGATE.search(name):
        return "it is not valid Unicode"
    if _CONTROL.search(name):
        return "it holds a control character"
    special = _SPECIAL.search(name)
    if special:
        return f"it holds {special.group()!r}, which a file name cannot hold on every system"
    return _shape_problem(name)


def _shape_problem(name: str) -> str:
    if name.startswith("."):
        return "it starts with a dot"
    if name != name.strip() or name.endswith("."):
        return "it starts or ends with a space, or ends with a dot"
    if _RESERVED.fullmatch(name):
        return "Windows reserves it"
    # Most file systems allow 255 bytes for a name with its ending.
    size = len(name.encode())
    return f"it takes {size} bytes, more than {MAX_NAME_BYTES}" if size > MAX_NAME_BYTES else ""


def name_key(name: str) -> str:
    """Return a key that is equal for two names if some file system treats them as equal.

    Case is folded, and composed and decomposed characters are equal.
    """
    # Case folding may decompose characters.
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def clashing_names(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the groups of two or more names with equal :func:`name_key`, in order of first occurrence.

    A repeated name clashes with itself.
    """
    groups: dict[str, list[str]] = defaultdict(list)
    for name in names:
        groups[name_key(name)].append(name)
    return [tuple(group) for group in groups.values() if len(group) > 1]
