"""How a run is: what it says of itself while it goes on, for other shells and machines to read."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from orchestrator.io.atomic import write_json
from orchestrator.runs.folder import RunFolder

RUNNING, DONE, FAILED, STOPPED, CANCELLED, BROKEN, LOST = (
    "running", "done", "failed", "stopped", "cancelled", "broken", "lost",
)  # fmt: skip
"""``failed``: to its end, with clusters that failed.  ``broken``: by an error.  ``lost``: without a word."""

SILENT_SECONDS = 30.0
"""Silence after which a run on another machine is taken for lost."""


@dataclass(frozen=True, slots=True)
class StageStatus:
    """A stage of a run.

    Attributes
    ----------
    total, done
        Units that this submit had to do, and those that it has done: sentences
        for ``parse``, lattices elsewhere.
    running
        Tasks that worker processes are at; ``None`` where that is not known.
    failed
        Clusters that failed in it.
    """

    total: int = 0
    done: int = 0
    running: int | None = None
    failed: int = 0

    @property
    def waiting(self) -> int:
        """Units that are still to be done, those under way included."""
        return max(0, self.total - self.done)


@dataclass(frozen=True, slots=True)
class Status:
    """What a run said last.

    Attributes
    ----------
    name, id
        The run's name, and its identity on the broker.
    state
        One of the states of this module.
    host, process
        Where it is (or was) conducted.
    started, updated
        Seconds since 1970.
    queue
        The queue of its messages, on a shared broker; empty without one.
    versions
        Names of its versions.
    clusters
        Numbers of clusters: ``total``, ``done``, ``failed``, ``flying`` (submitted and
        not complete) and ``waiting``.
    stages
        By name, in their order.
    rate
        Clusters a second in the last minute.
    left
        Guessed seconds to the end; ``None`` where nothing can be said.
    workers
        Worker processes that answered last; ``None`` where none was asked yet.
    oldest
        The task that a worker has been at for longest: ``stage``, ``cluster``, ``seconds``.
    silent
        The cluster in flight of which nothing was heard for longest: ``cluster``, ``seconds``.
    """

    name: str
    id: str
    state: str = RUNNING
    host: str = field(default_factory=socket.gethostname)
    process: int = field(default_factory=os.getpid)
    started: float = field(default_factory=time.time)
    updated: float = 0.0
    queue: str = ""
    versions: tuple[str, ...] = ()
    clusters: Mapping[str, int] = field(default_factory=dict)
    stages: Mapping[str, StageStatus] = field(default_factory=dict)
    rate: float = 0.0
    left: float | None = None
    workers: int | None = None
    oldest: Mapping[str, Any] | None = None
    silent: Mapping[str, Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Status:
        """Return the status of :meth:`to_dict`; fields of later versions are left out.

        Raises
        ------
        KeyError, TypeError
            It is none.
        """
        known = {name: values[name] for name in cls.__dataclass_fields__ if name in values}
        stages = {name: StageStatus(**stage) for name, stage in known.get("stages", {}).items()}
        return cls(**{**known, "stages": stages, "versions": tuple(known.get("versions", ()))})


def write_status(folder: RunFolder, status: Status) -> None:
    """Write ``status.json`` whole."""
    write_json(folder.root / "status.json", status.to_dict())


def read_status(folder: RunFolder) -> Status | None:
    """Return what a run in a folder said last; ``None`` where it said nothing.

    A run that says it is going on and does not is ``lost``.
    """
    try:
        values = json.loads((folder.root / "status.json").read_text(encoding="utf-8"))
        status = Status.from_dict(values)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if status.host != socket.gethostname():
        return unless_silent(status)
    return replace(status, state=LOST) if status.state == RUNNING and not folder.is_held() else status


def unless_silent(status: Status) -> Status:
    """Return the status, as that of a lost run where a run that goes on would have said something since."""
    silent = status.state == RUNNING and time.time() - status.updated > SILENT_SECONDS
    return replace(status, state=LOST) if silent else status


def run_folders(runs: Path) -> list[RunFolder]:
    """Return the runs in a folder, the one that was touched last first."""
    if not runs.is_dir():
        return []
    folders = [RunFolder(path) for path in runs.iterdir() if (path / "run.json").is_file()]
    return sorted(folders, key=_touched, reverse=True)


def _touched(folder: RunFolder) -> float:
    status = folder.root / "status.json"
    return (status if status.exists() else folder.root / "run.json").stat().st_mtime


def exit_code(status: Status) -> int:
    """Return what a script is told: 0 going on or done, 1 clusters failed, 3 did not come to its end."""
    return {RUNNING: 0, DONE: 0, FAILED: 1}.get(status.state, 3)
