"""Looking out for workers and messages while the run goes on."""

from __future__ import annotations

import queue
import threading
import time
from contextlib import closing

import redis
from kombu.exceptions import OperationalError

from workers.broker.inspection import REPLY_SECONDS, Census, take_census
from workers.events import connect
from workers.settings import Settings


class Lookout:
    """Takes a census in a thread of its own, so that nobody has to wait for workers that do not answer.

    Parameters
    ----------
    settings
        The broker and the queue.
    run
        Identity of the run.

    Attributes
    ----------
    duration
        Seconds for which the last census kept the broker busy.
    newest
        The last census; ``None`` before the first.
    """

    def __init__(self, settings: Settings, run: str) -> None:
        self._settings = settings
        self._run = run
        self._questions: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Census] = queue.SimpleQueue()
        self.duration = 0.0
        self.newest: Census | None = None
        # One thread for all: each thread that asks leaves a queue for answers on the broker.
        threading.Thread(target=self._serve, daemon=True).start()

    def ask(self) -> None:
        """Ask for a census; one question waits at most."""
        if self._questions.empty():
            self._questions.put(True)

    def answer(self) -> Census | None:
        """Return the newest census that was not fetched yet, if there is one."""
        newest = None
        while not self._answers.empty():
            newest = self._answers.get()
        return newest

    def close(self) -> None:
        """End the thread after the census that it may be taking."""
        self._questions.put(False)

    def _serve(self) -> None:
        with closing(connect(self._settings.broker_url)) as client:
            while self._questions.get():
                started = time.monotonic()
                try:
                    census = take_census(client, self._run, self._settings.queue)
                except (redis.RedisError, OperationalError, OSError):
                    # Who watches the broker says that it does not answer.
                    continue
                # Waiting for answers is no work for anybody.
                self.duration = max(0.0, time.monotonic() - started - REPLY_SECONDS)
                self.newest = census
                self._answers.put(census)
