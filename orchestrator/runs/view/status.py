"""The status that a run publishes for other shells and machines while it is under way."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import msgspec

from orchestrator.runs.folder import RunFolder

RUNNING, DONE, FAILED, STOPPED, CANCELLED, BROKEN, LOST = (
    "running", "done", "failed", "stopped", "cancelled", "broken", "lost",
)  # fmt: skip
"""``failed``: finished, some clusters failed.  ``broken``: ended by an error.  ``lost``: ended silently."""

FAILURES_SHOWN = 20
"""Failed clusters that a status names."""

SILENT_SECONDS = 30.0
"""Seconds without a new status after which a run on another machine counts as lost."""


@dataclass(frozen=True, slots=True)
class StageStatus:
    """The status of a stage.

    Attributes
    ----------
    total, done
        Units to compute in this submit, and those that are computed: sentences for ``parse``, lattices
        elsewhere.
    running
        Tasks that worker processes are computing; ``None`` if unknown.
    failed
        Clusters that failed in this stage.
    """

    total: int = 0
    done: int = 0
    running: int | None = None
    failed: int = 0

    @property
    def waiting(self) -> int:
        """Units that are not done yet, those under way included."""
        return max(0, self.total - self.done)


@dataclass(frozen=True, slots=True)
class Status:
    """The status of a run.

    Attributes
    ----------
    name, id
        The run's name, and its identity on the broker.
    state
        One of the states of this module.
    host, process
        The machine and the process that work (or worked) on the run.
    started, updated
        Seconds since 1970.
    queue
        The queue of its messages on a shared broker; empty without one.
    versions
        Names of its versions.
    code
        Digests of the code that computes it, by stage and method.
    clusters
        Numbers of clusters: ``total``, ``done``, ``failed``, ``flying`` (submitted and
        not complete) and ``waiting``.
    stages
        By name, in their order.
    rate
        Clusters per second in the last minute.
    left
        Estimated seconds to the end; ``None`` before there is an estimate.
    workers
        Number of worker processes that answered last; ``None`` before they were asked.
    others
        Why other workers on the broker take no part, with these workers.
    oldest
        The task that has been running for longest, as :class:`workers.broker.inspection.Task`.
    silent
        The cluster in flight whose last event is the oldest: ``cluster``, ``seconds``, and what is done
        about it, ``doing``, in words.
    refused
        Number of messages that workers refused, on this broker, from whomever.
    failures
        The reasons of the clusters that failed, by name; the first :data:`FAILURES_SHOWN`.
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
    code: Mapping[str, str] = field(default_factory=dict)
    clusters: Mapping[str, int] = field(default_factory=dict)
    stages: Mapping[str, StageStatus] = field(default_factory=dict)
    rate: float = 0.0
    left: float | None = None
    workers: int | None = None
    others: tuple[str, ...] = ()
    oldest: Mapping[str, Any] | None = None
    silent: Mapping[str, Any] | None = None
    refused: int = 0
    failures: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the status as values for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Status:
        """Return the status from the values of :meth:`to_dict`; unknown fields are ignored.

        Raises
        ------
        TypeError, ValidationError
            The values are not those of a status.
        """
        status = msgspec.convert(values, cls)
        if status.clusters and not status.clusters.keys() >= _COUNTED:
            raise TypeError("not a status")
        return status


_COUNTED = {"total", "done", "failed", "flying", "waiting"}


def read_status(folder: RunFolder) -> Status | None:
    """Return the last published status of a run in a folder; ``None`` without one.

    A run that was under way and that no process holds is ``lost``.
    """
    try:
        status = Status.from_dict(json.loads(folder.status.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, msgspec.ValidationError):
        return None
    if status.host != socket.gethostname():
        return lost_if_silent(status)
    return replace(status, state=LOST) if status.state == RUNNING and not folder.is_held() else status


def lost_if_silent(status: Status) -> Status:
    """Return the status; ``lost`` if a run under way has published nothing for thirty seconds."""
    silent = status.state == RUNNING and time.time() - status.updated > SILENT_SECONDS
    return replace(status, state=LOST) if silent else status


def exit_code(status: Status) -> int:
    """Return the exit code: 0 under way or done, 1 clusters failed, 3 the run did not reach its end."""
    return {RUNNING: 0, DONE: 0, FAILED: 1}.get(status.state, 3)
