"""Resources of a computation: store, workers and broker; its results do not depend on them."""

from __future__ import annotations

from dataclasses import dataclass

from orchestrator.engine.flower import Page
from orchestrator.engine.lost_work import PATIENCE
from workers.store import Store, open_store, settled_location


@dataclass(frozen=True, slots=True)
class Resources:
    """Store, workers and broker.

    Attributes
    ----------
    store, endpoint
        Location of the artefacts: the arguments of :func:`workers.store.open_store`.
    workers, window
        Number of worker processes; maximum number of clusters or items in flight.
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
    window: int = 64
    quiet: bool = False
    broker: str = ""
    patience: float = PATIENCE
    flower: Page | None = None

    def open_store(self) -> Store:
        """Return the store."""
        return open_store(settled_location(self.store), self.endpoint)
