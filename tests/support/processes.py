"""Processes that live, as opposed to those that nobody has waited for yet."""

import psutil


def is_alive(process):
    """Return whether a process runs; a zombie does not, whenever it is reaped."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
