"""A worker process: ``python -P -m workers.main CONCURRENCY [--task-events]``.

With ``-P``, Python does not import modules of the current folder, where a user may have a
``tasks.py``; :mod:`workers.loader` keeps Celery from it.
"""

import gc
import logging
import os
import socket
import sys
import warnings
from typing import Any

from paralattice.formats.printable import printable
from workers.settings import QUEUE, WORKER_VARIABLE, Settings, own_queue

# One thread per process, because there are as many processes as cores.
_SINGLE_THREAD = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


# A child that ends waits, by default 30 seconds, until its last result is read; a stopping worker reads
# none.  The message of that result goes to another worker.
_LAST_RESULT_TRIES = 20

EVENTS_FLAG = "--task-events"
"""The argument that has a worker send task events from the start, for Flower."""


OTHER_CODE = 78
"""The exit status of a worker whose files are not those of the process that started it."""


def main(arguments: list[str]) -> None:
    """Serve the queue until told to stop.

    Parameters
    ----------
    arguments
        The number of child processes and, optionally, :data:`EVENTS_FLAG`.
    """
    queue = Settings.from_environment().queue
    if queue.startswith(f"{QUEUE}-") and not queue.startswith(own_queue()):
        sys.stderr.write("the files of this program changed: start what you started again\n")
        sys.exit(OTHER_CODE)
    os.environ[WORKER_VARIABLE] = hostname = f"worker-{os.getpid()}@{socket.gethostname()}"
    for name, value in _SINGLE_THREAD.items():
        os.environ.setdefault(name, value)
    # What is imported and loaded here stays: the garbage collector would search it again and again in vain.
    gc.disable()
    # Path counts are exact and may have many digits.
    sys.set_int_max_str_digits(0)
    import billiard.pool
    from celery.platforms import SecurityWarning
    from celery.signals import after_setup_logger, after_setup_task_logger, worker_ready

    import workers.broker.inspect_command  # noqa: F401 - registers the command
    from workers.app import app
    from workers.loops import load_loops

    for set_up in (after_setup_logger, after_setup_task_logger):
        set_up.connect(_escape_logs)
    worker_ready.connect(_say_ready)
    # Celery warns root of messages that run code; ours are JSON and name known tasks.
    warnings.simplefilter("ignore", SecurityWarning)
    billiard.pool.GUARANTEE_MESSAGE_CONSUMPTION_RETRY_LIMIT = _LAST_RESULT_TRIES
    (concurrency,) = (int(word) for word in arguments if word != EVENTS_FLAG)
    # Before the children are forked, so that they share compiled code and loaded data.
    load_loops(concurrency)
    app.loader.import_default_modules()

    # The garbage collector rarely finds cycles here and took a tenth of the time, so it runs less often.
    # Frozen objects stay shared between the children; hardly any of them is garbage.
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()

    # Not `app.worker_main`: Celery's command line imports its shell, Flower and all other commands first.
    app.Worker(
        hostname=hostname,
        pool_cls="prefork",
        concurrency=concurrency,
        queues=queue,
        loglevel=logging.WARNING,
        task_events=EVENTS_FLAG in arguments,
        without_gossip=True,
        # Heartbeats stay on: without them a worker sends no events to Flower.
        without_mingle=True,
        # No banner of Celery's own settings.
        quiet=True,
    ).start()


def _say_ready(sender: Any, **_: Any) -> None:
    # Celery has put its logger in place of standard error.
    os.write(2, f"{sender.hostname} is ready\n".encode())


def _escape_logs(logger: logging.Logger, **_: Any) -> None:
    """Escape control characters of messages, which would act on a terminal, in all lines that are logged."""
    for handler in logger.handlers:
        handler.setFormatter(_Escaping(handler.formatter or logging.Formatter()))


class _Escaping(logging.Formatter):
    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        return printable(self._inner.format(record))


if __name__ == "__main__":
    main(sys.argv[1:])
