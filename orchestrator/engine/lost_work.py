"""The search for clusters of which no message is left: on the queue, or in the hands of a worker."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from orchestrator.engine.inspector import Lookout
from workers.broker.inspection import Census
from workers.settings import Settings

PATIENCE = 60.0
"""Seconds of silence after which the messages of a cluster are looked for."""

# A census of a long queue takes time of broker and workers: at most this share of it.
_CENSUS_SHARE = 0.1


class Search:
    """Asks who has the messages of clusters that are silent.

    Two looks in succession have to miss a cluster, since a message on its way from
    the queue to a worker may escape one look.  Where no worker answers nothing is
    lost: nobody would take what is sent again.

    Parameters
    ----------
    settings
        The broker, and the queue of the run's workers.
    run
        Identity of the run.
    patience
        Seconds of silence after which a cluster is looked for.
    heed
        Told what every look found.
    """

    def __init__(
        self, settings: Settings, run: str, patience: float, heed: Callable[[Census], None] | None = None
    ) -> None:
        self._patience = patience
        self._heed = heed
        self._lookout = Lookout(settings, run)
        self._asked = 0.0
        self._suspects: frozenset[str] = frozenset()

    def ask(self) -> None:
        """Ask for a look, unless the last one is not long ago."""
        now = time.monotonic()
        pause = max(self._patience / 4, self._lookout.duration / _CENSUS_SHARE)
        if now - self._asked > min(pause, self._patience):
            self._asked = now
            self._lookout.ask()

    def census(self, seconds: float) -> Census | None:
        """Return what the last look found, if there was one; ask for another after so many seconds."""
        if time.monotonic() - self._asked > max(seconds, self._lookout.duration / _CENSUS_SHARE):
            self._asked = time.monotonic()
            self._lookout.ask()
        return self._lookout.newest

    def lost(self, silences: Mapping[str, float]) -> set[str]:
        """Return the clusters of which no message is on the queue or held by a living worker.

        Parameters
        ----------
        silences
            Seconds since something was heard of each cluster in flight.
        """
        silent = {name for name, seconds in silences.items() if seconds > self._patience}
        if silent:
            self.ask()
        census = self._lookout.answer()
        if census is None:
            return set()
        if self._heed is not None:
            self._heed(census)
        missing = silent - census.clusters if census.processes else set()
        lost = missing & self._suspects
        self._suspects = frozenset(missing - lost)
        return lost

    def forgive(self) -> None:
        """Forget what the last look missed: there was a reason."""
        self._suspects = frozenset()

    def close(self) -> None:
        """End the search after the look that may be under way."""
        self._lookout.close()
