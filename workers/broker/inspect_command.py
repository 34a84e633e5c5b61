"""The inspect command, with which a worker answers an inspection."""

from __future__ import annotations

import time
from typing import Any

from celery.worker import state as requests
from celery.worker.control import inspect_command

import paralattice
from workers.broker.inspection import COMMAND, first_name, item_keys
from workers.settings import Settings
from workers.source_digest import code_digest

# Computed at import: a later upgrade of the files does not change the code of a running worker.
_CODE = code_digest()


@inspect_command(name=COMMAND)  # type: ignore[untyped-decorator]
def presence(state: Any, run: str = "", **_: Any) -> dict[str, Any]:
    """Return version, code, queue and store of this worker, and the work items of a run that it holds."""
    settings = Settings.from_environment()
    held = [*requests.reserved_requests, *requests.scheduled_requests]
    return {
        "version": paralattice.__version__,
        "code": _CODE,
        "queue": settings.queue,
        "store": settings.shown_store,
        "processes": state.consumer.pool.num_processes,
        "keys": sorted(item_keys((request.kwargs for request in held), run)),
        "tasks": [
            [request.name, first_name(request.kwargs), _seconds(request)]
            for request in requests.active_requests
            if request.kwargs.get("run") == run
        ],
    }


def _seconds(request: Any) -> float:
    """Return for how many seconds a task has been running."""
    return round(time.time() - (request.time_start or time.time()), 1)
