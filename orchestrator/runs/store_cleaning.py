"""Counts what a store holds, and finds the artefacts that can be removed."""

import time
from collections.abc import Iterable, Iterator, Set
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from orchestrator.runs.folder import RunFolder
from orchestrator.runs.ledger import Ledger
from orchestrator.runs.plan import Plan, result_keys
from workers.store import Store
from workers.store.keys import is_common
from workers.store.packs import Entry

GRACE_SECONDS = 3600.0
"""Packs younger than this are kept by default: a run may be about to read them."""

# Number of packs whose keys are read at once.
_BATCH = 1000


@dataclass(frozen=True, slots=True)
class StoreStatistics:
    """Content of a store.

    Attributes
    ----------
    packs, bytes
        Number and size of all packs.
    parses
        Number of the packs that hold parses.
    oldest, newest
        Times at which a pack was written, in seconds since 1970; ``None`` without packs.
    """

    packs: int = 0
    bytes: int = 0
    parses: int = 0
    oldest: float | None = None
    newest: float | None = None


def store_statistics(store: Store) -> StoreStatistics:
    """Return what a store holds; raises StoreError if it cannot be read."""
    packs = list(store.entries())
    times = [entry.modified for entry in packs]
    return StoreStatistics(
        len(packs),
        sum(entry.size for entry in packs),
        sum(is_common(entry.name) for entry in packs),
        min(times, default=None),
        max(times, default=None),
    )


def referenced_keys(runs: Path) -> set[str]:
    """Return the keys of all artefacts that the runs below a folder are made of.

    Raises
    ------
    FormatError, sqlite3.Error
        A run cannot be read, so that it is unknown what it needs.
    """
    keys: set[str] = set()
    for record in sorted(runs.rglob("run.json")):
        folder = RunFolder(record.parent)
        if not folder.ledger.exists():
            continue
        plan = Plan(folder.options())
        keys.update(filter(None, (plan.options_key, plan.options.exchange.wordings)))
        with closing(Ledger(folder.ledger)) as ledger:
            for name, _, body in ledger.clusters():
                cluster = plan.restore(name, body)
                keys.update(cluster.parses, result_keys(cluster, plan))
    return keys


def removable(
    store: Store, older_than: float | None, needed: Set[str] | None, now: float | None = None
) -> Iterator[Entry]:
    """Yield the packs that may be removed.

    Parameters
    ----------
    store
        The store.
    older_than
        The least age in seconds; ``None`` for :data:`GRACE_SECONDS`.
    needed
        Keys of artefacts whose packs are kept; ``None`` to keep none for its keys.
    now
        The time, in seconds since 1970; by default now.

    Raises
    ------
    StoreError
        The store cannot be read.
    """
    least = GRACE_SECONDS if older_than is None else older_than
    before = (time.time() if now is None else now) - least
    old = (entry for entry in store.entries() if entry.modified <= before)
    yield from old if needed is None else _without(store, old, needed)


def _without(store: Store, entries: Iterable[Entry], needed: Set[str]) -> Iterator[Entry]:
    """Yield the packs that hold no needed artefact."""
    rest = iter(entries)
    while batch := list(islice(rest, _BATCH)):
        keys = store.keys([entry.name for entry in batch])
        yield from (entry for entry, own in zip(batch, keys, strict=True) if needed.isdisjoint(own))
