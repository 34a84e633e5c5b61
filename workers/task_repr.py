"""Tasks with name and arguments in every event, for a Flower that starts later, and at every try."""

from __future__ import annotations

from typing import Any

from celery.app.task import Task
from celery.worker.request import Request


class ReadableRequest(Request):  # type: ignore[misc]
    """A request that has the task's name and arguments in each of its events.

    Celery sends them in the first event alone, which a Flower that starts later misses.
    """

    def send_event(self, type: str, **fields: Any) -> None:  # noqa: A002 - Celery's name
        """Send an event with the task's name and readable arguments."""
        super().send_event(type, name=self.name, args=self.argsrepr, kwargs=self.kwargsrepr, **fields)


class ReadableTask(Task):  # type: ignore[misc]
    """A task that keeps its readable arguments when it is tried again."""

    abstract = True
    Request = "workers.task_repr:ReadableRequest"

    def signature_from_request(
        self, request: Any = None, args: Any = None, kwargs: Any = None, queue: Any = None, **options: Any
    ) -> Any:
        """Return the signature of another try, with the readable arguments."""
        context = self.request if request is None else request
        readable = {name: context.get(name) for name in ("argsrepr", "kwargsrepr")}
        return super().signature_from_request(request, args, kwargs, queue, **{**readable, **options})
