"""Digests of source files: of the code that computes something, and of all code that workers run."""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import paralattice

# The code that workers run; the orchestrator's code may differ.
_PACKAGES = ("paralattice", "tasks", "workers")
# Code and the tables that it reads, such as word lists.
_SUFFIXES = (".py", ".tsv", ".toml", ".json")


@cache
def code_digest(places: tuple[str, ...] = _PACKAGES, without: str = "") -> str:
    """Return a digest, twelve hexadecimal digits, of source files and their tables.

    The files are read at the first call only: a later change of them does not change the code of a process
    that runs.  A checkout and an installed wheel of the same sources have the same digest.

    Parameters
    ----------
    places
        Packages and modules with their full names, such as ``paralattice.align``; by default all that
        workers run.
    without
        Name of files that do not count.

    Raises
    ------
    FileNotFoundError
        There is no such package or module.
    """
    digest = hashlib.sha256()
    root = Path(paralattice.__file__).parents[1]
    for path in sorted({path for place in places for path in _files(root, place)}):
        if path.name != without:
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{path.relative_to(root).as_posix()} {content}\n".encode())
    return digest.hexdigest()[:12]


def _files(root: Path, place: str) -> Iterator[Path]:
    path = root.joinpath(*place.split("."))
    if path.is_dir():
        yield from (file for file in path.rglob("*") if file.suffix in _SUFFIXES)
    else:
        yield path.with_suffix(".py")
