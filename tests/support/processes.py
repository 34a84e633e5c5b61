"""Tell running processes from zombies."""

import psutil


def is_alive(process):
    """Return whether a process runs; a zombie, which may be reaped late, does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
