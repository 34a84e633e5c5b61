"""What tells one copy of the code from another that calls itself the same version."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import paralattice

# What a worker runs; the orchestrator alone may be another.
_PACKAGES = ("paralattice", "tasks", "workers")


@cache
def code_digest() -> str:
    """Return a digest, twelve hexadecimal digits, of the source files that decide what workers compute.

    Two checkouts may differ although both call themselves the same version.  It is
    that of the files at the first call, whatever becomes of them while a process runs.
    """
    root = Path(paralattice.__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(file for name in _PACKAGES for file in (root / name).rglob("*.py")):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(root).as_posix()} {content}\n".encode())
    return digest.hexdigest()[:12]
