"""Workers for anything that can be divided: started when there is work, and there until all of it is done."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from types import TracebackType

import redis
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from orchestrator.engine.local_backend import LocalMachine
from orchestrator.engine.scheduler import Conductor
from orchestrator.engine.shared_backend import SharedMachine, shared_settings
from orchestrator.engine.signals import StopRequest, stop_signals
from orchestrator.engine.work_items import Bag, Item, Notes
from orchestrator.io.console import say
from orchestrator.runs.folder import new_identity
from orchestrator.runs.session import Machinery
from orchestrator.runs.view.flower import FLOWER_FOLDER, flower_beside, is_watched
from workers.app import use_broker
from workers.broker.inspection import withdraw
from workers.events import EventReader, connect
from workers.settings import Settings
from workers.store import Artefact

_Machine = LocalMachine | SharedMachine
_LINE_SECONDS = 5.0


@contextmanager
def at_work(machinery: Machinery, name: str, logs: Path, console: Console) -> Iterator[Crew]:
    """Have workers for the length of a block; they start with the first item that has to be computed.

    What was computed stays in the store: who is stopped goes on there the next time.

    Parameters
    ----------
    machinery
        What is computed with; nothing of it changes the results.
    name
        What it is for, as people read it on a shared broker.
    logs
        Folder for the logs of workers of our own.
    console
        Where to say how it goes.
    """
    with stop_signals() as stopped, Crew(machinery, name, logs, console, stopped) as crew:
        yield crew


class Crew:
    """Workers and the way to them; made by :func:`at_work`.

    Attributes
    ----------
    failures
        Why items failed, by their names; those of all bags together.
    """

    def __init__(
        self, machinery: Machinery, name: str, logs: Path, console: Console, stopped: Sequence[int]
    ) -> None:
        self.failures: dict[str, str] = {}
        self._machinery = machinery
        self._run = new_identity(name)
        self._logs = logs
        self._console = console
        self._stopped = stopped
        self._store = machinery.open_store()
        self._notes = Notes()
        self._held = ExitStack()
        self._ready: tuple[_Machine, EventReader] | None = None

    def __enter__(self) -> Crew:
        """Return the crew; nothing is started yet."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take back what is not computed yet; stop what was started."""
        self._held.close()

    def gather(
        self, stage: str, items: Iterable[Item], unit: str = "items"
    ) -> Iterator[tuple[Item, Artefact]]:
        """Have items computed; yield each with its artefact as it is done, in any order.

        Items whose artefact is stored are not computed.  One that fails does not end the others:
        it is left out, and its reason is in :attr:`failures`.

        Parameters
        ----------
        stage
            The name of a task, one of :data:`workers.app.BAG_STAGES`.
        items
            What is to be done; taken as there is room for it.
        unit
            What an item is called, in the plural.

        Raises
        ------
        StopRequest
            Somebody asked for the end.
        ParaphraseError
            Server or workers do not start, or do not stay.
        """
        bag = Bag(stage, self._run, self._store)
        conductor = Conductor(bag, self._notes, self._machinery.window)
        left = conductor.collect_complete(items)
        first = next(left, None)
        ready = bag.take()
        yield from ready
        if first is not None:
            total = len(items) - len(ready) if isinstance(items, Sequence) else None
            with _Pace(self._console, (stage, unit), total, self._machinery.quiet) as pace:
                for _ in self._steps(conductor, chain([first], left), pace):
                    yield from bag.take()
        yield from bag.take()
        self.failures |= conductor.failures()
        if self._stopped:
            raise StopRequest("stopped; what is computed is kept, and the same command goes on from there")

    def _steps(self, conductor: Conductor[Item], items: Iterable[Item], pace: _Pace) -> Iterator[None]:
        machine, reader = self._machine(pace)
        return conductor.steps(items, reader, machine, pace, lambda: bool(self._stopped))

    def _machine(self, pace: _Pace) -> tuple[_Machine, EventReader]:
        """Return the machine and its stream of events, both started at the first call."""
        if self._ready is None:
            self._ready = self._started(pace.say)
        return self._ready

    def _started(self, tell: Callable[[str], None]) -> tuple[_Machine, EventReader]:
        machine = self._made_machine()
        self._held.enter_context(machine)
        log = self._logs / "flower.log"
        self._held.enter_context(flower_beside(self._machinery.flower, machine, log, tell))
        client = self._held.enter_context(closing(connect(machine.broker_url)))
        use_broker(machine.broker_url, machine.queue)
        reader = EventReader(client, self._run)
        self._held.callback(_leave, client, reader, self._run, machine.queue)
        return machine, reader

    def _made_machine(self) -> _Machine:
        machinery, location = self._machinery, self._store.location
        if machinery.broker:
            settings = shared_settings(machinery.broker, location, machinery.endpoint)
            return SharedMachine(settings, self._run, self._say, machinery.patience)
        watched = machinery.flower is not None or is_watched(self._logs.parent / FLOWER_FOLDER)
        settings = Settings("", location, store_endpoint=machinery.endpoint)
        log = self._logs / "worker.log"
        return LocalMachine(settings, machinery.workers, log, self._run, machinery.patience, watched)

    def _say(self, text: str) -> None:
        say(self._console, text)


def _leave(client: redis.Redis, reader: EventReader, run: str, queue: str) -> None:
    # On a server of our own nobody misses them; on a shared one they go by themselves in the end.
    with suppress(redis.RedisError):
        withdraw(client, run, queue)
        reader.delete()


class _Pace:
    """Shows how many items are done: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, console: Console, names: tuple[str, str], total: int | None, quiet: bool) -> None:
        self._console = console
        self._stage, self._unit = names
        self._total = total
        self._quiet = quiet
        self._line = time.monotonic()
        self._bar = self._made_bar() if console.is_terminal and not quiet else None

    def _made_bar(self) -> Progress:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        bar = Progress(*columns, console=self._console)
        bar.add_task(f"{self._stage} {self._unit}", total=self._total)
        return bar

    def __enter__(self) -> _Pace:
        """Start the bar."""
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the bar."""
        if self._bar is not None:
            self._bar.stop()

    def say(self, text: str) -> None:
        """Show a line, whatever else is shown."""
        say(self._console, text)

    def update(self, _: Mapping[str, int], done: int, failed: int) -> None:
        """Note items done and failed so far."""
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=done + failed)
        elif not self._quiet and time.monotonic() - self._line > _LINE_SECONDS:
            self._line = time.monotonic()
            of = f"/{self._total}" if self._total is not None else ""
            failures = f" ({failed} failed)" if failed else ""
            self.say(f"{self._stage} {done}{of} {self._unit}{failures}")
