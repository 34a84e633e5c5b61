"""Bags of work done in this very process, for small inputs and for programs that have no use for workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from orchestrator.engine.work_items import Item
from workers.store import Artefact, Store

Compute = Callable[[dict[str, Any], Store], Artefact]


class Workforce(Protocol):
    """Whoever has items computed: a crew of workers, or :class:`InProcess`."""

    failures: dict[str, str]

    def gather(
        self, stage: str, items: Iterable[Item], unit: str = "items"
    ) -> Iterator[tuple[Item, Artefact]]:
        """Yield items with their artefacts, in any order: see :meth:`.worker_pool.Crew.gather`."""


class InProcess:
    """Computes items one after the other; what goes wrong is raised.

    Parameters
    ----------
    store
        Where artefacts are kept.
    stages
        Name of a stage to the function of its task.
    """

    def __init__(self, store: Store, stages: Mapping[str, Compute]) -> None:
        self.failures: dict[str, str] = {}
        self._store = store
        self._stages = stages

    def gather(
        self, stage: str, items: Iterable[Item], unit: str = "items"
    ) -> Iterator[tuple[Item, Artefact]]:
        """Yield items with their artefacts, in their order."""
        del unit
        for item in items:
            self._store.once(item.key, lambda item=item: self._stages[stage](item.content, self._store))  # type: ignore[misc]
            yield item, self._store.get(item.key)


class MemoryStore(Store):
    """Artefacts for the life of the process."""

    def __init__(self) -> None:
        super().__init__("memory")
        self._kept: dict[str, bytes] = {}

    def has(self, key: str) -> bool:
        """Return whether the artefact is there."""
        return f"{key[:2]}/{key[2:]}" in self._kept

    def probe(self) -> None:
        """Do nothing: memory can be read and written."""

    def claim(self, name: str, text: str) -> str:
        """Keep a short text under a name unless there is one; return what is there then."""
        return self._kept.setdefault(name, text.encode()).decode()

    def _read(self, name: str) -> bytes | None:
        return self._kept.get(name)

    def _write(self, name: str, content: bytes) -> None:
        self._kept[name] = content

    def _remove(self, name: str) -> None:
        self._kept.pop(name, None)
