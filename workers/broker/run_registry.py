"""The run registry of a shared broker: the status of each run, and requests to cancel it."""

import json
import time
from typing import Any

import redis

_RUNS = "paralattice:runs"
_KEPT_SECONDS = 14 * 24 * 3600
"""Time for which a run stays listed after its last status."""


class RunRegistry:
    """The runs that a broker knows of.

    Parameters
    ----------
    client
        A client of the broker.
    """

    def __init__(self, client: redis.Redis) -> None:
        self._client = client

    def write(self, run: str, status: dict[str, Any]) -> None:
        """Write the status of a run.

        Parameters
        ----------
        run
            Identity of the run.
        status
            JSON values; ``updated`` is the time of writing, in seconds since 1970.
        """
        self._client.hset(_RUNS, run, json.dumps(status, ensure_ascii=False))

    def read(self) -> dict[str, dict[str, Any]]:
        """Return the last status of each run, by identity; delete runs without one for two weeks.

        What is not a status, which any program with the password can write, is left out.
        """
        answer: Any = self._client.hgetall(_RUNS)
        runs = {key.decode("utf-8", "replace"): _status(text) for key, text in answer.items()}
        runs = {run: status for run, status in runs.items() if status}
        old = [run for run, status in runs.items() if time.time() - status.get("updated", 0) > _KEPT_SECONDS]
        if old:
            self._client.hdel(_RUNS, *old)
        return {run: status for run, status in runs.items() if run not in old}

    def request_cancel(self, run: str) -> None:
        """Ask a run to stop and to withdraw its messages."""
        self._client.set(_cancel_key(run), "", ex=_KEPT_SECONDS)

    def take_cancel(self, run: str) -> bool:
        """Return whether the run was asked to stop since the last call."""
        return bool(self._client.delete(_cancel_key(run)))


def _status(text: bytes) -> dict[str, Any]:
    try:
        status = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    is_status = isinstance(status, dict) and isinstance(status.get("updated", 0), int | float)
    return status if is_status else {}


def _cancel_key(run: str) -> str:
    return f"paralattice:{run}:cancel"
