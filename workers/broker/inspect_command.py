"""What a worker answers when an orchestrator takes a census."""

from __future__ import annotations

import time
from typing import Any

from celery.worker import state as requests
from celery.worker.control import inspect_command

import paralattice
from workers.broker.inspection import COMMAND, clusters_of
from workers.settings import Settings
from workers.source_digest import code_digest

# Now: an upgrade under a running worker does not change what it runs.
_CODE = code_digest()


@inspect_command(name=COMMAND)  # type: ignore[untyped-decorator]
def presence(state: Any, run: str = "", **_: Any) -> dict[str, Any]:
    """Tell version, code, queue and store of this worker, and of a run its clusters here and its tasks."""
    settings = Settings.from_environment()
    held = [*requests.reserved_requests, *requests.scheduled_requests]
    return {
        "version": paralattice.__version__,
        "code": _CODE,
        "queue": settings.queue,
        "store": settings.shown_store,
        "processes": state.consumer.pool.num_processes,
        "clusters": sorted(clusters_of((request.kwargs for request in held), run)),
        "tasks": [
            [request.name, next(clusters_of([request.kwargs], run)), _seconds(request)]
            for request in requests.active_requests
            if request.kwargs.get("run") == run
        ],
    }


def _seconds(request: Any) -> float:
    """Return for how long a child has been at a task."""
    return round(time.time() - (request.time_start or time.time()), 1)
