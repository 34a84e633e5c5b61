"""Opening a backend: the broker and workers that work is sent to."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import cast

from orchestrator.engine.flower import flower_beside, flower_folder, is_watched
from orchestrator.engine.local_backend import LocalBackend
from orchestrator.engine.resources import Resources
from orchestrator.engine.shared_backend import SharedBackend, shared_settings
from workers.app import use_broker
from workers.broker.inspection import NeededParser
from workers.settings import Settings, own_queue
from workers.store import settled_location

Backend = LocalBackend | SharedBackend
"""A broker and its workers, on this machine or shared."""


def new_identity(name: str) -> str:
    """Return an identity for a run or for other work, unique on a shared broker."""
    return f"{name}-{secrets.token_hex(4)}"


@contextmanager
def open_backend(
    resources: Resources,
    run: str,
    logs: Path,
    runs: Path,
    say: Callable[[str], None],
    parser: NeededParser | None = None,
) -> Iterator[Backend]:
    """Open the backend of a run, start Flower beside it, and point this process's Celery at it.

    Parameters
    ----------
    resources
        Store, workers and broker.
    run
        Identity of the run on the broker.
    logs
        Folder for the logs of workers and Flower.
    runs
        Folder of the runs, which a running Flower may show.
    say
        Shows a line to the user.
    parser
        The parser that workers on a shared broker need for this run, if any.

    Raises
    ------
    BrokerError, StoreError, WorkerError, FlowerError
        A part of it cannot be used or does not start.
    """
    location = settled_location(resources.store)
    backend: Backend
    if resources.broker:
        settings = shared_settings(resources.broker, location, resources.endpoint)
        backend = SharedBackend(settings, run, say, resources.patience, not resources.window, parser)
    else:
        settings = Settings("", location, own_queue(), store_endpoint=resources.endpoint)
        watched = resources.flower is not None or is_watched(flower_folder(runs))
        log = logs / "worker.log"
        backend = LocalBackend(settings, resources.workers, log, run, resources.patience, watched)
    with backend:
        shown = Settings(backend.broker_url, "", backend.queue)
        with flower_beside(resources.flower, shown, logs / "flower.log", say):
            use_broker(shown.broker_url, shown.queue)
            yield backend


class KeptBackend(ExitStack):
    """Server and workers of this machine, started for the first of several runs; a context manager.

    Parameters
    ----------
    resources
        Workers, store and Flower.
    logs
        Folder for the logs of workers and Flower.
    runs
        Folder of the runs, which a running Flower may show.
    say
        Prints the address of Flower.
    """

    def __init__(self, resources: Resources, logs: Path, runs: Path, say: Callable[[str], None]) -> None:
        super().__init__()
        self._resources = resources
        self._logs, self._runs = logs, runs
        self._say = say
        self._backend: LocalBackend | None = None

    @contextmanager
    def lend(self, run: str) -> Iterator[LocalBackend]:
        """Serve a run for the length of the block."""
        if self._backend is None:
            opened = open_backend(self._resources, run, self._logs, self._runs, self._say)
            # Without a shared broker the backend is local.
            self._backend = cast("LocalBackend", self.enter_context(opened))
        else:
            self._backend.ensure_running()
            # Another backend may have been opened meanwhile.
            use_broker(self._backend.broker_url, self._backend.queue)
        with self._backend.serving(run) as backend:
            yield backend
