"""How a worker takes a message: what cannot be read is refused and ends nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from celery.exceptions import InvalidTaskError
from celery.worker.strategy import default

UNWATCHED = "unwatched"
"""Header of a message that was taken while nobody wanted to see each task, in Flower."""

# Not AttributeError, which Celery raises of sound messages when the broker is started anew.
_UNREADABLE = (TypeError, ValueError, LookupError)


def careful(task: Any, app: Any, consumer: Any, **options: Any) -> Callable[..., Any]:
    """Return Celery's handler of a task's messages, made to refuse what it cannot read.

    Celery's own lets such errors end the worker; since the message is acknowledged
    late, it would then end the next one too, and all others in turn.
    """
    handle: Callable[..., Any] = default(task, app, consumer, **options)

    eventer = consumer.event_dispatcher

    def handler(message: Any, *arguments: Any, **more: Any) -> Any:
        try:
            message.headers[UNWATCHED] = not _wanted(eventer)
            return handle(message, *arguments, **more)
        except _UNREADABLE as error:
            raise InvalidTaskError(f"a message that cannot be read: {type(error).__name__}") from error

    return handler


def _wanted(eventer: Any) -> bool:
    """Return whether a dispatcher sends events of tasks, not those of the worker alone."""
    return bool(eventer and eventer.enabled and (not eventer.groups or "task" in eventer.groups))
