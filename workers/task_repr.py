"""Tasks that send their name and arguments in every event and with every retry, for Flower."""

from typing import Any

from celery.app.task import Task
from celery.worker.request import Request


class ReadableRequest(Request):  # type: ignore[misc]
    """A request that sends the task's name and arguments in each of its events.

    Celery sends them only in the first event, which a Flower that starts later misses.
    """

    def send_event(self, type: str, **fields: Any) -> None:  # noqa: A002 - Celery's name
        """Send an event with the task's name and readable arguments."""
        super().send_event(type, name=self.name, args=self.argsrepr, kwargs=self.kwargsrepr, **fields)


class ReadableTask(Task):  # type: ignore[misc]
    """A task that keeps its readable arguments when it is retried."""

    abstract = True
    Request = "workers.task_repr:ReadableRequest"

    def signature_from_request(
        self, request: Any = None, args: Any = None, kwargs: Any = None, queue: Any = None, **options: Any
    ) -> Any:
        """Return the signature of a retry, with the readable arguments."""
        context = self.request if request is None else request
        readable = {name: context.get(name) for name in ("argsrepr", "kwargsrepr")}
        return super().signature_from_request(request, args, kwargs, queue, **{**readable, **options})
