"""Tasks: from a message to the event that reports its end, alike for all of them.

A message names a run and what it is about, so that a person can read it, and carries
digests for everything else, never texts.  It may be delivered twice: what is stored is
not computed again.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar, cast

import redis
from billiard.exceptions import TimeLimitExceeded, WorkerLostError
from celery.signals import task_failure

from paralattice.errors import ParaphraseError
from workers.app import CLUSTER, app
from workers.events import Event, emit
from workers.store import MissingArtefactError, StoreError

_TASK_OPTIONS: dict[str, Any] = {
    # redis-py's ConnectionError is not the builtin one.
    "autoretry_for": (StoreError, redis.RedisError, ConnectionError),
    "retry_backoff": 1,
    "retry_backoff_max": 20,
    "retry_jitter": True,
    "max_retries": 3,
    # Seconds before a task whose process died is tried again; the default is three minutes.
    "default_retry_delay": 1,
    "Strategy": "workers.message_guard:careful",
}


class OutOfMemoryError(ParaphraseError):
    """A task needs more memory than there is."""


@dataclass(frozen=True, slots=True)
class Message:
    """What a task is told.

    Attributes
    ----------
    run
        Identity of the run on the broker.
    names
        What it is about, for people: clusters, or an item.
    key
        The work item's key.
    attempt
        How often the work item has been sent, this time included.
    content
        The rest: values that JSON can hold.
    """

    run: str
    names: tuple[str, ...]
    key: str
    attempt: int
    content: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Done:
    """What a task reports when it is done: units by stage, and notes for a person."""

    units: dict[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


class StageName:
    """The stage that this process is at, within a task of several stages; empty between them."""

    current = ""


_Function = TypeVar("_Function", bound=Callable[[Message], Done])


def task(name: str, **options: Any) -> Callable[[_Function], _Function]:
    """Return a decorator that registers a function of a message as a Celery task.

    Parameters
    ----------
    name
        The task's name.
    options
        Options of Celery beside those that all tasks have.
    """

    def register(function: _Function) -> _Function:
        @wraps(function)
        def run(run: str, names: list[str], key: str, attempt: int = 1, **content: Any) -> None:
            message = Message(run, tuple(names), key, attempt, content)
            StageName.current = ""
            try:
                done = function(message)
            except MemoryError:
                # Celery would end the whole worker and leave the message to kill the next one.
                raise OutOfMemoryError("more memory is needed than there is") from None
            emit(run, Event(name, message.names, key, attempt, done.units, notes=done.notes))

        return cast("_Function", app.task(name=name, **{**_TASK_OPTIONS, **options})(run))

    return register


def send(name: str, label: str, message: Message, producer: Any = None) -> None:
    """Send a message to the workers.

    Parameters
    ----------
    name
        The task.
    label
        What Flower shows of the message beside its run.
    message
        The message.
    producer
        Kombu producer to use; one of the pool where it is ``None``.

    Raises
    ------
    kombu.exceptions.OperationalError
        The broker cannot be reached.
    """
    arguments = {
        "run": message.run,
        "names": list(message.names),
        "key": message.key,
        "attempt": message.attempt,
        **message.content,
    }
    # With a producer of its own the caller decides what a dead broker means.
    policy = {"retry_policy": {"max_retries": 1, "interval_start": 0.1}} if producer else {}
    readable = f"run={message.run} {label}"
    app.send_task(name, kwargs=arguments, argsrepr=readable, kwargsrepr="{}", producer=producer, **policy)


def report_failure(sender: Any = None, exception: BaseException | None = None, **details: Any) -> None:
    """Report that a task has failed for good, and why."""
    message: dict[str, Any] = details.get("kwargs") or {}
    # Which of its stages killed the process or took too long is not known: they are tried one by one.
    unknown = sender.name == CLUSTER and isinstance(exception, TimeLimitExceeded | WorkerLostError)
    event = Event(
        sender.name,
        tuple(message.get("names", ["?"])),
        message.get("key", ""),
        message.get("attempt", 1),
        error=f"{StageName.current or sender.name}: {_reason(exception, sender.request.retries + 1)}"[:2000],
        retry=unknown or isinstance(exception, MissingArtefactError),
    )
    emit(message["run"], event)


def _reason(exception: BaseException | None, attempts: int) -> str:
    """Return what a person should read of a failure, in one line."""
    if isinstance(exception, TimeLimitExceeded):
        return f"past its time limit of {exception.args[0]:g} s"
    text = " ".join(str(exception).split())
    if isinstance(exception, WorkerLostError):
        return f"{_death(text)}, at the last of {attempts} attempts"
    return f"{type(exception).__name__}: {text or 'no message'}"


def _death(text: str) -> str:
    """Return how a process died, from Celery's message."""
    found = re.search(r"(signal|exitcode) (\d+)", text)
    if not found:
        return "its process died"
    number = int(found[2])
    if found[1] == "exitcode":
        return f"its process ended with exit code {number}"
    if number == signal.SIGKILL:
        return f"killed by signal {number}, perhaps for lack of memory"
    return f"killed by signal {number} ({(signal.strsignal(number) or 'unknown').lower()})"


task_failure.connect(report_failure)
