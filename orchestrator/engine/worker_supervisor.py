"""The worker supervisor (``orchestrator worker``): keeps a worker running for runs on a shared broker."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import paralattice
from orchestrator.engine.local_backend import WorkerError
from orchestrator.engine.signals import stop_signals
from workers.broker.remote import check_broker, shown_url
from workers.main import OTHER_CODE
from workers.settings import LOG_VARIABLE, Settings, task_time_limit
from workers.supervision.guard import Guarded

_RESTARTS = 5
_LONG_LIFE_SECONDS = 60.0
_POLL_SECONDS = 0.2


def serve(settings: Settings, processes: int, say: Callable[[str], None]) -> None:
    """Keep a worker running until asked to stop; it then finishes the tasks under way.

    Parameters
    ----------
    settings
        Broker, store and queue.
    processes
        Number of worker processes.
    say
        Shows a line to the user.

    Raises
    ------
    BrokerError
        The broker cannot be used.
    WorkerError
        The worker died several times in a row.
    """
    for warning in check_broker(settings.broker_url):
        say(f"warning: {warning}")
    say(
        f"worker of version {paralattice.__version__} with {processes} processes on "
        f"{shown_url(settings.broker_url)}, store {settings.shown_store}; Ctrl-C stops it"
    )
    with stop_signals() as stopped:
        _supervise(settings, processes, stopped, say)


def _supervise(settings: Settings, processes: int, stopped: list[int], say: Callable[[str], None]) -> None:
    environment = {**settings.to_environment(), LOG_VARIABLE: _log_place()}
    restarts = 0
    while not stopped:
        started = time.monotonic()
        # -P: modules in the current folder must not shadow ours.
        command = [sys.executable, "-P", "-m", "workers.main", str(processes)]
        worker = Guarded(command, log=None, environment=environment)
        try:
            while worker.running and not stopped:
                time.sleep(_POLL_SECONDS)
        finally:
            _stop(worker, say)
        if stopped:
            return
        if worker.exit_code == OTHER_CODE:
            raise WorkerError("the files of this program changed: start the worker again")
        restarts = 1 if time.monotonic() - started > _LONG_LIFE_SECONDS else restarts + 1
        if restarts > _RESTARTS:
            raise WorkerError("the worker keeps dying; see its messages above")
        say("the worker died and is restarted")
        time.sleep(min(0.2 * 2**restarts, 5.0))


def _log_place() -> str:
    """Return where this process and its workers log: standard error, by the name of its file if it is one."""
    file = Path("/proc/self/fd/2").resolve()
    if file.is_file():
        return str(file)
    return "its journal" if "JOURNAL_STREAM" in os.environ else "its standard error"


def _stop(worker: Guarded, say: Callable[[str], None]) -> None:
    if worker.running:
        say("stopping after the tasks under way; Ctrl-C again stops at once")
    try:
        worker.stop(grace=task_time_limit())
    except KeyboardInterrupt:
        worker.stop(grace=0)
