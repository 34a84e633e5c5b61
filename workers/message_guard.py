"""Makes workers reject malformed messages instead of ending."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from celery.exceptions import InvalidTaskError
from celery.worker.strategy import default

TASK_EVENTS = "task_events"
"""Message header: whether the worker sends task events, as Flower requests."""

# Not AttributeError, which Celery raises for valid messages when the broker restarts.
_UNREADABLE = (TypeError, ValueError, LookupError)


def careful(task: Any, app: Any, consumer: Any, **options: Any) -> Callable[..., Any]:
    """Return Celery's handler of a task's messages, changed to reject malformed messages.

    Celery's own handler lets such an error end the worker.  Since messages are acknowledged
    late, the message would then end all other workers in turn.
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
    """Return whether a dispatcher sends task events, not only worker events."""
    return bool(eventer and eventer.enabled and (not eventer.groups or "task" in eventer.groups))
