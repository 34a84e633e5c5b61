"""Work other than that of a run: items in any order, each one content and one artefact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from orchestrator.runs.ledger import Batch
from tasks.flow import send
from workers.app import app
from workers.events import START, Event
from workers.store import Artefact, MissingArtefactError, Store, content_key

# So many items are looked for in the store at once.
_LUMP = 256


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of work.

    Attributes
    ----------
    name
        What a person reads in Flower and in a report of failure; no two items of a bag share it.
    key
        Where the artefact is stored: a digest of the stage and of everything that it depends on.
    content
        What the task is given: values that JSON can hold.
    attempt
        How often it has been sent, this time included.
    """

    name: str
    key: str
    content: dict[str, Any]
    attempt: int = 1


class Bag:
    """Items of one stage, for the conductor; what is done is taken out by :meth:`take`.

    Parameters
    ----------
    stage
        The name of the task.
    run
        Identity on the broker.
    store
        The artefacts.
    """

    def __init__(self, stage: str, run: str, store: Store) -> None:
        self.last_stage = stage
        self._run = run
        self._store = store
        self._awaited: dict[str, str] = {}
        self._done: list[tuple[Item, Artefact]] = []

    def take(self) -> list[tuple[Item, Artefact]]:
        """Return what was done since the last time."""
        done, self._done = self._done, []
        return done

    def parts(self, item: Item) -> set[str]:
        """Return the item's key, which its task reports."""
        return {item.key}

    def at_attempt(self, item: Item, attempt: int) -> Item:
        """Return the item with the number of an attempt."""
        return replace(item, attempt=attempt)

    def submit(self, items: Sequence[Item]) -> list[Item]:
        """Publish items; none is held back."""
        with app.producer_pool.acquire(block=True) as producer:
            for item in items:
                self._awaited[item.name] = item.key
                message = {
                    "run": self._run,
                    "cluster": item.name,
                    "key": item.key,
                    "content": self._store.put_content(item.content),
                    "attempt": item.attempt,
                }
                send(self.last_stage, f"run={self._run} cluster={item.name}", message, producer)
        return []

    def is_awaited(self, event: Event) -> bool:
        """Return whether an event is about an item as it was sent, not about an earlier one of its name."""
        return self._awaited.get(event.clusters[0]) == event.part

    def forget_messages(self) -> None:
        """Do nothing: no item waits for the message of another."""

    def collect(self, item: Item) -> Mapping[str, dict[str, Any]]:
        """Keep an item's artefact for who takes it; nothing of it is for the ledger."""
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


class Notes:
    """A ledger in memory: what has to outlive the process are the artefacts alone."""

    def __init__(self) -> None:
        self._position = START
        self._failures: dict[str, str] = {}

    def position(self) -> str:
        """Return the identity of the last event that was recorded."""
        return self._position

    def record(self, batch: Batch) -> Counter[str]:
        """Note failures and position; return nothing to count, since items are counted whole."""
        self._position = batch.position
        self._failures |= batch.failed
        return Counter()

    def failures(self) -> Mapping[str, str]:
        """Return the reasons of the items that have failed."""
        return self._failures
