"""The stream of events on which workers report finished and failed tasks."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

import msgspec
import redis
from msgspec import Meta

from workers.settings import Settings
from workers.task_names import STAGES, TASKS

START = "0-0"
"""The position before the first event of a stream."""

_KEPT_SECONDS = 14 * 24 * 3600
"""Time after which a stream without events expires, so that abandoned runs leave the broker."""

# More than any event counts, and less than a database can hold.
_Number = Annotated[int, Meta(ge=0, lt=2**53)]


class Progress(NamedTuple):
    """A finished part of a stage.

    The part is a parse batch, or versions and perhaps shards of a cluster.  The units are sentences
    for ``parse``, and cluster-and-version pairs for the other stages.
    """

    stage: str
    part: str
    units: _Number


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The outcome of a message: a task of a run is done or has finally failed.

    Attributes
    ----------
    task
        The task's name.
    names
        The names of clusters, or of an item, in the message.
    key
        The key of the work item.
    attempt
        The number of the attempt in the message, counted from 1.
    progress
        What was done, part by part; a part that is reported again does not count again.
    error
        The reason for a failure, in one line; empty if the task is done.
    retry
        Whether another attempt may succeed (an artefact was missing).
    notes
        Warnings of a task that did not fail.
    """

    task: str
    names: Annotated[tuple[str, ...], Meta(min_length=1)]
    key: str = ""
    attempt: _Number = 1
    progress: tuple[Progress, ...] = ()
    error: str = ""
    retry: bool = False
    notes: tuple[str, ...] = ()


UNREADABLE = Event("unknown", ("?",), error="an event that cannot be read")
"""Replaces an entry that is not an event; it belongs to no work item."""


def stream_name(run: str) -> str:
    """Return the name of a run's stream."""
    return f"paralattice:{run}:events"


@lru_cache(maxsize=4)
def _client(url: str) -> redis.Redis:
    return connect(url)


def connect(url: str, timeout: float = 30.0) -> redis.Redis:
    """Return a client of the broker, which connects at its first command.

    Parameters
    ----------
    url
        ``redis://…``, ``rediss://…`` or ``unix://…``.
    timeout
        Time limit of a command in seconds.
    """
    return redis.Redis.from_url(
        url, socket_timeout=timeout, socket_connect_timeout=10, health_check_interval=25
    )


def emit(run: str, *events: Event) -> None:
    """Append events to their run's stream, within a worker.

    Without a stream, the run is over and nobody reads the events: they are dropped.

    Raises
    ------
    redis.RedisError
        The broker cannot be reached.
    """
    stream = stream_name(run)
    with _client(Settings.from_environment().broker_url).pipeline(transaction=False) as commands:
        for event in events:
            commands.xadd(stream, {"event": msgspec.json.encode(event)}, nomkstream=True)
        commands.expire(stream, _KEPT_SECONDS)
        commands.execute()


class EventReader:
    """Reads the events of a run in order, and deletes those that have been recorded.

    Workers write to a stream that exists, and make none: a late event leaves nothing on the broker.

    Parameters
    ----------
    client
        A client of the broker.
    run
        The run's identity on the broker.
    """

    def __init__(self, client: redis.Redis, run: str) -> None:
        self._client = client
        self._stream = stream_name(run)

    def open(self) -> bool:
        """Make the stream unless it exists; return whether it did: no position is valid in a new one."""
        if self._client.exists(self._stream):
            return True
        with self._client.pipeline() as commands:
            commands.xadd(self._stream, {"event": ""})
            commands.xtrim(self._stream, maxlen=0, approximate=False)
            commands.expire(self._stream, _KEPT_SECONDS)
            commands.execute()
        return False

    def read(self, position: str, block: float, count: int = 1000) -> list[tuple[str, Event]]:
        """Return events after a position, waiting for the first one.

        If the broker has lost the stream, it is made again.
        Any program with the broker's password can write to the stream: an entry that is not an
        event becomes :data:`UNREADABLE`.

        Parameters
        ----------
        position
            Identity of the last event that was handled, or :data:`START`.
        block
            Seconds to wait for an event.
        count
            Maximum number of events.
        """
        self.open()
        answer: Any = self._client.xread(
            {self._stream: position}, count=count, block=max(1, int(block * 1000))
        )
        entries: Sequence[tuple[bytes, dict[bytes, bytes]]] = _entries(answer)
        return [(key.decode(), _event(fields)) for key, fields in entries]

    def forget(self, position: str) -> None:
        """Delete the events up to and including a position."""
        self._client.xtrim(self._stream, minid=_after(position), approximate=False)

    def delete(self) -> None:
        """Delete the stream."""
        self._client.delete(self._stream)


def _entries(answer: Any) -> Any:
    # Version 2 of the protocol gives a list of (stream, entries), version 3 a dictionary.
    if not answer:
        return []
    if isinstance(answer, dict):
        (batches,) = answer.values()
        return batches[0]
    return answer[0][1]


def _event(fields: Mapping[bytes, bytes]) -> Event:
    try:
        event = msgspec.json.decode(fields[b"event"], type=Event)
    except (KeyError, msgspec.DecodeError, UnicodeError, RecursionError):
        return UNREADABLE
    is_known = event.task in TASKS and all(part.stage in STAGES for part in event.progress)
    return event if is_known else UNREADABLE


def _after(position: str) -> str:
    milliseconds, _, sequence = position.partition("-")
    return f"{milliseconds}-{int(sequence or 0) + 1}"
