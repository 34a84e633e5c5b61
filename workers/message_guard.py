"""Guard against malformed messages: a worker refuses what it cannot read, and goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from celery.exceptions import InvalidTaskError
from celery.worker.strategy import default

TASK_EVENTS = "task_events"
"""Header of a message: whether the worker sends events of tasks, which Flower asks for."""

# Not AttributeError, which Celery raises of sound messages when the broker is started anew.
_UNREADABLE = (TypeError, ValueError, LookupError)


def careful(task: Any, app: Any, consumer: Any, **options: Any) -> Callable[..., Any]:
    """Return Celery's handler of a task's messages, which now refuses what it cannot read.

    Celery's own handler lets such an error end the worker.  Since a message is acknowledged
    late, it would then end the next worker too, and all others in turn.
    """
    handle: Callable[..., Any] = default(task, app, consumer, **options)

    eventer = consumer.event_dispatcher

    def handler(message: Any, *arguments: Any, **more: Any) -> Any:
        try:
            message.headers[TASK_EVENTS] = _sends_task_events(eventer)
            return handle(message, *arguments, **more)
        except _UNREADABLE as error:
            raise InvalidTaskError(f"a message that cannot be read: {type(error).__name__}") from error

    return handler


def _sends_task_events(eventer: Any) -> bool:
    """Return whether a dispatcher sends events of tasks, not only those of the worker."""
    return bool(eventer and eventer.enabled and (not eventer.groups or "task" in eventer.groups))
