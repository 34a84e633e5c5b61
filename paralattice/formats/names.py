"""Names of clusters, which become names of files and folders on any system."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable

MAX_NAME_BYTES = 120

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
# The first two are separators, the colon is one of drives, and Windows refuses the rest.
_SPECIAL = re.compile(r'[/\\:*?"<>|]')
# With an ending it is still the device: NUL.txt is NUL.
_RESERVED = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9¹²³])\s*(\..*)?", re.IGNORECASE | re.DOTALL)


def name_problem(name: str) -> str:
    """Return why a cluster cannot have that name, as a clause; empty where it can.

    A name is good where it can be a file and a folder on Linux, macOS and
    Windows, and where that file cannot lie outside the folder it is put in.
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
    # File systems count bytes, and most allow 255 for a name with its ending.
    size = len(name.encode())
    if size > MAX_NAME_BYTES:
        return f"it takes {size} bytes, more than {MAX_NAME_BYTES}"
    return ""


def name_key(name: str) -> str:
    """Return what two names share where some file system takes them for one.

    Case is folded, and composed and decomposed characters are the same.
    """
    # Folding case may leave characters that have to be composed again.
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def clashing_names(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the groups of two or more names with one :func:`name_key`, in order of first mention.

    A name that is given twice is a clash with itself.
    """
    groups: dict[str, list[str]] = defaultdict(list)
    for name in names:
        groups[name_key(name)].append(name)
    return [tuple(group) for group in groups.values() if len(group) > 1]
