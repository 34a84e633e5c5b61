"""Work items, which are sent to the workers, and workloads, which list the items of each target."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, TypeVar

from workers.store import Artefact, MissingArtefactError, Store, content_key

# Number of items looked up in the store at once.
_BATCH = 256


class Target(Protocol):
    """A named unit of a workload: a cluster of a run, or an independent item."""

    @property
    def name(self) -> str:
        """Its name, unique within the workload."""


@dataclass(frozen=True, slots=True)
class WorkItem:
    """One message to the workers.

    Attributes
    ----------
    task
        The name of its task.
    key
        The key of the artefact that it computes, or a digest of several keys.
    content
        Further arguments of the task beside run, names, key and attempt, as JSON values.
    label
        The text that Flower shows.
    final
        Whether the target is complete when all items that it awaits, such as this one, are done.
    """

    task: str
    key: str
    content: dict[str, Any]
    label: str
    final: bool = True


AnyTarget = TypeVar("AnyTarget", bound=Target)


class Workload(Protocol[AnyTarget]):
    """The work of a scheduler: targets, their items, their results."""

    def next_items(self, targets: Sequence[tuple[AnyTarget, int]]) -> Iterable[tuple[str, WorkItem]]:
        """Return the next items of some targets.

        Parameters
        ----------
        targets
            Targets, each with the number of the attempt at it, 1-based.

        Returns
        -------
        iterable
            Names of targets, each with an item that the target awaits; complete targets are not
            included.  Several targets may await the same item, and an item may be under way.
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
        """Remove the damaged artefacts of a target."""


@dataclass(frozen=True, slots=True)
class Item:
    """A target that is one work item: one content, one artefact.

    Attributes
    ----------
    name
        The name shown in Flower and in error messages; unique among the items of a call.
    key
        The key of the artefact: a digest of the task and of everything that it depends on.
    content
        The input of the task, as JSON values.
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
        """Return the items done since the last call, with their artefacts."""
        done, self._done = self._done, []
        return done

    def next_items(self, targets: Sequence[tuple[Item, int]]) -> Iterator[tuple[str, WorkItem]]:
        """Store the content of each item; yield a work item for it."""
        for item, _ in targets:
            content = {"content": self._store.put_content(item.content)}
            yield item.name, WorkItem(self._task, item.key, content, f"item={item.name}")

    def ended(self, key: str) -> None:
        """Do nothing: items do not await each other."""

    def collect(self, item: Item) -> Mapping[str, dict[str, Any]]:
        """Keep an item's artefact until it is taken; the journal gets no rows."""
        self._done.append((item, self._store.get(item.key)))
        return {}

    def complete_among(self, items: Iterable[Item]) -> Iterator[tuple[Item, bool]]:
        """Yield items, each with whether its artefact is stored."""
        rest = iter(items)
        while batch := list(islice(rest, _BATCH)):
            missing = self._store.missing(item.key for item in batch)
            yield from ((item, item.key not in missing) for item in batch)

    def drop_damaged(self, item: Item) -> None:
        """Remove the damaged artefacts of an item."""
        for key in (item.key, content_key(item.content)):
            with suppress(MissingArtefactError):
                self._store.get(key)
