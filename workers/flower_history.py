"""Keeps task events in files, so that Flower shows them after a restart.

Flower itself uses a pickle, which can contain and run arbitrary code.  Here each event
is appended as a line of JSON when it arrives, so that none is lost if the process is
killed.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

_FIELDS = {"type", "uuid", "hostname", "timestamp", "local_received", "clock"}
"""Fields of every task event."""

FILE_BYTES = 8_000_000
"""Size after which a new file is started, some 7,000 tasks; two such files are read in two seconds."""


class History:
    """The events in a folder, oldest first.

    Several processes may write at once; an event that two of them wrote counts once.

    Parameters
    ----------
    folder
        The folder, which must exist; only their owner can read its files.
    limit
        Bytes after which a new file is started.
    """

    def __init__(self, folder: Path, limit: int = FILE_BYTES) -> None:
        self._path = folder / "history.jsonl"
        self._older = folder / "history-older.jsonl"
        self._limit = limit
        self._file: IO[str] | None = None

    def events(self) -> Iterator[dict[str, Any]]:
        """Yield each event once; damaged lines are skipped."""
        seen: set[tuple[str, str, float]] = set()
        for path in (self._older, self._path):
            for event in _events_in(path):
                key = (event["uuid"], event["type"], event["timestamp"])
                if key not in seen:
                    seen.add(key)
                    yield event

    def keep(self, event: dict[str, Any]) -> None:
        """Append a task event; errors such as a full disk are ignored."""
        line = json.dumps({name: value for name, value in event.items() if value is not None})
        with contextlib.suppress(OSError):
            file = self._open()
            # In one write, because other processes may append as well.
            file.write(f"{line}\n")
            file.flush()

    def close(self) -> None:
        """Close the file; the next event opens it again."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _open(self) -> IO[str]:
        if self._file is not None and self._file.tell() > self._limit:
            self.close()
            self._path.replace(self._older)
        if self._file is None:
            self._file = open(self._path, "a", encoding="utf-8", opener=_private)  # noqa: SIM115
        return self._file


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, mode=0o600)


def _events_in(path: Path) -> Iterator[dict[str, Any]]:
    try:
        file = path.open(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return
    with file:
        for line in file:
            with contextlib.suppress(ValueError):
                event = json.loads(line)
                if isinstance(event, dict) and event.keys() >= _FIELDS:
                    yield event
