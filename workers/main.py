"""A worker process: ``python -P -m workers.main CONCURRENCY [--task-events]``.

It is started this way, not by Celery's own command, because that one looks for
modules in the current folder first, where a user may well have a ``tasks.py``.
"""

from __future__ import annotations

import gc
import os
import sys

from workers.settings import Settings

# One thread a process: the workers are as many as the cores.
_SINGLE_THREAD = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


# A child that ends waits until its last result was read, which nobody does in a worker that is being
# stopped; by default for 30 seconds.  The message of such a result goes to another worker.
_LAST_RESULT_TRIES = 20

TASK_EVENTS = "--task-events"
"""Flag, Celery's own: tell of each task from the first on, for Flower."""


def main(arguments: list[str]) -> None:
    """Serve the queue until told to stop.

    Parameters
    ----------
    arguments
        The number of child processes, and perhaps :data:`TASK_EVENTS`.
    """
    for name, value in _SINGLE_THREAD.items():
        os.environ.setdefault(name, value)
    # Path counts are exact, however long.
    sys.set_int_max_str_digits(0)
    import billiard.pool

    import workers.broker.inspect_command  # noqa: F401 - registers what this worker answers to a census
    from paralattice import align, lattice
    from workers.app import app

    billiard.pool.GUARANTEE_MESSAGE_CONSUMPTION_RETRY_LIMIT = _LAST_RESULT_TRIES
    # Before the children are forked, so that they share what is compiled and loaded.
    align.prepare_alignment()
    lattice.prepare_lattices()

    # What is loaded stays, shared with the children, and of what a task makes nearly all stays in use
    # until it ends: looking for garbage took a tenth of the time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)

    flags = [word for word in arguments if word == TASK_EVENTS]
    (concurrency,) = (word for word in arguments if word != TASK_EVENTS)
    app.worker_main(
        [
            "worker",
            "--pool=prefork",
            f"--concurrency={int(concurrency)}",
            f"--queues={Settings.from_environment().queue}",
            f"--hostname=worker-{os.getpid()}@%h",
            "--loglevel=WARNING",
            "--without-gossip",
            # Heartbeats stay: a worker without them sends Flower nothing, however it asks.
            "--without-mingle",
            *flags,
        ]
    )


if __name__ == "__main__":
    main(sys.argv[1:])
