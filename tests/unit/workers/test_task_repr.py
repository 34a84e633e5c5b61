"""Tasks say what they are in every event and at every try."""

import pytest
from celery.app.task import Context

from workers.app import app
from workers.task_names import TASKS
from workers.task_repr import ReadableRequest

MESSAGE = {"id": "i", "args": (), "kwargs": {"run": "r"}, "argsrepr": "run=r cluster=c", "kwargsrepr": "{}"}


def test_a_task_that_is_tried_again_keeps_its_readable_arguments():
    app.loader.import_default_modules()
    again = app.tasks["align"].signature_from_request(Context(MESSAGE))
    assert again.options["argsrepr"] == "run=r cluster=c"
    assert again.options["kwargsrepr"] == "{}"
    assert again.kwargs == {"run": "r"}


@pytest.mark.parametrize("name", sorted(TASKS))
def test_every_task_stays_readable(name):
    app.loader.import_default_modules()
    assert app.tasks[name].Request == "workers.task_repr:ReadableRequest"


def test_each_event_of_a_task_has_its_name_and_arguments():
    sent = []

    class Eventer:
        enabled = True

        def send(self, kind, **fields):
            sent.append((kind, fields))

    class Told:
        send_events = True

    request = object.__new__(ReadableRequest)
    for name, value in {"_eventer": Eventer(), "_task": Told(), "name": "align", "id": "i"}.items():
        setattr(request, name, value)
    request._argsrepr, request._kwargsrepr = "run=r cluster=c", "{}"
    request.send_event("task-started", pid=1)
    expected = {"uuid": "i", "name": "align", "args": "run=r cluster=c", "kwargs": "{}", "pid": 1}
    assert sent == [("task-started", expected)]
