"""Daemonise a run: continue it in the background."""

import os
import sys

from rich.console import Console

from orchestrator.io.console import say
from orchestrator.runs.folder import Lock, RunFolder


def detached(folder: RunFolder, lock: Lock, console: Console) -> bool:
    """Fork; the child continues in its own session and writes to the run's log.

    Parameters
    ----------
    folder
        The run's folder.
    lock
        Its lock, which the child takes over.
    console
        The parent prints here how to follow the run.

    Returns
    -------
    bool
        Whether this is the child.
    """
    log = folder.submit_log
    log.parent.mkdir(parents=True, exist_ok=True)
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        lock.hand_over()
        say(console, f"run {folder.name} continues as process {child}; its log is {log}")
        say(console, f"  orchestrator watch {folder.root}      orchestrator cancel {folder.root}")
        return False
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDONLY)
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    for source, target in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(source, target)
    lock.sign()
    return True
