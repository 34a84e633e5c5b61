"""Item tasks: one content in, one artefact out, in any order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tasks.task import Done, Message, task
from workers.store import Artefact, Store, current_store

_Function = TypeVar("_Function", bound=Callable[[dict[str, Any], Store], Artefact])


def item_task(name: str) -> Callable[[_Function], _Function]:
    """Return a decorator that registers a function of content and store as a Celery task.

    The task stores the function's artefact under the key of its work item, unless it is there.
    The store is for large inputs, which several contents name by their keys.  The function
    itself is returned unchanged.

    Parameters
    ----------
    name
        The task's name, one of :data:`workers.app.ITEM_TASKS`, and that of its module.
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
