"""Inspection: the workers that listen to a queue, and the messages of a run."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import redis

import paralattice
from workers.app import app

COMMAND = "paralattice"
"""The name under which workers answer."""

REPLY_SECONDS = 1.0
"""How long the answers of workers are waited for."""
_LUMP = 500


class Task(NamedTuple):
    """A task that a worker process is at: its name, that of the (first) cluster, and for how many seconds."""

    stage: str
    cluster: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Inspection:
    """The state of workers and messages at one time.

    Attributes
    ----------
    processes
        Number of worker processes that listen to the queue.
    others
        A line for each worker that listens to another queue, with the reason.
    keys
        Keys of the run's work items of which a message waits on the queue or is held by a worker.
    tasks
        The run's tasks that worker processes are at.
    """

    processes: int
    others: tuple[str, ...]
    keys: frozenset[str]
    tasks: tuple[Task, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkerReport:
    """A worker's answer to an inspection.

    Attributes
    ----------
    name
        As Celery names it, ``worker-PID@HOST``.
    version
        Of the package.
    queue
        The queue that it listens to.
    store
        Where it keeps artefacts; a folder's path is that on its own machine.
    processes
        Number of its worker processes.
    keys
        Keys of a run's work items that it holds.
    code
        Digest of its source files, see :func:`workers.source_digest.code_digest`; empty where it is unknown.
    tasks
        The run's tasks that its processes are at.
    """

    name: str
    version: str
    queue: str
    store: str
    processes: int
    keys: tuple[str, ...]
    code: str = ""
    tasks: tuple[Task, ...] = ()


def inspect_run(client: redis.Redis, run: str, queue: str) -> Inspection:
    """Ask all workers, wait for their answers, and read the queue; takes about a second.

    Parameters
    ----------
    client
        A client of the broker that :func:`workers.app.use_broker` was told.
    run
        Identity of the run.
    queue
        The run's queue.

    Raises
    ------
    redis.RedisError, kombu.exceptions.OperationalError
        The broker does not answer.
    """
    # The queue first: a message that a worker takes meanwhile is then seen twice, not never.
    seen = set(keys_of((arguments for _, arguments in _messages(client, queue)), run))
    reports = worker_reports(run)
    listeners = [worker for worker in reports if worker.queue == queue]
    seen.update(*(worker.keys for worker in listeners))
    others = sorted(reason_apart(worker) for worker in reports if worker.queue != queue)
    tasks = tuple(task for worker in listeners for task in worker.tasks)
    processes = sum(worker.processes for worker in listeners)
    return Inspection(processes, tuple(others), frozenset(seen), tasks)


def worker_reports(run: str = "", seconds: float = REPLY_SECONDS) -> list[WorkerReport]:
    """Return the answers of all workers on the broker, of any version, ordered by name.

    Parameters
    ----------
    run
        The run of whose work items they tell.
    seconds
        How long their answers are waited for.

    Raises
    ------
    redis.RedisError, kombu.exceptions.OperationalError
        The broker does not answer.
    """
    # On a new connection, which makes its queue for the answers known again to a server that lost it.
    with app.connection_for_write() as connection:
        entries: list[dict[str, dict[str, Any]]] | None = app.control.broadcast(
            COMMAND, {"run": run}, reply=True, timeout=seconds, connection=connection
        )
    answers = [answer for entry in entries or [] for answer in entry.items()]
    # Any other program on the broker may be asked as well, and say that it does not understand.
    return sorted(
        (_report(name, said) for name, said in answers if "queue" in said), key=lambda worker: worker.name
    )


def _report(name: str, answer: Mapping[str, Any]) -> WorkerReport:
    return WorkerReport(
        name,
        answer.get("version", "?"),
        answer["queue"],
        answer.get("store", "?"),
        answer.get("processes", 0),
        tuple(answer.get("keys", ())),
        answer.get("code", ""),
        tuple(Task(*task) for task in answer.get("tasks", ())),
    )


def reason_apart(worker: WorkerReport) -> str:
    """Return a line that names a worker of another queue, and the reason why it listens there."""
    if worker.version != paralattice.__version__:
        return f"{worker.name} is of version {worker.version}"
    return f"{worker.name} works on another store, its {worker.store}"


def keys_of(messages: Iterable[Mapping[str, Any]], run: str) -> Iterator[str]:
    """Yield the keys of the work items that messages (keyword arguments of tasks) of a run are about.

    Anybody with the password can put a message on the queue: foreign ones are passed over.
    """
    for message in messages:
        if message.get("run") == run and isinstance(key := message.get("key"), str):
            yield key


def first_name(message: Mapping[str, Any]) -> str:
    """Return the first of the names that a message is about; a question mark where it has none."""
    names = message.get("names")
    return str(names[0]) if isinstance(names, list) and names else "?"


def _messages(client: redis.Redis, queue: str) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Yield the messages on a queue, each with its keyword arguments."""
    start = 0
    while lump := _lump(client, queue, start):
        for text in lump:
            arguments = _arguments(text)
            if isinstance(arguments, dict):
                yield text, arguments
        start += len(lump)


def _arguments(text: bytes) -> Any:
    try:
        return json.loads(base64.b64decode(json.loads(text)["body"]))[1]
    except (ValueError, TypeError, LookupError):
        # A foreign message: workers refuse it, and it must not end the inspection.
        return None


def _lump(client: redis.Redis, queue: str, start: int) -> list[bytes]:
    lump: list[bytes] = client.lrange(queue, start, start + _LUMP - 1)  # type: ignore[assignment]
    return lump


def withdraw(client: redis.Redis, run: str, queue: str) -> int:
    """Take the messages of a run off a queue; what workers hold already is not touched.

    Returns
    -------
    int
        How many messages were taken off.

    Raises
    ------
    redis.RedisError
        The broker does not answer.
    """
    texts = [text for text, arguments in _messages(client, queue) if arguments.get("run") == run]
    removed = [int(client.lrem(queue, 1, text)) for text in texts]  # type: ignore[arg-type]
    return sum(removed)
