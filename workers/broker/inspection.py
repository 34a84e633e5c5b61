"""Inspects the workers that listen to a queue, and the messages of a run."""

import base64
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
import redis

import paralattice
from workers.broker.refusals import refused
from workers.source_digest import code_digest

COMMAND = "paralattice"
"""The name of the inspect command."""

REPLY_SECONDS = 1.0
"""Seconds to wait for the answers of workers."""
_PAGE = 500


class Task(NamedTuple):
    """A running task.

    Attributes
    ----------
    stage, cluster, seconds
        Its name, the name of its (first) cluster, and its running time.
    key
        The key of its work item.
    doing
        The stage that its process computes; empty if unknown.
    worker
        The worker's name.
    """

    stage: str
    cluster: str
    seconds: float
    key: str = ""
    doing: str = ""
    worker: str = ""

    def __str__(self) -> str:
        """Return the task in words."""
        return f"{self.doing or self.stage} of {self.cluster} on {self.worker} for {self.seconds:.0f} s"


class NeededParser(NamedTuple):
    """A parser that the workers of a run need: its name, its device, and the digest of its files."""

    name: str
    device: str
    digest: str


def run_queue(queue: str, parser: NeededParser | None) -> str:
    """Return the queue of a run: only workers that have its parser listen to it.

    Parameters
    ----------
    queue
        The queue of all workers of this code on the run's store.
    parser
        The parser that the run needs, if any.
    """
    return f"{queue}-{parser.digest[:8]}" if parser else queue


@dataclass(frozen=True, slots=True)
class Inspection:
    """The state of workers and messages at one time.

    Attributes
    ----------
    processes
        Number of worker processes that can do the work of the run.
    others
        One line for each reason why other workers cannot, with these workers.
    keys
        Keys of the run's work items whose message waits on the queue or is held by a worker.
    tasks
        The run's tasks that worker processes are running.
    refused
        Number of messages that workers on the broker refused.
    """

    processes: int
    others: tuple[str, ...]
    keys: frozenset[str]
    tasks: tuple[Task, ...] = ()
    refused: int = 0


@dataclass(frozen=True, slots=True)
class WorkerReport:
    """A worker's answer to an inspection.

    Attributes
    ----------
    name
        Celery's name of the worker, ``worker-PID@HOST``.
    version
        Version of the package.
    queue
        The queue that it listens to.
    store
        Its artefact store; a folder's path is valid on the worker's machine.
    processes
        Number of its worker processes.
    keys
        Keys of a run's work items that it holds.
    code
        Digest of its source files, see :func:`workers.source_digest.code_digest`; empty if unknown.
    tasks
        The run's tasks that its processes are running.
    lacks
        Why it cannot use the parser that a run needs; empty if it can, or none is needed.
    """

    name: str
    version: str
    queue: str
    store: str
    processes: int
    keys: tuple[str, ...]
    code: str = ""
    tasks: tuple[Task, ...] = ()
    lacks: str = ""


def inspect_run(client: redis.Redis, run: str, queue: str, parser: NeededParser | None = None) -> Inspection:
    """Ask all workers, wait for their answers, and read the queue; takes about a second.

    Parameters
    ----------
    client
        A client of the broker set by :func:`workers.app.use_broker`.
    run
        Identity of the run.
    queue
        The queue of all workers of this code on the run's store.
    parser
        The parser that the run needs, if any; workers that have it begin to listen to the run's queue.

    Raises
    ------
    redis.RedisError, kombu.exceptions.OperationalError
        The broker does not answer.
    """
    # Read the queue first: a message that a worker takes in between is then seen twice, not missed.
    seen = set(item_keys((arguments for _, arguments in _messages(client, run_queue(queue, parser))), run))
    reports = worker_reports(run, parser=parser)
    listeners = [worker for worker in reports if worker.queue == queue and not worker.lacks]
    seen.update(*(worker.keys for worker in listeners))
    others = reasons_apart([worker for worker in reports if worker not in listeners])
    tasks = tuple(task._replace(worker=worker.name) for worker in listeners for task in worker.tasks)
    processes = sum(worker.processes for worker in listeners)
    return Inspection(processes, others, frozenset(seen), tasks, sum(refused(client).values()))


def worker_reports(
    run: str = "", seconds: float = REPLY_SECONDS, parser: NeededParser | None = None
) -> list[WorkerReport]:
    """Return the answers of all workers on the broker, of any version, ordered by name.

    Parameters
    ----------
    run
        The run whose work items and tasks they report.
    seconds
        Seconds to wait for their answers.
    parser
        The parser that the run needs, if any.

    Raises
    ------
    redis.RedisError, kombu.exceptions.OperationalError
        The broker does not answer.
    """
    # Lazy import: `orchestrator status` does not ask workers, and Celery is half of its start.
    from workers.app import app

    # A new connection declares the queue for the answers again, in case the server has lost it.
    with app.connection_for_write() as connection:
        entries: list[dict[str, dict[str, Any]]] | None = app.control.broadcast(
            COMMAND, {"run": run, "parser": parser}, reply=True, timeout=seconds, connection=connection
        )
    reports = []
    for name, answer in (each for entry in entries or [] for each in entry.items()):
        # Other Celery programs on the broker answer that they do not know the command.
        with suppress(msgspec.ValidationError, TypeError):
            reports.append(msgspec.convert({**answer, "name": name}, WorkerReport))
    return sorted(reports, key=lambda worker: worker.name)


def reason_apart(worker: WorkerReport) -> str:
    """Return why a worker takes no part in a run of this process."""
    if worker.version != paralattice.__version__:
        return f"of version {worker.version}"
    if worker.code not in ("", code_digest()):
        return f"with other code, {worker.code}"
    return worker.lacks or f"on another store, its {worker.store}"


def reasons_apart(workers: Iterable[WorkerReport]) -> tuple[str, ...]:
    """Return one line for each reason why workers take no part, with the names of these workers."""
    names: dict[str, list[str]] = {}
    for worker in workers:
        names.setdefault(reason_apart(worker), []).append(worker.name)
    return tuple(
        f"cannot take part: {len(found)} worker{'s' * (len(found) > 1)} {reason} ({', '.join(found)})"
        for reason, found in sorted(names.items())
    )


def item_keys(messages: Iterable[Mapping[str, Any]], run: str) -> Iterator[str]:
    """Yield the work item keys in the messages (keyword arguments of tasks) of a run.

    Foreign messages, which any program with the password can send, are skipped.
    """
    for message in messages:
        if message.get("run") == run and isinstance(key := message.get("key"), str):
            yield key


def first_name(message: Mapping[str, Any]) -> str:
    """Return the first name in a message, or a question mark."""
    names = message.get("names")
    return str(names[0]) if isinstance(names, list) and names else "?"


def _messages(client: redis.Redis, queue: str) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Yield the messages on a queue, each with its keyword arguments."""
    start = 0
    while page := _page(client, queue, start):
        for text in page:
            arguments = _arguments(text)
            if isinstance(arguments, dict):
                yield text, arguments
        start += len(page)


def _arguments(text: bytes) -> Any:
    try:
        return json.loads(base64.b64decode(json.loads(text)["body"]))[1]
    except (ValueError, TypeError, LookupError, RecursionError):
        # Workers refuse this foreign message; the inspection skips it.
        return None


def _page(client: redis.Redis, queue: str, start: int) -> list[bytes]:
    page: list[bytes] = client.lrange(queue, start, start + _PAGE - 1)  # type: ignore[assignment]
    return page


def withdraw(client: redis.Redis, run: str, queue: str) -> int:
    """Remove the messages of a run from a queue, except those that workers already hold.

    Returns
    -------
    int
        Number of messages removed.

    Raises
    ------
    redis.RedisError
        The broker does not answer.
    """
    texts = [text for text, arguments in _messages(client, queue) if arguments.get("run") == run]
    removed = [int(client.lrem(queue, 1, text)) for text in texts]  # type: ignore[arg-type]
    return sum(removed)
