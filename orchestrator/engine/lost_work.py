"""Lost work: items whose message is neither on the queue nor held by a worker."""

import queue
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing

import redis
from attrs import define, field
from kombu.exceptions import OperationalError

from workers.broker.inspection import REPLY_SECONDS, Inspection, NeededParser, inspect_run
from workers.events import connect
from workers.settings import Settings

PATIENCE = 60.0
"""Seconds of silence after which the messages of a work item are looked for."""

# Inspecting a long queue keeps broker and workers busy; this is the largest share of time for it.
_SHARE = 0.1


@define(eq=False, slots=False)
class LostWork:
    """Finds lost work items among the silent ones; a thread inspects, since workers may not answer.

    An item is lost when two successive inspections miss it, since a message on its way from
    the queue to a worker may escape one.  If no worker answers, no item counts as lost:
    no worker would take it again.

    Parameters
    ----------
    settings
        The broker, and the queue of the run's workers.
    run
        Identity of the run.
    patience
        Seconds of silence after which an item is looked for.
    on_inspection
        Called with every inspection.
    parser
        The parser that the run needs, if any.
    """

    _settings: Settings
    _run: str
    _patience: float
    _on_inspection: Callable[[Inspection], None] | None = None
    _parser: NeededParser | None = None
    _requests: queue.SimpleQueue[bool] = field(factory=queue.SimpleQueue, init=False)
    _answers: queue.SimpleQueue[Inspection] = field(factory=queue.SimpleQueue, init=False)
    # Seconds for which the last inspection kept the broker busy, and that inspection.
    _duration: float = field(default=0.0, init=False)
    _newest: Inspection | None = field(default=None, init=False)
    _requested: float = field(default=0.0, init=False)
    _missed: frozenset[str] = field(default=frozenset(), init=False)

    def __attrs_post_init__(self) -> None:
        # One thread for all inspections: each asking thread leaves a reply queue on the broker.
        threading.Thread(target=self._serve, daemon=True).start()

    def request(self) -> None:
        """Request an inspection, unless the last one is recent."""
        self._request_after(min(max(self._patience / 4, self._least_pause), self._patience))

    def inspection(self, seconds: float) -> Inspection | None:
        """Return the last inspection, if any; request another if the last request is older than this."""
        self._request_after(max(seconds, self._least_pause))
        return self._newest

    @property
    def _least_pause(self) -> float:
        return self._duration / _SHARE

    def _request_after(self, pause: float) -> None:
        if time.monotonic() - self._requested > pause:
            self._requested = time.monotonic()
            # At most one request waits.
            if self._requests.empty():
                self._requests.put(True)

    def lost(self, silences: Mapping[str, float]) -> set[str]:
        """Return the keys of work items whose messages are lost.

        Parameters
        ----------
        silences
            Seconds since each item was sent, by key.
        """
        silent = {key for key, seconds in silences.items() if seconds > self._patience}
        if silent:
            self.request()
        inspection = None
        while not self._answers.empty():
            inspection = self._answers.get()
        if inspection is None:
            return set()
        if self._on_inspection is not None:
            self._on_inspection(inspection)
        missing = silent - inspection.keys if inspection.processes else set()
        lost = missing & self._missed
        self._missed = frozenset(missing - lost)
        return lost

    def reset_missed(self) -> None:
        """Forget the items that the last inspection missed: they may not be lost."""
        self._missed = frozenset()

    def close(self) -> None:
        """End the thread, after an inspection under way."""
        self._requests.put(False)

    def _serve(self) -> None:
        with closing(connect(self._settings.broker_url)) as client:
            while self._requests.get():
                started = time.monotonic()
                try:
                    inspection = inspect_run(client, self._run, self._settings.queue, self._parser)
                except (redis.RedisError, OperationalError, OSError):
                    # The backend reports that the broker does not answer.
                    continue
                # Waiting for the answers costs nothing.
                self._duration = max(0.0, time.monotonic() - started - REPLY_SECONDS)
                self._newest = inspection
                self._answers.put(inspection)
