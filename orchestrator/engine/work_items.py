"""Work items: what is sent to the workers, and the workloads that say which items a target needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, TypeVar

from workers.store import Artefact, MissingArtefactError, Store, content_key

# So many items are looked up in the store at once.
_LUMP = 256


class Target(Protocol):
    """What a workload is made of and a person reads about: a cluster of a run, or an item of its own."""

    @property
    def name(self) -> str:
        """Its name, which no other target of the workload has."""


@dataclass(frozen=True, slots=True)
class WorkItem:
    """One message to the workers.

    Attributes
    ----------
    task
        The name of its task.
    key
        What it computes: the key of an artefact, or a digest of several.
    content
        What the task is told beside run, names, key and attempt: values that JSON can hold.
    label
        What Flower shows of it.
    final
        Whether the target is complete when this item, and others that it awaits, are done.
    """

    task: str
    key: str
    content: dict[str, Any]
    label: str
    final: bool = True


AnyTarget = TypeVar("AnyTarget", bound=Target)


class Workload(Protocol[AnyTarget]):
    """What the scheduler asks of the work that it schedules."""

    def next_items(self, targets: Sequence[tuple[AnyTarget, int]]) -> Iterable[tuple[str, WorkItem]]:
        """Return what to compute next for some targets.

        Parameters
        ----------
        targets
            Targets, each with the number of the attempt at it, 1-based.

        Returns
        -------
        iterable
            The names of targets, each with an item that it awaits; a target of which nothing is
            missing is not among them.  Several targets may await the same item, and an item
            may be under way already.
        """

    def ended(self, key: str) -> None:
        """Note that an item has ended: it is done, has failed or is lost."""

    def collect(self, target: AnyTarget) -> Mapping[str, dict[str, Any]]:
        """Collect a complete target's results; return the rows that the journal keeps of them.

        Raises
        ------
        MissingArtefactError
            An artefact is absent or damaged.
        """

    def complete_among(self, targets: Iterable[AnyTarget]) -> Iterator[tuple[AnyTarget, bool]]:
        """Yield targets, each with whether all its results are stored."""

    def drop_damaged(self, target: AnyTarget) -> None:
        """Remove those artefacts of a target that are damaged."""


@dataclass(frozen=True, slots=True)
class Item:
    """A target that is one work item: one content, one artefact.

    Attributes
    ----------
    name
        What a person reads in Flower and in a report of failure; unique among the items of a call.
    key
        Where the artefact is stored: a digest of the task and of everything that it depends on.
    content
        What the task is given: values that JSON can hold.
    """

    name: str
    key: str
    content: dict[str, Any]


class ItemWorkload:
    """Items of one task; :meth:`take` returns those that are done.

    Parameters
    ----------
    task
        The name of the task.
    store
        The artefacts.
    """

    def __init__(self, task: str, store: Store) -> None:
        self._task = task
        self._store = store
        self._done: list[tuple[Item, Artefact]] = []

    def take(self) -> list[tuple[Item, Artefact]]:
        """Return what was done since the last call."""
        done, self._done = self._done, []
        return done

    def next_items(self, targets: Sequence[tuple[Item, int]]) -> Iterator[tuple[str, WorkItem]]:
        """Yield a work item for each item, whose content is stored."""
        for item, _ in targets:
            content = {"content": self._store.put_content(item.content)}
            yield item.name, WorkItem(self._task, item.key, content, f"item={item.name}")

    def ended(self, key: str) -> None:
        """Do nothing: items do not await each other."""

    def collect(self, item: Item) -> Mapping[str, dict[str, Any]]:
        """Keep an item's artefact until it is taken; nothing of it is for the journal."""
        self._done.append((item, self._store.get(item.key)))
        return {}

    def complete_among(self, items: Iterable[Item]) -> Iterator[tuple[Item, bool]]:
        """Yield items, each with whether its artefact is stored."""
        rest = iter(items)
        while lump := list(islice(rest, _LUMP)):
            missing = self._store.missing(item.key for item in lump)
            yield from ((item, item.key not in missing) for item in lump)

    def drop_damaged(self, item: Item) -> None:
        """Remove those of the item's artefacts that are damaged."""
        for key in (item.key, content_key(item.content)):
            with suppress(MissingArtefactError):
                self._store.get(key)
