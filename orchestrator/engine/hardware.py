"""The cores and the memory that this process may use, within the limits of a container."""

import contextlib
import math
import os
from dataclasses import dataclass
from pathlib import Path

CGROUP = Path("/sys/fs/cgroup")
"""The folder in which a container sees its own limits (version 2 of control groups)."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes of memory.

    Attributes
    ----------
    total
        Of the machine, or of the container if that has less.
    available
        Of these, the bytes that a new process may use without swapping.
    """

    total: int
    available: int


def cores(limits: Path = CGROUP) -> int:
    """Return the number of cores that this process may use, at least 1.

    Parameters
    ----------
    limits
        Folder of the control group.
    """
    # CPU affinity, if the system has it: containers often allow fewer cores than the machine has.
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    match _words(limits / "cpu.max"):
        case [quota, period] if quota.isdecimal():
            return max(1, min(count, math.ceil(int(quota) / int(period))))
    return count


def memory(limits: Path = CGROUP) -> Memory:
    """Return the memory that this process may use.

    Parameters
    ----------
    limits
        Folder of the control group.
    """
    import psutil

    machine = psutil.virtual_memory()
    match [*_words(limits / "memory.max"), *_words(limits / "memory.current")]:
        case [most, used] if most.isdecimal() and int(most) < machine.total:
            # Cached files count as used, although the kernel would drop them.
            words = _words(limits / "memory.stat")
            cached = dict(zip(words[::2], words[1::2], strict=False)).get("inactive_file", 0)
            free = int(most) - int(used) + int(cached)
            return Memory(int(most), max(0, min(free, machine.available)))
    return Memory(machine.total, machine.available)


def _words(file: Path) -> list[str]:
    with contextlib.suppress(OSError):
        return file.read_text(encoding="ascii").split()
    return []
