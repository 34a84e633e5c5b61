"""The shared backend: a broker with workers anywhere, watched but neither started nor stopped."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import redis
from attrs import define

import paralattice
from orchestrator.engine.lost_work import PATIENCE, LostWork
from orchestrator.engine.resources import WINDOW_PER_WORKER
from workers.broker.inspection import Inspection, NeededParser, run_queue
from workers.broker.remote import settled_url, shown_url
from workers.events import connect
from workers.settings import Settings
from workers.store import settled_location
from workers.store.identity import queue_of

_QUIET_SECONDS = 10.0
_WATCH_SECONDS = 5.0
_STATUS_SECONDS = 10.0


def shared_settings(broker: str, store: str, endpoint: str = "") -> Settings:
    """Return the settings of a shared broker and store.

    Parameters
    ----------
    broker
        The broker's URL.
    store, endpoint
        The arguments of :func:`workers.store.open_store`.

    Raises
    ------
    BrokerError
        The URL cannot be read.
    StoreError
        The store cannot be read and written.
    """
    location = settled_location(store)
    return Settings(settled_url(broker), location, queue_of(location, endpoint), endpoint)


@define(eq=False, slots=False)
class SharedBackend:
    """A broker that other runs use as well, and the workers that listen to it.

    Parameters
    ----------
    settings
        The broker, the store, and the queue of the workers on that store.
    run
        Identity of the run.
    say
        Shows a line to the user.
    patience
        Seconds of silence after which the messages of a work item are looked for.
    grows
        Whether the window follows the number of workers that listen.
    parser
        The parser that the workers need, if any.
    """

    interrupted: ClassVar = "the workers finish what is in flight, and the next submit continues from there"

    _settings: Settings
    _run: str
    _say: Callable[[str], None]
    _patience: float = PATIENCE
    _grows: bool = False
    _parser: NeededParser | None = None

    def __attrs_post_init__(self) -> None:
        self._quiet = min(_QUIET_SECONDS, self._patience)
        self._client = connect(self._settings.broker_url, timeout=_WATCH_SECONDS)
        self._lost_work = LostWork(self._settings, self._run, self._patience, self._complain, self._parser)
        self._watched = time.monotonic()
        # Nothing yet: the first inspection tells at once if no worker can do the work.
        self._heard = -math.inf
        self._life = ""
        self._answers = True
        self._full = False
        self._complaints: set[str] = set()

    @property
    def broker_url(self) -> str:
        """The broker's URL with its password."""
        return self._settings.broker_url

    @property
    def queue(self) -> str:
        """The queue of the run, to which the workers listen that can do its work."""
        return run_queue(self._settings.queue, self._parser)

    def __enter__(self) -> SharedBackend:
        """Remember the server's identity, which changes when it is restarted, and ask for workers."""
        self._life = self._server_life()
        self._lost_work.request()
        return self

    def __exit__(self, *_: object) -> None:
        """Close connections; messages and workers are left alone."""
        self._lost_work.close()
        self._client.close()

    def window(self) -> int:
        """Return the number of targets in flight that keeps the workers busy; 0 if that is not known."""
        found = self.inspection() if self._grows else None
        return WINDOW_PER_WORKER * found.processes if found else 0

    def on_progress(self) -> None:
        """Note that work was done."""
        self._heard = time.monotonic()
        self._complaints.clear()

    def on_idle(self) -> None:
        """Do nothing: the workers serve other runs."""

    def inspection(self) -> Inspection | None:
        """Return the last inspection, and request another if it is not recent."""
        return self._lost_work.inspection(_STATUS_SECONDS)

    def ensure_running(self) -> str:
        """Check that the broker answers and that workers listen.

        Returns
        -------
        str
            A notice that the server was restarted, since messages may be lost; otherwise empty.
        """
        now = time.monotonic()
        # Events prove that workers are alive: skip the inspection.
        if now - self._heard > self._quiet:
            self._lost_work.request()
        if now - self._watched < _WATCH_SECONDS:
            return ""
        self._watched = now
        # A server that does not answer keeps its identity until it is known to be another.
        life, self._life = self._life, self._server_life() or self._life
        return "the broker was restarted" if life and life != self._life else ""

    def _server_life(self) -> str:
        """Return the identity of the server's process; empty if it does not answer."""
        try:
            life = str(self._client.info("server").get("run_id", ""))
            memory: dict[str, Any] = self._client.info("memory")
        except redis.RedisError as error:
            if self._answers:
                self._say(f"the broker {shown_url(self.broker_url)} does not answer ({error}); waiting")
            self._answers = False
            return ""
        if not self._answers:
            self._say("the broker answers again")
            # The workers reconnect one by one: until then their silence means nothing.
            self._lost_work.reset_missed()
        self._answers = True
        self._note_memory(memory)
        return life

    def _note_memory(self, memory: Mapping[str, Any]) -> None:
        """Tell when the server begins or ends to refuse messages for lack of memory."""
        # 0 is no limit.
        limit = int(memory.get("maxmemory", 0))
        full = 0 < limit <= int(memory.get("used_memory", 0))
        if full != self._full:
            shown = shown_url(self.broker_url)
            self._say(
                f"the broker {shown} is full (maxmemory {limit:,}) and takes no messages; waiting"
                if full
                else f"the broker {shown} has room again"
            )
        self._full = full

    def lost(self, silences: Mapping[str, float]) -> set[str]:
        """Return the keys of work items whose messages are lost.

        Parameters
        ----------
        silences
            Seconds since each item was sent, by key.
        """
        return self._lost_work.lost(silences)

    def _complain(self, inspection: Inspection) -> None:
        # The inspection was requested before work came back.
        if time.monotonic() - self._heard <= self._quiet:
            return
        lines = [*inspection.others]
        if not inspection.processes:
            parser = f" with the parser {self._parser.name}" if self._parser else ""
            lines.append(
                f"no worker of version {paralattice.__version__} and this code{parser} listens on "
                f"{shown_url(self.broker_url)} for the store {self._settings.shown_store}; waiting: "
                "start `orchestrator worker` on any machine"
            )
        for line in lines:
            if line not in self._complaints:
                self._say(line)
        self._complaints.update(lines)
