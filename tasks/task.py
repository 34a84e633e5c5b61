"""Registers tasks, sends their messages and reports their outcomes as events.

A message has the readable names of a run and of clusters or items, and digests for
everything else.  It may be delivered twice: stored artefacts are not computed again.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import redis
from billiard.exceptions import TimeLimitExceeded, WorkerLostError
from celery.signals import task_failure
from celery.utils.log import get_task_logger

from paralattice.errors import ParalatticeError
from workers.app import app
from workers.events import Event, Progress, emit
from workers.settings import LOG_VARIABLE, WORKER_VARIABLE
from workers.store import MissingArtefactError, StoreError
from workers.task_names import CLUSTER

_log = get_task_logger(__name__)

_TASK_OPTIONS: dict[str, Any] = {
    # redis-py's ConnectionError is not the builtin one.
    "autoretry_for": (StoreError, redis.RedisError, ConnectionError),
    "retry_backoff": 1,
    "retry_backoff_max": 20,
    "retry_jitter": True,
    "max_retries": 3,
    # Seconds before a task whose process died is retried; the default is three minutes.
    "default_retry_delay": 1,
    "Strategy": "workers.strategy:noting_events",
}


class OutOfMemoryError(ParalatticeError):
    """A task needs more memory than is available."""


@dataclass(frozen=True, slots=True)
class Message:
    """The message that a task receives.

    Attributes
    ----------
    run
        Identity of the run on the broker.
    names
        Readable names of the clusters or of the item.
    key
        The work item's key.
    attempt
        Number of times that the work item has been sent, including this one.
    content
        All other fields: JSON values.
    """

    run: str
    names: tuple[str, ...]
    key: str
    attempt: int
    content: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Done:
    """The report of a finished task: its progress, and notes for a person.

    The parts are reports of single clusters by their names, if the task was for several.
    """

    progress: tuple[Progress, ...] = ()
    notes: tuple[str, ...] = ()
    parts: tuple[tuple[str, Done], ...] = ()

    def events(self, task: str, message: Message) -> list[Event]:
        """Return the report as events; those of the parts belong to no work item and come first."""
        attempt = message.attempt
        parts = (
            Event(task, (name,), "", attempt, part.progress, notes=part.notes) for name, part in self.parts
        )
        return [*parts, Event(task, message.names, message.key, attempt, self.progress, notes=self.notes)]


class StageName:
    """The current stage of this process within a task of several stages; empty between stages."""

    current = ""

    @classmethod
    def begin(cls, stage: str) -> None:
        """Set the stage, also as the name of this process, where its worker and ``ps`` see it."""
        cls.current = stage
        # Systems other than Linux have no such file.
        with suppress(OSError):
            Path("/proc/self/comm").write_text(stage or "idle", encoding="utf-8")


_Function = TypeVar("_Function", bound=Callable[[Message], Done])


def task(name: str, **options: Any) -> Callable[[_Function], _Function]:
    """Return a decorator that registers a function of a message as a Celery task.

    Parameters
    ----------
    name
        The task's name.
    options
        Further Celery options of the task.
    """

    def register(function: _Function) -> _Function:
        @wraps(function)
        def run(run: str, names: list[str], key: str, attempt: int = 1, **content: Any) -> None:
            message = Message(run, tuple(names), key, attempt, content)
            StageName.begin("")
            try:
                done = function(message)
            except MemoryError:
                # Celery would end the whole worker, and the message would then end the next one.
                raise OutOfMemoryError("more memory is needed than there is") from None
            emit(run, *done.events(name, message))

        return cast("_Function", app.task(name=name, **{**_TASK_OPTIONS, **options})(run))

    return register


def send(name: str, label: str, message: Message, producer: Any = None) -> None:
    """Send a message to the workers.

    Parameters
    ----------
    name
        The task.
    label
        Text that Flower shows after the run's name.
    message
        The message.
    producer
        Kombu producer to use; ``None`` for one of the pool.

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
    # A caller with its own producer handles an unreachable broker itself.
    policy = {"retry_policy": {"max_retries": 1, "interval_start": 0.1}} if producer else {}
    readable = f"run={message.run} {label}"
    app.send_task(name, kwargs=arguments, argsrepr=readable, kwargsrepr="{}", producer=producer, **policy)


def report_failure(sender: Any = None, exception: BaseException | None = None, **details: Any) -> None:
    """Report the final failure of a task and its reason; on a shared broker also the worker and its log."""
    message: dict[str, Any] = details.get("kwargs") or {}
    log = os.environ.get(LOG_VARIABLE)
    origin = f" ({os.environ.get(WORKER_VARIABLE)}, log: {log})" if log else ""
    reason = f"{StageName.current or sender.name}: {_reason(exception, sender.request.retries + 1)}"
    # The stage that killed the process or took too long is unknown, so the stages are retried one by one.
    unknown = sender.name == CLUSTER and isinstance(exception, TimeLimitExceeded | WorkerLostError)
    names = tuple(message.get("names", ["?"]))
    _log.error("%s failed: %s", ", ".join(names), reason)
    event = Event(
        sender.name,
        names,
        message.get("key", ""),
        message.get("attempt", 1),
        error=reason[:2000] + origin,
        retry=unknown or isinstance(exception, MissingArtefactError),
    )
    emit(message["run"], event)


def _reason(exception: BaseException | None, attempts: int) -> str:
    """Return the reason for a failure in one readable line."""
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
