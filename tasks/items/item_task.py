"""Tasks that stand for themselves: a content in, an artefact out, in any order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tasks.flow import stage
from workers.events import Event, emit
from workers.store import Artefact, Store, current_store

_Function = TypeVar("_Function", bound=Callable[[dict[str, Any], Store], Artefact])


def bag_stage(name: str) -> Callable[[_Function], _Function]:
    """Return a decorator that makes a function of content and store a Celery task.

    The content is what :class:`orchestrator.engine.work_items.Item` has; the store is for large inputs that
    several contents name by their keys.  The function itself stays what it was.

    Parameters
    ----------
    name
        The task's name, one of :data:`workers.app.BAG_STAGES`; its module is ``tasks.NAME``.
    """

    def register(function: _Function) -> _Function:
        @stage(name)
        def run(run: str, cluster: str, key: str, content: str, attempt: int = 1) -> None:
            del attempt  # For the report of a failure alone.
            store = current_store()
            store.once(key, lambda: function(store.get(content).value, store))
            emit(run, Event(name, (cluster,), key))

        return function

    return register
