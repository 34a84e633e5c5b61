"""The clusters of a corpus on disk, before the ledger of a run takes them over.

A corpus is read as a whole before anything is done with it, and may be larger
than memory: what was read waits here.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

_SCHEMA = "CREATE TABLE wanted (name TEXT PRIMARY KEY, position INTEGER UNIQUE, identity TEXT, body TEXT)"


class Spool:
    """A temporary file of clusters, as a context manager; it goes at the end.

    Attributes
    ----------
    path
        An SQLite file with the table ``wanted``: name, 0-based position, identity
        and body of each cluster.
    size
        The number of clusters.
    """

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="paralattice-")
        self.path = Path(self._folder.name) / "corpus.sqlite"
        self._database = sqlite3.connect(self.path, isolation_level=None)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute(_SCHEMA)
        self._database.execute("BEGIN")
        self.size = 0

    def __enter__(self) -> Spool:
        """Return the spool itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the file."""
        self._database.close()
        self._folder.cleanup()

    def add(self, name: str, identity: str, body: str) -> None:
        """Append a cluster.

        Parameters
        ----------
        name
            Its name; a second cluster of that name is left out, since the corpus reports it at its end.
        identity
            A digest of everything that its results depend on.
        body
            What is needed to compute them.
        """
        self._database.execute(
            "INSERT OR IGNORE INTO wanted VALUES (?, ?, ?, ?)", (name, self.size, identity, body)
        )
        self.size += 1

    def close(self) -> None:
        """Note that it is complete, so that others can read the file."""
        if self._database.in_transaction:
            self._database.execute("COMMIT")

    def bodies(self) -> Iterator[tuple[str, str]]:
        """Yield names and bodies in their order."""
        yield from self._database.execute("SELECT name, body FROM wanted ORDER BY position")
