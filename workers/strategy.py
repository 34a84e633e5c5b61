"""Notes on each received message whether Flower listens."""

from collections.abc import Callable
from typing import Any

from celery.worker.strategy import default

from workers.broker.refusals import REFUSALS

TASK_EVENTS = "task_events"
"""Message header: whether the worker sends task events, as Flower requests."""


def noting_events(task: Any, app: Any, consumer: Any, **options: Any) -> Callable[..., Any]:
    """Return Celery's handler of a task's messages, which notes whether the worker sends task events."""
    handle: Callable[..., Any] = default(task, app, consumer, **options)
    eventer = REFUSALS.eventer = consumer.event_dispatcher

    def handler(message: Any, *arguments: Any, **more: Any) -> Any:
        message.headers[TASK_EVENTS] = sends_task_events(eventer)
        return handle(message, *arguments, **more)

    return handler


def sends_task_events(eventer: Any) -> bool:
    """Return whether a dispatcher sends task events, not only worker events."""
    return bool(eventer and eventer.enabled and (not eventer.groups or "task" in eventer.groups))
