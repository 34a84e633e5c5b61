"""Who listens to a queue, and where the messages of a run are."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import redis

import paraphrase
from workers.app import app

COMMAND = "paralattice"
"""The name under which workers answer."""

_REPLY_SECONDS = 1.0
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
    processes, strangers, tasks = 0, [], []
    for name, answer in _answers(run):
        if answer.get("queue") == queue:
            processes += answer["processes"]
            seen.update(answer["clusters"])
            tasks += [Task(*task) for task in answer["tasks"]]
        elif "queue" in answer:
            strangers.append(_estrangement(name, answer))
    return Census(processes, tuple(sorted(strangers)), frozenset(seen), tuple(tasks))


def _answers(run: str) -> Iterator[tuple[str, dict[str, Any]]]:
    # On a new connection, which makes its queue for the answers known again to a server that lost it.
    with app.connection_for_write() as connection:
        entries: list[dict[str, dict[str, Any]]] | None = app.control.broadcast(
            COMMAND, {"run": run}, reply=True, timeout=_REPLY_SECONDS, connection=connection
        )
    for entry in entries or []:
        yield from entry.items()


def _estrangement(name: str, answer: Mapping[str, Any]) -> str:
    if answer["version"] != paraphrase.__version__:
        return f"{name} is of version {answer['version']}"
    return f"{name} works on another store, its {answer['store']}"


def clusters_of(messages: Iterable[Mapping[str, Any]], run: str) -> Iterator[str]:
    """Yield the names of the clusters that messages (keyword arguments of tasks) of a run are about."""
    for message in messages:
        if message.get("run") == run:
            yield from message.get("clusters") or [message["cluster"]]


def _waiting(client: redis.Redis, queue: str) -> Iterator[dict[str, Any]]:
    """Yield the keyword arguments of the messages on a queue, of which some may be taken meanwhile."""
    yield from map(_arguments, _texts(client, queue))


def _arguments(text: bytes) -> dict[str, Any]:
    arguments: dict[str, Any] = json.loads(base64.b64decode(json.loads(text)["body"]))[1]
    return arguments


def _texts(client: redis.Redis, queue: str) -> Iterator[bytes]:
    start = 0
    while lump := _lump(client, queue, start):
        yield from lump
        start += len(lump)


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
    texts = [text for text in _texts(client, queue) if _arguments(text).get("run") == run]
    removed = [int(client.lrem(queue, 1, text)) for text in texts]  # type: ignore[arg-type]
    return sum(removed)
