"""Tell running processes from zombies, find those that do tasks, and hold them for a while."""

import contextlib

import psutil


def is_alive(process):
    """Return whether a process runs; a zombie, which may be reaped late, does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def workers_of(run):
    """Return the processes of workers that a command has started: those that serve, and their children."""
    found = []
    for process in psutil.Process(run.pid).children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if "workers.main" in process.cmdline() and "guard.sh" not in " ".join(process.cmdline()):
                found.append(process)
    return found


def pool_of(run):
    """Return the workers' children, which do the tasks of a command."""
    workers = workers_of(run)
    numbers = {process.pid for process in workers}
    return [process for process in workers if process.ppid() in numbers]


@contextlib.contextmanager
def stopped(processes):
    """Stop processes for a while."""
    for process in processes:
        process.suspend()
    try:
        yield
    finally:
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.resume()
