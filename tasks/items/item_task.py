"""Item tasks, each of which computes one artefact from one stored value, in any order."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

from tasks.task import Done, Message, task
from workers.store import Artefact, Store, current_store
from workers.task_names import ITEM_TASKS

_Compute = Callable[[dict[str, Any], Store], Artefact]
_Function = TypeVar("_Function", bound=_Compute)

_functions: dict[str, _Compute] = {}


def item_task(name: str) -> Callable[[_Function], _Function]:
    """Return a decorator that registers a function of content and store as a Celery task.

    The task stores the function's artefact under the key of its work item, unless it exists.
    The function reads large inputs, which contents share and name by their keys, from the
    store.  The decorator returns the function unchanged.

    Parameters
    ----------
    name
        Name of the task and of its module, one of :data:`workers.task_names.ITEM_TASKS`.
    """

    def register(function: _Function) -> _Function:
        _functions[name] = function
        if name not in ITEM_TASKS:
            _register(name)
        return function

    return register


def _register(name: str) -> None:
    """Register a task, whose module is imported with its first item."""

    @task(name)
    def run(message: Message) -> Done:
        # A worker starts faster without the modules of tasks that most runs never send.
        if name not in _functions:
            import_module(f"tasks.items.{name}")
        store = current_store()
        content = message.content["content"]
        store.once(message.key, lambda: _functions[name](store.get(content).value, store))
        return Done()


for _name in ITEM_TASKS:
    _register(_name)
