"""The inspect command, with which a worker answers an inspection."""

import time
from pathlib import Path
from typing import Any

from celery.worker import state as requests
from celery.worker.control import inspect_command

import paralattice
from paralattice.adapters.engines import require_device
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser_files import parser_digest
from paralattice.errors import ParalatticeError
from workers.broker.inspection import COMMAND, NeededParser, first_name, item_keys, run_queue
from workers.settings import Settings
from workers.source_digest import code_digest
from workers.task_names import STAGES

# Computed at import: a later upgrade of the files does not change the code of a running worker.
_CODE = code_digest()


@inspect_command(name=COMMAND)  # type: ignore[untyped-decorator]
def presence(state: Any, run: str = "", parser: Any = None, **_: Any) -> dict[str, Any]:
    """Return version, code, queue and store of this worker, and the work items of a run that it holds.

    If the run needs a parser and this worker has it, the worker listens to the queue for that parser from
    now on.
    """
    settings = Settings.from_environment()
    lacks = ""
    if parser:
        needed = NeededParser(*parser)
        lacks = _lacks(needed)
        if not lacks:
            state.consumer.add_task_queue(run_queue(settings.queue, needed))
    held = [*requests.reserved_requests, *requests.scheduled_requests]
    return {
        "version": paralattice.__version__,
        "code": _CODE,
        "queue": settings.queue,
        "store": settings.shown_store,
        "processes": state.consumer.pool.num_processes,
        "keys": sorted(item_keys((request.kwargs for request in held), run)),
        "tasks": [
            [
                request.name,
                first_name(request.kwargs),
                _seconds(request),
                request.kwargs.get("key", ""),
                _stage(request),
            ]
            for request in requests.active_requests
            if request.kwargs.get("run") == run
        ],
        "lacks": lacks,
    }


def _lacks(needed: NeededParser) -> str:
    """Return why this worker cannot use a parser; empty if it can."""
    try:
        require_device(needed.device)
        digest = parser_digest(ParseOptions(parser=needed.name, device=needed.device))
    except ParalatticeError as error:
        return f"without the parser {needed.name}: {error}"
    return "" if digest == needed.digest else f"with other files of the parser {needed.name}"


def _stage(request: Any) -> str:
    """Return the stage that the process of a task computes, see :meth:`tasks.task.StageName.begin`."""
    try:
        name = Path(f"/proc/{request.worker_pid}/comm").read_text(encoding="utf-8").strip()
    except OSError:
        return ""
    return name if name in STAGES else ""


def _seconds(request: Any) -> float:
    """Return for how many seconds a task has been running."""
    return round(time.time() - (request.time_start or time.time()), 1)
