"""From one stage to the next: publishing, reporting and retrying, alike for all stages."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, wraps
from typing import Any, TypeVar, cast

import redis
from billiard.exceptions import TimeLimitExceeded, WorkerLostError
from celery.signals import task_failure

from paralattice.errors import ParaphraseError
from paralattice.run_options import Options
from tasks.cluster.jobs import Job, load_options
from workers.app import app
from workers.events import Event, emit
from workers.message_guard import UNWATCHED
from workers.store import MissingArtefactError, Store, StoreError, current_store

_Function = TypeVar("_Function", bound=Callable[..., None])

PASSED_THROUGH = 50
"""A cluster of at most so many sentences goes from stage to stage in one worker, without a message."""

# redis-py's ConnectionError is not the builtin one.
_TRIED_AGAIN = (StoreError, redis.RedisError, ConnectionError)
_TASK_OPTIONS: dict[str, Any] = {
    "autoretry_for": _TRIED_AGAIN,
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


def stage(name: str) -> Callable[[_Function], _Function]:
    """Return a decorator that makes a function the Celery task of a stage."""

    def register(function: _Function) -> _Function:
        @wraps(function)
        def run(**message: Any) -> None:
            try:
                function(**message)
            except MemoryError:
                # Celery would end the whole worker and leave the message to kill the next one.
                raise OutOfMemoryError("more memory is needed than there is") from None

        return cast("_Function", app.task(name=name, **_TASK_OPTIONS)(run))

    return register


class Work:
    """A job in a worker, with its store and what it reads at first use.

    Parameters
    ----------
    message
        The keyword arguments of the task.
    """

    def __init__(self, message: dict[str, Any]) -> None:
        self.job = Job.from_message(message)
        self.store: Store = current_store()

    @cached_property
    def options(self) -> Options:
        """The run's options."""
        return load_options(self.store, self.job.options)

    @cached_property
    def source(self) -> dict[str, Any]:
        """The cluster's artefact: ``sentences`` (lists of words) and ``parses`` (keys) or ``trees``."""
        value: dict[str, Any] = self.store.get(self.job.source).value
        return value

    @property
    def size(self) -> int:
        """The number of sentences of the cluster."""
        return len(self.source["sentences"])

    def done(self, name: str, following: Sequence[tuple[str, Job]] = (), notes: Sequence[str] = ()) -> None:
        """Report a stage done, and have the stages that follow done, here or by whoever takes their messages.

        Parameters
        ----------
        name
            The stage that is done.
        following
            The stages that follow, each with its job.
        notes
            What a person should know.
        """
        part = ",".join(self.job.versions) + (f"/{self.job.shard}" if self.job.shard else "")
        event = Event(name, (self.job.cluster,), part, len(self.job.versions), notes=tuple(notes))
        if len(following) == 1 and self._goes_through():
            emit(self.job.run, event)
            _pass_through(*following[0])
            return
        # In this order: a message too many does no harm, one that is missing does.
        for stage_name, job in following:
            publish(stage_name, replace(job, stepwise=job.stepwise or self._died_before()))
        emit(self.job.run, event)

    def _goes_through(self) -> bool:
        """Return whether what follows is done here: by whom nobody watches, at the first attempt."""
        first = self.job.attempt == 1 and not self.job.stepwise and not self._died_before()
        return first and _taken_unwatched() and self.size <= PASSED_THROUGH

    def _died_before(self) -> bool:
        """Return whether the message has been tried before: what kills has to be found out step by step."""
        task = app.current_worker_task
        return task is not None and task.request.retries > 0


def _taken_unwatched() -> bool:
    task = app.current_worker_task
    return task is not None and bool(task.request.get(UNWATCHED))


def _pass_through(name: str, job: Job) -> None:
    """Do a stage as a worker does that has taken its message."""
    task, message = app.tasks[name], job.to_message()
    try:
        task(**message)
    except _TRIED_AGAIN:
        # Later, as Celery does it.
        publish(name, replace(job, stepwise=True))
    except Exception as error:
        report_failure(task, error, kwargs=message)


def publish(name: str, job: Job) -> None:
    """Send a stage's message for a job."""
    send(name, str(job), job.to_message())


def send(name: str, readable: str, message: dict[str, Any], producer: Any = None) -> None:
    """Send a message whose arguments appear in Flower as ``readable``.

    Parameters
    ----------
    name
        The stage.
    readable
        What a person sees in place of the arguments.
    message
        Keyword arguments; values that JSON can hold.
    producer
        Kombu producer to use; one of the pool where it is ``None``.
    """
    # With a producer of its own the caller decides what a dead broker means.
    policy = {"retry_policy": {"max_retries": 1, "interval_start": 0.1}} if producer else {}
    app.send_task(name, kwargs=message, argsrepr=readable, kwargsrepr="{}", producer=producer, **policy)


def report_failure(sender: Any = None, exception: BaseException | None = None, **details: Any) -> None:
    """Tell the orchestrator that a task has failed for good, and why."""
    message: dict[str, Any] = details.get("kwargs") or {}
    clusters = message.get("clusters") or [message.get("cluster", "?")]
    part = message.get("batch") or message.get("key") or ",".join(message.get("versions", []))
    # Which of the stages that one worker passes through takes so long is not known.
    passed = message.get("attempt") == 1 and not message.get("stepwise") and "versions" in message
    retry = isinstance(exception, MissingArtefactError) or (
        passed and isinstance(exception, TimeLimitExceeded)
    )
    error = f"{sender.name}: {_reason(exception, sender.request.retries + 1)}"
    attempt = message.get("attempt", 0)
    emit(message["run"], Event(sender.name, tuple(clusters), part, 0, error[:2000], retry, attempt=attempt))


def _reason(exception: BaseException | None, attempts: int) -> str:
    """Return what a person should read of a failure, in one line."""
    if isinstance(exception, TimeLimitExceeded):
        return f"past its time limit of {exception.args[0]:g} s"
    text = " ".join(str(exception).split())
    if isinstance(exception, WorkerLostError):
        return f"{_death(text)}, at the last of {attempts} attempts"
    return f"{type(exception).__name__}: {text or 'no message'}"


def _death(text: str) -> str:
    """Return how a process died, from what Celery says of it."""
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
