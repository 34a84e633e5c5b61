"""A digest of the source files, to distinguish copies of the same version."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import paralattice

# The code that workers run; the orchestrator's code may differ.
_PACKAGES = ("paralattice", "tasks", "workers")
# Code and the tables that it reads, such as word lists.
_PATTERNS = ("*.py", "*.tsv", "*.toml")


@cache
def code_digest(packages: tuple[str, ...] = _PACKAGES) -> str:
    """Return a digest, twelve hexadecimal digits, of the source files and tables of packages.

    By default the packages are those of workers. The files are read only at the first call.
    """
    root = Path(paralattice.__file__).parents[1]
    digest = hashlib.sha256()
    found = (file for name in packages for pattern in _PATTERNS for file in (root / name).rglob(pattern))
    for path in sorted(found):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(root).as_posix()} {content}\n".encode())
    return digest.hexdigest()[:12]
