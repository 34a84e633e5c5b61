"""Resources of a computation: store, workers and broker; its results do not depend on them."""

from dataclasses import dataclass

from orchestrator.engine.flower import Page
from orchestrator.engine.lost_work import PATIENCE
from workers.store import Store, is_remote, open_store, settled_location
from workers.store.identity import check_answer

WINDOW_PER_WORKER = 64
"""Clusters or items in flight for each worker: while it works on some, the next ones are on their way."""


@dataclass(frozen=True, slots=True)
class Resources:
    """Store, workers and broker.

    Attributes
    ----------
    store, endpoint
        Location of the artefacts: the arguments of :func:`workers.store.open_store`.
    workers
        Number of worker processes.
    window
        Maximum number of clusters or items in flight; 0 for :data:`WINDOW_PER_WORKER` for each worker, and
        on a shared broker for each that listens.
    quiet
        Show no progress.
    broker
        URL of a shared broker with workers elsewhere; empty for an embedded server and local workers.
    patience
        Seconds of silence after which the messages of work items are looked for.
    flower
        Flower's page; ``None`` for no Flower.
    """

    store: str
    endpoint: str = ""
    workers: int = 1
    window: int = 0
    quiet: bool = False
    broker: str = ""
    patience: float = PATIENCE
    flower: Page | None = None

    @property
    def first_window(self) -> int:
        """The maximum number in flight before it is known how many workers there are."""
        return self.window or WINDOW_PER_WORKER * self.workers

    def open_store(self) -> Store:
        """Return the store; raise StoreError at once if it is in a bucket that does not answer."""
        location = settled_location(self.store)
        if is_remote(location):
            check_answer(location, self.endpoint)
        return open_store(location, self.endpoint)
