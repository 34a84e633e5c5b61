"""Item tasks, each of which computes one artefact from one stored value, in any order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tasks.task import Done, Message, task
from workers.store import Artefact, Store, current_store

_Function = TypeVar("_Function", bound=Callable[[dict[str, Any], Store], Artefact])


def item_task(name: str) -> Callable[[_Function], _Function]:
    """Return a decorator that registers a function of content and store as a Celery task.

    The task stores the function's artefact under the key of its work item, unless it exists.
    The function reads large inputs, which contents share and name by their keys, from the
    store.  The decorator returns the function unchanged.

    Parameters
    ----------
    name
        Name of the task and of its module, one of :data:`workers.app.ITEM_TASKS`.
    """

    def register(function: _Function) -> _Function:
        @task(name)
        def run(message: Message) -> Done:
            store = current_store()
            content = message.content["content"]
            store.once(message.key, lambda: function(store.get(content).value, store))
            return Done()

        return function

    return register
