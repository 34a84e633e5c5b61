"""The ledger of a run: what is done, what failed and why, on disk before anything depends on it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workers.events import START, Event

PENDING, DONE, FAILED = "pending", "done", "failed"

_SCHEMA = """
CREATE TABLE IF NOT EXISTS cluster (
    name TEXT PRIMARY KEY, source TEXT NOT NULL, status TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, reason TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS progress (
    cluster TEXT NOT NULL, stage TEXT NOT NULL, part TEXT NOT NULL, units INTEGER NOT NULL,
    PRIMARY KEY (cluster, stage, part)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS result (
    cluster TEXT NOT NULL, version TEXT NOT NULL, row TEXT NOT NULL,
    PRIMARY KEY (cluster, version)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS note (
    cluster TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (cluster, text)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""

_FORGET = (
    "DELETE FROM cluster WHERE name = ?",
    "DELETE FROM progress WHERE cluster = ?",
    "DELETE FROM result WHERE cluster = ?",
    "DELETE FROM note WHERE cluster = ?",
)


@dataclass(slots=True)
class Batch:
    """Changes that are written together with the position in the stream of events.

    Attributes
    ----------
    position
        Identity of the last event that led to the changes.
    events
        Stages that were reported done.
    results
        Rows by (cluster, version) of the clusters that are complete.
    done
        Clusters whose files are all written.
    failed
        Reasons by cluster.
    attempts
        Attempts so far by cluster.
    """

    position: str = START
    events: list[Event] = field(default_factory=list)
    results: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    attempts: dict[str, int] = field(default_factory=dict)


class Ledger:
    """The SQLite file of a run.

    Parameters
    ----------
    path
        The file; made where it is absent.
    """

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = NORMAL")
        self._database.executescript(_SCHEMA)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield self._database
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    def enrol(self, sources: Iterable[tuple[str, str]]) -> None:
        """Make the ledger hold just these clusters; one whose source differs starts anew.

        Parameters
        ----------
        sources
            Pairs of cluster name and key of everything that its results depend on.
        """
        wanted = dict(sources)
        known = dict(self._database.execute("SELECT name, source FROM cluster"))
        stale = [(name,) for name, source in known.items() if wanted.get(name) != source]
        new = [(name, source, PENDING) for name, source in wanted.items() if known.get(name) != source]
        with self._transaction() as database:
            for table, column in (
                ("cluster", "name"),
                ("progress", "cluster"),
                ("result", "cluster"),
                ("note", "cluster"),
            ):
                database.executemany(f"DELETE FROM {table} WHERE {column} = ?", stale)  # noqa: S608
            database.executemany("INSERT INTO cluster (name, source, status) VALUES (?, ?, ?)", new)

    def reset_failed(self) -> None:
        """Make failed clusters pending again, with all their attempts."""
        with self._transaction() as database:
            database.execute(
                "UPDATE cluster SET status = ?, attempts = 0, reason = '' WHERE status = ?", (PENDING, FAILED)
            )

    def start_stream(self) -> None:
        """Forget the position in a stream that no longer exists."""
        with self._transaction() as database:
            database.execute("DELETE FROM state WHERE key = 'position'")

    def record(self, batch: Batch) -> None:
        """Write a batch of changes and the stream position in one transaction."""
        with self._transaction() as database:
            _record_events(database, batch.events)
            database.executemany(
                "INSERT OR REPLACE INTO result VALUES (?, ?, ?)",
                [(*key, json.dumps(row)) for key, row in batch.results.items()],
            )
            database.executemany(
                "UPDATE cluster SET status = ?, reason = '' WHERE name = ?",
                [(DONE, name) for name in batch.done],
            )
            database.executemany(
                "UPDATE cluster SET status = ?, reason = ? WHERE name = ?",
                [(FAILED, reason, name) for name, reason in batch.failed.items()],
            )
            database.executemany(
                "UPDATE cluster SET attempts = ? WHERE name = ?",
                [(attempts, name) for name, attempts in batch.attempts.items()],
            )
            database.execute("INSERT OR REPLACE INTO state VALUES ('position', ?)", (batch.position,))

    def position(self) -> str:
        """Return the identity of the last event that was recorded."""
        found = self._database.execute("SELECT value FROM state WHERE key = 'position'").fetchone()
        return found[0] if found else START

    def names(self, status: str) -> list[str]:
        """Return the names of the clusters of a status, sorted."""
        rows = self._database.execute("SELECT name FROM cluster WHERE status = ? ORDER BY name", (status,))
        return [name for (name,) in rows]

    def failures(self) -> dict[str, str]:
        """Return the reasons of the failed clusters."""
        return dict(
            self._database.execute(
                "SELECT name, reason FROM cluster WHERE status = ? ORDER BY name", (FAILED,)
            )
        )

    def attempts(self) -> dict[str, int]:
        """Return how often each cluster that was tried again has been submitted."""
        return dict(self._database.execute("SELECT name, attempts FROM cluster WHERE attempts > 0"))

    def units(self) -> dict[str, int]:
        """Return the units done by stage: sentences for ``parse``, cluster-and-version pairs elsewhere."""
        return dict(self._database.execute("SELECT stage, SUM(units) FROM progress GROUP BY stage"))

    def notes(self) -> list[tuple[str, str]]:
        """Return (cluster, note) pairs, sorted."""
        return list(self._database.execute("SELECT cluster, text FROM note ORDER BY cluster, text"))

    def results(self) -> dict[tuple[str, str], dict[str, Any]]:
        """Return the rows of all complete clusters by (cluster, version)."""
        rows = self._database.execute("SELECT cluster, version, row FROM result ORDER BY cluster, version")
        return {(cluster, version): json.loads(row) for cluster, version, row in rows}


def _record_events(database: sqlite3.Connection, events: Sequence[Event]) -> None:
    # A message that was delivered twice reports twice: the second row is ignored.
    database.executemany(
        "INSERT OR IGNORE INTO progress VALUES (?, ?, ?, ?)",
        [(event.clusters[0], event.stage, event.part, event.units) for event in events],
    )
    database.executemany(
        "INSERT OR IGNORE INTO note VALUES (?, ?)",
        [(event.clusters[0], note) for event in events for note in event.notes],
    )
