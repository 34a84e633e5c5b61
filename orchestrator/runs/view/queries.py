"""Queries about runs, from any shell: list them, show the status of one, cancel it."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import msgspec
import redis

from orchestrator.runs.folder import RunError, find_run, run_folders
from orchestrator.runs.view.status import (
    BROKEN,
    CANCELLED,
    LOST,
    RUNNING,
    STOPPED,
    Status,
    lost_if_silent,
    read_status,
)
from paralattice.options import suggestion
from workers.broker.inspection import withdraw
from workers.broker.remote import check_broker, settled_url
from workers.broker.run_registry import RunRegistry
from workers.events import connect

_LOOK_SECONDS = 0.5


class Runs:
    """The runs in a folder and on a broker.

    Parameters
    ----------
    folder
        Folder of all runs.
    broker
        URL of a shared broker; empty without one.
    """

    def __init__(self, folder: Path, broker: str = "") -> None:
        self._folder = folder
        self._broker = broker

    def all(self) -> list[Status]:
        """Return the status of every run that has published one, the newest first."""
        here = [status for status in map(read_status, run_folders(self._folder)) if status is not None]
        known = {status.id for status in here}
        there = [status for status in self.on_broker() if status.id not in known]
        return sorted([*here, *there], key=lambda status: status.updated, reverse=True)

    def one(self, run: str) -> Status:
        """Return the status of a run.

        Parameters
        ----------
        run
            Its folder, its name or its identity; empty for the newest run that is under way,
            or else the newest run.

        Raises
        ------
        RunError
            There is no such run, or it has not published a status yet.
        """
        folder = find_run(self._folder, run) if run else None
        if folder is not None:
            status = read_status(folder)
            if status is None and folder.status.exists():
                raise RunError(f"{folder.status} is damaged; the next `orchestrator submit` writes it again")
            if status is None:
                raise RunError(f"run {folder.name!r} has not begun to compute")
            return status
        found = [status for status in self.all() if run in ("", status.name, status.id)]
        if not found:
            known = list(dict.fromkeys(status.name for status in self.all()))
            names = ", ".join(known) or "none"
            where = f"{self._folder} and on the broker" if self._broker else str(self._folder)
            hint = f"; the runs in {where}: {names}{suggestion(run, known)}"
            raise RunError(f"there is no run {run!r}{hint}" if run else f"no run in {where}")
        return next((status for status in found if status.state == RUNNING), found[0])

    def cancel(self, run: str, seconds: float, say: Callable[[str], None]) -> bool:
        """Ask a run to end and wait for it; return whether it has ended.

        Messages that an ended run has left are removed from the broker's queue.
        """
        status = self.one(run)
        if status.state != RUNNING:
            say(f"run {status.name} is not running: it is {status.state}")
            return self._withdraw(status, say)
        folder = find_run(self._folder, run or status.name)
        if folder is not None:
            folder.request_cancel()
        else:
            with self._client() as client:
                RunRegistry(client).request_cancel(status.id)
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and status.state == RUNNING:
            time.sleep(_LOOK_SECONDS)
            status = self.one(run or status.name)
        say(f"run {status.name} is {status.state}")
        return status.state != RUNNING

    def _withdraw(self, status: Status, say: Callable[[str], None]) -> bool:
        # A finished run leaves no messages.
        if self._broker and status.queue and status.state in (LOST, STOPPED, BROKEN):
            with self._client() as client:
                taken = withdraw(client, status.id, status.queue)
                RunRegistry(client).write(status.id, replace(status, state=CANCELLED).to_dict())
            say(f"{taken} messages were withdrawn")
        return True

    def on_broker(self) -> Iterator[Status]:
        """Yield the status of every run on the broker."""
        if not self._broker:
            return
        with self._client() as client:
            for values in RunRegistry(client).read().values():
                with suppress(TypeError, msgspec.ValidationError):
                    yield lost_if_silent(Status.from_dict(values))

    @contextmanager
    def _client(self) -> Iterator[redis.Redis]:
        url = settled_url(self._broker)
        check_broker(url)
        with closing(connect(url)) as client:
            yield client
