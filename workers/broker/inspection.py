"""Who listens to a queue, and where the messages of a run are."""

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
    """A task that a worker process is at: its stage, the (first) cluster, and for how many seconds."""

    stage: str
    cluster: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Census:
    """What was seen at one time.

    Attributes
    ----------
    processes
        Number of worker processes that listen to the queue.
    strangers
        A line for each worker that listens to another queue, and why it does.
    clusters
        Names of the run's clusters of which a message waits on the queue or is held by a worker.
    tasks
        The run's tasks that worker processes are at.
    """

    processes: int
    strangers: tuple[str, ...]
    clusters: frozenset[str]
    tasks: tuple[Task, ...] = ()


@dataclass(frozen=True, slots=True)
class Presence:
    """What a worker says of itself.

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
    clusters
        Names of the clusters of a run that it holds.
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
    clusters: tuple[str, ...]
    code: str = ""
    tasks: tuple[Task, ...] = ()


def take_census(client: redis.Redis, run: str, queue: str) -> Census:
    """Ask all workers, wait for their answers, and look through the queue; takes about a second.

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
    seen = set(clusters_of(_waiting(client, queue), run))
    present = roll_call(run)
    listeners = [worker for worker in present if worker.queue == queue]
    seen.update(*(worker.clusters for worker in listeners))
    strangers = sorted(estrangement(worker) for worker in present if worker.queue != queue)
    tasks = tuple(task for worker in listeners for task in worker.tasks)
    processes = sum(worker.processes for worker in listeners)
    return Census(processes, tuple(strangers), frozenset(seen), tasks)


def roll_call(run: str = "", seconds: float = REPLY_SECONDS) -> list[Presence]:
    """Return what all workers on the broker say of themselves, of any version, ordered by name.

    Parameters
    ----------
    run
        The run of whose clusters they tell.
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
        (_presence(name, said) for name, said in answers if "queue" in said), key=lambda worker: worker.name
    )


def _presence(name: str, answer: Mapping[str, Any]) -> Presence:
    return Presence(
        name,
        answer.get("version", "?"),
        answer["queue"],
        answer.get("store", "?"),
        answer.get("processes", 0),
        tuple(answer.get("clusters", ())),
        answer.get("code", ""),
        tuple(Task(*task) for task in answer.get("tasks", ())),
    )


def estrangement(worker: Presence) -> str:
    """Return a line that names a worker of another queue and says why it listens there."""
    if worker.version != paralattice.__version__:
        return f"{worker.name} is of version {worker.version}"
    return f"{worker.name} works on another store, its {worker.store}"


def clusters_of(messages: Iterable[Mapping[str, Any]], run: str) -> Iterator[str]:
    """Yield the names of the clusters that messages (keyword arguments of tasks) of a run are about.

    Anybody with the password can put a message on the queue: what is none of ours is passed over.
    """
    for message in messages:
        if message.get("run") != run:
            continue
        names = message.get("clusters") or [message.get("cluster")]
        if isinstance(names, list):
            yield from (name for name in names if isinstance(name, str))


def _waiting(client: redis.Redis, queue: str) -> Iterator[dict[str, Any]]:
    """Yield the keyword arguments of the messages on a queue, of which some may be taken meanwhile."""
    for _, arguments in _messages(client, queue):
        yield arguments


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
        # Not ours: workers refuse it, and a census must not end with it.
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
