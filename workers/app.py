"""The Celery application that orchestrator and workers share."""

from __future__ import annotations

import os

from celery import Celery

from workers.broker import transport
from workers.settings import QUEUE, Settings, celery_settings, task_time_limit

# Named as text: the orchestrator sends messages without importing what the tasks need.
STAGES = ("parse", "chunk", "align", "merge", "build", "sample")
"""The stages of a run, in their order."""

BAG_STAGES: tuple[str, ...] = (
    "evaluate", "path_entropy", "match", "tag", "sentence_pairs", "em_counts", "phrase_pairs", "reword",
)  # fmt: skip
"""Tasks that stand for themselves: each turns one content into one artefact, see ``tasks.items``."""

# Celery goes by these before all that it is told: a run would send its messages to somebody else's broker.
for _name in ("CELERY_BROKER_URL", "CELERY_BROKER_READ_URL", "CELERY_BROKER_WRITE_URL"):
    os.environ.pop(_name, None)

transport.use()
app = Celery(
    "paralattice",
    include=[f"tasks.cluster.{name}" for name in STAGES] + [f"tasks.items.{name}" for name in BAG_STAGES],
    task_cls="workers.task_repr:ReadableTask",
)
_settings = Settings.from_environment()
app.conf.update(celery_settings(_settings.broker_url, _settings.queue, task_time_limit()))


def use_broker(url: str, queue: str = QUEUE) -> None:
    """Point the application of this process at a broker and a queue; called before the first message."""
    app.conf.broker_url = url
    app.conf.broker_read_url = url
    app.conf.broker_write_url = url
    app.conf.task_default_queue = queue
