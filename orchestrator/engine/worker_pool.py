"""The worker pool: items computed by workers, which start with the first item and run until the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import chain
from pathlib import Path

import redis
from attrs import define, field
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from orchestrator.engine.backends import Backend, new_identity, open_backend
from orchestrator.engine.journal import MemoryJournal
from orchestrator.engine.resources import Resources
from orchestrator.engine.scheduler import Scheduler
from orchestrator.engine.signals import StopRequest, stop_signals
from orchestrator.engine.work_items import Item, ItemWorkload
from orchestrator.io.console import say, warn
from workers.broker.embedded import BrokerError
from workers.broker.inspection import withdraw
from workers.events import EventReader, connect
from workers.store import Artefact, Store

_LINE_SECONDS = 5.0


@contextmanager
def open_worker_pool(resources: Resources, name: str, logs: Path, console: Console) -> Iterator[WorkerPool]:
    """Open a worker pool; its workers start with the first item that has to be computed.

    Artefacts stay in the store: the same work resumes from there the next time.

    Parameters
    ----------
    resources
        Store, workers and broker.
    name
        The purpose, shown on a shared broker.
    logs
        Folder for the logs of local workers, inside the folder of the runs.
    console
        Where to show progress.
    """
    with stop_signals() as stopped, ExitStack() as held:
        run, store = new_identity(name), resources.open_store()
        yield WorkerPool(resources, run, logs, console, stopped, held, store)


@define(eq=False)
class WorkerPool:
    """Workers and the connection to them; made by :func:`open_worker_pool`.

    Attributes
    ----------
    store
        Where artefacts are kept.
    failures
        The reasons why items failed, by name, of all calls together.
    """

    _resources: Resources
    _run: str
    _logs: Path
    _console: Console
    _stopped: Sequence[int]
    _held: ExitStack
    store: Store
    failures: dict[str, str] = field(factory=dict)
    _journal: MemoryJournal = field(factory=MemoryJournal)
    _started: tuple[Backend, EventReader] | None = None

    def compute(
        self, task: str, items: Iterable[Item], unit: str = "items"
    ) -> Iterator[tuple[Item, Artefact]]:
        """Compute items; yield each with its artefact as it is done, in any order.

        Items whose artefact is stored are not computed.  A failed item is left out, and its
        reason is in :attr:`failures`.

        Parameters
        ----------
        task
            The name of a task, one of :data:`workers.task_names.ITEM_TASKS`.
        items
            The items; taken when the window has room.
        unit
            The plural noun for items, shown with the progress.

        Raises
        ------
        StopRequest
            The user asked to stop.
        ParalatticeError
            Server or workers do not start, or keep dying.
        """
        workload = ItemWorkload(task, self.store)
        scheduler = Scheduler(workload, self._journal, self._run, self._resources.first_window)
        left = scheduler.collect_complete(items)
        # Workers and server start only if an item is left to compute.
        first = next(left, None)
        ready = workload.take()
        yield from ready
        if first is not None:
            # An iterator may read its items from files, and is not consumed for the sake of a bar.
            total = len(items) - len(ready) if isinstance(items, Sequence) else None
            with _ItemProgress(self._console, (task, unit), total, self._resources.quiet) as progress:
                backend, reader = self._start(progress.say)
                targets = chain([first], left)
                for _ in scheduler.steps(targets, reader, backend, progress, lambda: bool(self._stopped)):
                    yield from workload.take()
        yield from workload.take()
        self.failures |= scheduler.failures()
        if self._stopped:
            raise StopRequest("stopped; finished work is kept, and the same command continues from there")

    def _start(self, show: Callable[[str], None]) -> tuple[Backend, EventReader]:
        """Return the backend and its stream of events, both started at the first call."""
        # Later calls use the same workers, so that models are loaded once.
        if self._started is None:
            opened = open_backend(self._resources, self._run, self._logs, self._logs.parent, show)
            backend = self._held.enter_context(opened)
            client = self._held.enter_context(closing(connect(backend.broker_url)))
            reader = EventReader(client, self._run)
            try:
                reader.open()
            except redis.RedisError as error:
                raise BrokerError(f"the broker does not answer: {' '.join(str(error).split())}") from error
            self._held.callback(_leave, client, reader, self._run, backend.queue)
            self._started = backend, reader
        return self._started


def _leave(client: redis.Redis, reader: EventReader, run: str, queue: str) -> None:
    # If the broker cannot delete them now, they expire.
    with suppress(redis.RedisError):
        withdraw(client, run, queue)
        reader.delete()


class _ItemProgress:
    """Shows how many items are done: a bar on a terminal, a line every five seconds elsewhere."""

    def __init__(self, console: Console, names: tuple[str, str], total: int | None, quiet: bool) -> None:
        self._console = console
        self._task, self._unit = names
        self._total = total
        self._quiet = quiet
        self._line = time.monotonic()
        self._bar: Progress | None = None
        if console.is_terminal and not quiet:
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
            self._bar = Progress(*columns, TimeRemainingColumn(), console=console)
            self._bar.add_task(f"{self._task} {self._unit}", total=total)

    def __enter__(self) -> _ItemProgress:
        """Start the bar."""
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the bar."""
        if self._bar is not None:
            self._bar.stop()

    def say(self, text: str) -> None:
        """Print a line about a fault on standard error, even if progress is not shown."""
        warn(self._console, text)

    def update(self, _: Mapping[str, int], done: int, failed: int) -> None:
        """Note items done and failed so far."""
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=done + failed)
        elif not self._quiet and time.monotonic() - self._line > _LINE_SECONDS:
            self._line = time.monotonic()
            of = f"/{self._total}" if self._total is not None else ""
            failures = f" ({failed} failed)" if failed else ""
            say(self._console, f"{self._task} {done}{of} {self._unit}{failures}")
