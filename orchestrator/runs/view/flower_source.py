"""The broker that Flower shows: a shared one, or that of the run under way on this machine."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import redis

from orchestrator.engine.flower import FlowerSource
from orchestrator.engine.local_backend import SERVER_POINTER
from workers.broker.remote import check_broker, settled_url, shown_url
from workers.events import connect


def source_for(broker: str, runs: Path) -> Callable[[], FlowerSource]:
    """Return a function that returns the broker to show: the shared one, or that of the run under way.

    Raises
    ------
    BrokerError
        The shared broker cannot be used.
    """
    if not broker:
        return LocalRuns(runs)
    url = settled_url(broker)
    check_broker(url)
    source = FlowerSource(url, shown_url(url))
    return lambda: source


class LocalRuns:
    """A callable that returns the broker of the latest run under way on this machine.

    Parameters
    ----------
    runs
        Folder of the runs.
    """

    def __init__(self, runs: Path) -> None:
        self._runs = runs
        self._source = self._nothing = FlowerSource("", "")

    def __call__(self) -> FlowerSource:
        """Return the broker; its URL is empty if no run is under way."""
        found = (source for source in _pointed(self._runs) if source == self._source or _answers(source))
        self._source = next(found, self._nothing)
        return self._source


def _pointed(runs: Path) -> Iterator[FlowerSource]:
    times = {}
    for pointer in runs.glob(f"*/logs/{SERVER_POINTER}"):
        # The run may end at any moment.
        with suppress(OSError):
            times[pointer] = pointer.stat().st_mtime_ns
    for pointer in sorted(times, key=times.__getitem__, reverse=True):
        with suppress(OSError):
            url = Path(pointer.read_text(encoding="utf-8").strip()).read_text(encoding="ascii").strip()
            yield FlowerSource(url, f"run {pointer.parts[-3]}")


def _answers(source: FlowerSource) -> bool:
    with suppress(redis.RedisError), connect(source.broker_url, timeout=1.0) as client:
        return bool(client.ping())
    return False
