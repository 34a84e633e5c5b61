"""The ledger of a run: an SQLite file of finished clusters, failed clusters and their reasons."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from orchestrator.engine.journal import Changes
from workers.events import START, Event

PENDING, DONE, FAILED = "pending", "done", "failed"

_STAGING = """
PRAGMA main.journal_mode = OFF;
CREATE TABLE wanted (name TEXT PRIMARY KEY, position INTEGER UNIQUE, identity TEXT, body TEXT);
"""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS run.cluster (
    name TEXT PRIMARY KEY, position INTEGER NOT NULL, identity TEXT NOT NULL, status TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, reason TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS run.cluster_order ON cluster (position);
CREATE INDEX IF NOT EXISTS run.cluster_status ON cluster (status, position);
CREATE TABLE IF NOT EXISTS run.input (name TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS run.progress (
    cluster TEXT NOT NULL, stage TEXT NOT NULL, part TEXT NOT NULL, units INTEGER NOT NULL,
    PRIMARY KEY (cluster, stage, part)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS run.result (
    cluster TEXT NOT NULL, version TEXT NOT NULL, row TEXT NOT NULL,
    PRIMARY KEY (cluster, version)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS run.note (
    cluster TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (cluster, text)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS run.state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""

_UNWANTED = (
    "SELECT name FROM cluster WHERE NOT EXISTS"
    " (SELECT 1 FROM wanted WHERE wanted.name = cluster.name AND wanted.identity = cluster.identity)"
)
_ADOPT = (
    f"CREATE TEMP TABLE unwanted AS {_UNWANTED}",
    *(f"DELETE FROM {table} WHERE cluster IN (SELECT name FROM unwanted)"  # noqa: S608 - fixed names
      for table in ("progress", "result", "note")),
    *(f"DELETE FROM {table} WHERE name IN (SELECT name FROM unwanted)"  # noqa: S608
      for table in ("cluster", "input")),
    "DROP TABLE unwanted",
    "INSERT INTO cluster (name, position, identity, status)"
    " SELECT name, position, identity, 'pending' FROM wanted WHERE true"
    " ON CONFLICT (name) DO UPDATE SET position = excluded.position",
    "INSERT OR REPLACE INTO input SELECT name, body FROM wanted",
)  # fmt: skip

_PAGES = "SELECT position, name, status, body FROM cluster JOIN input USING (name) WHERE position > ? {}"
_ALL = _PAGES.format("ORDER BY position LIMIT 200")
_BY_STATUS = _PAGES.format("AND status = ? ORDER BY position LIMIT 200")


class Ledger:
    """The state of a run in an SQLite file, and the staging of a corpus before the run adopts it.

    A corpus is read completely before the run starts, and may be larger than memory.  It is
    staged in a private temporary database, which SQLite removes when the connection is closed.

    Parameters
    ----------
    path
        The file, created if absent; ``None`` for the staging alone until :meth:`open`.

    Attributes
    ----------
    staged
        The number of clusters that were staged.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.executescript(_STAGING)
        self.staged = 0
        if path is not None:
            try:
                self.open(path)
            except BaseException:
                self.close()
                raise

    def open(self, path: Path) -> None:
        """Open the file."""
        if self._database.in_transaction:
            self._database.execute("COMMIT")
        self._database.execute("ATTACH ? AS run", (str(path),))
        self._database.execute("PRAGMA run.journal_mode = WAL")
        self._database.execute("PRAGMA run.synchronous = NORMAL")
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

    def stage(self, name: str, identity: str, body: str) -> None:
        """Append a cluster of a corpus to the staging.

        Parameters
        ----------
        name
            Its name; a second cluster with that name is ignored, since the corpus reports it at its end.
        identity
            A digest of everything that its results depend on.
        body
            The input of its computation.
        """
        if not self._database.in_transaction:
            self._database.execute("BEGIN")
        values = (name, self.staged, identity, body)
        self._database.execute("INSERT OR IGNORE INTO wanted VALUES (?, ?, ?, ?)", values)
        self.staged += 1

    def staged_bodies(self) -> Iterator[tuple[str, str]]:
        """Yield names and bodies of the staged clusters, in their order."""
        yield from self._database.execute("SELECT name, body FROM wanted ORDER BY position")

    def adopt(self) -> None:
        """Make the ledger hold exactly the staged clusters; those with another identity start again."""
        with self._transaction() as database:
            database.execute("DELETE FROM state WHERE key = 'corpus'")
            for statement in _ADOPT:
                database.execute(statement)

    def note_corpus(self, text: str) -> None:
        """Note a text about the corpus that was adopted, for :func:`noted_corpus`."""
        self._database.execute("INSERT OR REPLACE INTO state VALUES ('corpus', ?)", (text,))

    def clusters(self, status: str = "") -> Iterator[tuple[str, str, str]]:
        """Yield name, status and body of the clusters with a status (all if empty), in the corpus's order.

        The ledger may change meanwhile: clusters are read page by page.
        """
        query = _BY_STATUS if status else _ALL
        position = -1
        while page := self._database.execute(query, (position, *([status] if status else []))).fetchall():
            yield from ((name, found, body) for _, name, found, body in page)
            position = page[-1][0]

    def counts(self) -> dict[str, int]:
        """Return the number of clusters by status."""
        return dict(self._database.execute("SELECT status, COUNT(*) FROM cluster GROUP BY status"))

    def reset_failed(self) -> None:
        """Make failed clusters pending again, with all attempts left."""
        self._database.execute(
            "UPDATE cluster SET status = ?, attempts = 0, reason = '' WHERE status = ?", (PENDING, FAILED)
        )

    def start_stream(self) -> None:
        """Forget the position: the stream that it belongs to no longer exists."""
        self._database.execute("DELETE FROM state WHERE key = 'position'")

    def make_pending(self, names: Iterable[str]) -> None:
        """Mark clusters as pending, to be computed or collected again."""
        with self._transaction() as database:
            database.executemany(
                "UPDATE cluster SET status = ? WHERE name = ?", [(PENDING, name) for name in names]
            )

    def record(self, changes: Changes) -> Counter[str]:
        """Write changes and the position in the stream in one transaction.

        Returns
        -------
        Counter
            The newly done units by stage.
        """
        with self._transaction() as database:
            counted = _record_events(database, changes.events)
            database.executemany(
                "INSERT OR REPLACE INTO result VALUES (?, ?, ?)",
                [(*key, json.dumps(row)) for key, row in changes.results.items()],
            )
            database.executemany(
                "UPDATE cluster SET status = ?, reason = '' WHERE name = ?",
                [(DONE, name) for name in changes.done],
            )
            database.executemany(
                "UPDATE cluster SET status = ?, reason = ? WHERE name = ?",
                [(FAILED, reason, name) for name, reason in changes.failed.items()],
            )
            database.executemany(
                "UPDATE cluster SET attempts = ? WHERE name = ?",
                [(attempts, name) for name, attempts in changes.attempts.items()],
            )
            database.execute("INSERT OR REPLACE INTO state VALUES ('position', ?)", (changes.position,))
            if changes.done:
                database.execute("INSERT OR REPLACE INTO state VALUES ('files', 'behind')")
        return counted

    def files_are_behind(self) -> bool:
        """Return whether clusters were done since :meth:`files_are_written` was last called."""
        return bool(self._database.execute("SELECT 1 FROM state WHERE key = 'files'").fetchone())

    def files_are_written(self) -> None:
        """Note that the files made of the results, as the report, have all clusters that are done."""
        self._database.execute("DELETE FROM state WHERE key = 'files'")

    def position(self) -> str:
        """Return the identity of the last event that was recorded."""
        found = self._database.execute("SELECT value FROM state WHERE key = 'position'").fetchone()
        return found[0] if found else START

    def names(self, status: str) -> list[str]:
        """Return the names of the clusters with a status, sorted."""
        rows = self._database.execute("SELECT name FROM cluster WHERE status = ? ORDER BY name", (status,))
        return [name for (name,) in rows]

    def failures(self) -> dict[str, str]:
        """Return the reasons of the failed clusters, in the corpus's order."""
        query = "SELECT name, reason FROM cluster WHERE status = ? ORDER BY position"
        return dict(self._database.execute(query, (FAILED,)))

    def attempts(self) -> dict[str, int]:
        """Return the number of attempts of each cluster that was sent."""
        return dict(self._database.execute("SELECT name, attempts FROM cluster WHERE attempts > 0"))

    def units(self) -> dict[str, int]:
        """Return the units done by stage: sentences for ``parse``, cluster-and-version pairs elsewhere."""
        return dict(self._database.execute("SELECT stage, SUM(units) FROM progress GROUP BY stage"))

    def notes(self) -> list[tuple[str, str]]:
        """Return (cluster, note) pairs, sorted."""
        return list(self._database.execute("SELECT cluster, text FROM note ORDER BY cluster, text"))

    def results(self, name: str) -> dict[str, dict[str, Any]]:
        """Return the rows of a cluster by version; empty if it is not complete."""
        rows = self._database.execute("SELECT version, row FROM result WHERE cluster = ?", (name,))
        return {version: json.loads(row) for version, row in rows}


def noted_corpus(path: Path) -> str:
    """Return the text that a ledger noted about its corpus; empty without one, or it is unusable."""
    if not path.exists():
        return ""
    place = f"{path.absolute().as_uri()}?mode=ro"
    with suppress(sqlite3.Error), closing(sqlite3.connect(place, uri=True)) as database:
        found = database.execute("SELECT value FROM state WHERE key = 'corpus'").fetchone()
        return str(found[0]) if found else ""
    return ""


def _record_events(database: sqlite3.Connection, events: Sequence[Event]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for event in events:
        for part in event.progress:
            # A message that was delivered twice reports twice: the second row is ignored.
            row = (event.names[0], *part)
            new = database.execute("INSERT OR IGNORE INTO progress VALUES (?, ?, ?, ?)", row)
            counted[part.stage] += part.units * new.rowcount
    database.executemany(
        "INSERT OR IGNORE INTO note VALUES (?, ?)",
        [(event.names[0], note) for event in events for note in event.notes],
    )
    return counted
