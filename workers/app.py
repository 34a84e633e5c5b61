"""The Celery application that orchestrator and workers share."""

import os

from celery import Celery
from kombu import pools

from workers.broker import transport
from workers.settings import QUEUE, Settings, celery_settings, task_time_limit
from workers.task_names import TASKS

# Celery prefers these variables to its settings, so that messages would go to another broker.
for _name in ("CELERY_BROKER_URL", "CELERY_BROKER_READ_URL", "CELERY_BROKER_WRITE_URL"):
    os.environ.pop(_name, None)

transport.use(TASKS)
app = Celery(
    "paralattice",
    # Without Celery's fix-ups for Django, which put the current folder on the path.
    loader="workers.loader:Loader",
    fixups=(),
    include=["tasks.cluster.parse", "tasks.cluster.run", "tasks.items.item_task"],
    task_cls="workers.task_repr:ReadableTask",
)
_settings = Settings.from_environment()
# In other threads as well, where Celery would make an application with a loader of its own.
app.set_default()
app.conf.update(celery_settings(_settings.broker_url, _settings.queue, task_time_limit()))


def use_broker(url: str, queue: str = QUEUE) -> None:
    """Set the broker and the queue of this process; connections to another broker are closed."""
    if url != app.conf.broker_url:
        # Celery's pools stay with the URL of the first message, and later ones would go to that broker.
        pools.reset()  # type: ignore[no-untyped-call]
        app._after_fork()
    app.conf.broker_url = url
    app.conf.broker_read_url = url
    app.conf.broker_write_url = url
    app.conf.task_default_queue = queue
