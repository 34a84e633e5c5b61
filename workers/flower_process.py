"""A Flower process: ``python -P -m workers.flower_process ADDRESS PORT FOLDER``.

FOLDER holds the history, a pickle that Flower loads: nobody else may write to it.  Broker and password
come from the environment.  Without a broker the pages show only the history.

Celery's own command ``flower`` is not used because it serves pages before it receives events, so that it
shows no task of a short run.
"""

import asyncio
import contextlib
import fcntl
import logging
import os
import signal
import ssl
import sys
import threading
from functools import partial
from pathlib import Path
from typing import IO, Any, NoReturn
from urllib.parse import parse_qsl, urlsplit

from celery import Celery
from flower.app import Flower
from flower.events import Events
from flower.options import options
from flower.urls import settings as page_settings
from tornado.ioloop import IOLoop
from tornado.web import RequestHandler

from workers.app import app
from workers.settings import FLOWER_USER, FLOWER_VARIABLE, Settings

_LOG = logging.getLogger(__name__)

COLUMNS = "name,state,args,received,runtime,worker,uuid"
HISTORY_TASKS = 5000
"""Number of tasks that are shown and kept; saving them takes a tenth of a second."""

# Flower truncates arguments at 400 pixels, in the middle of the versions.
_WHOLE_ARGUMENTS = "td.overflow-auto { min-width: 33rem; max-width: none; white-space: normal !important; }"
_SAVE_MILLISECONDS = 2000
_OFFLINE_SECONDS = 60
_NO_BROKER = "memory://"
_READY = "paralattice-ready"
_PROBES = 50
_PROBE_SECONDS = 0.1
_DISABLE_SECONDS = 2.0


class EarlyEvents(Events):  # type: ignore[misc]
    """Flower's events, which arrive before pages are served.

    Parameters
    ----------
    app
        The Celery application.
    history
        File of the history; ``None`` to keep none.
    """

    # Milliseconds; reaches workers that start later or whose events another Flower disabled.
    events_enable_interval = 1000

    def __init__(self, app: Celery, history: Path | None) -> None:
        super().__init__(
            app,
            IOLoop.instance(),
            db=str(history),
            persistent=history is not None,
            state_save_interval=_SAVE_MILLISECONDS,
            max_tasks_in_memory=HISTORY_TASKS,
        )
        self._hears = threading.Event()
        self._saved = self._task_events()

    def on_event(self, event: dict[str, Any]) -> None:
        """Pass an event on."""
        if event["type"] == _READY:
            self._hears.set()
        else:
            super().on_event(event)

    def start(self) -> None:
        """Start listening; return once events arrive, or after some seconds without events."""
        super().start()
        self._hear()
        # Sooner than after the first interval.
        self.io_loop.add_callback(self.on_enable_events)

    def stop(self) -> None:
        """Stop listening and save the tasks, those of the last events too."""
        self._hear()
        # The loop has ended, perhaps before it took what has arrived.
        self.io_loop.run_sync(partial(asyncio.sleep, 0))
        super().stop()

    def _hear(self) -> None:
        """Send events until one arrives, and with it all that were sent before; or for some seconds."""
        self._hears.clear()
        with contextlib.suppress(Exception), self.capp.events.default_dispatcher() as dispatcher:
            for _ in range(_PROBES):
                dispatcher.send(_READY)
                if self._hears.wait(_PROBE_SECONDS):
                    break

    def save_state(self) -> None:
        """Save the tasks if they have changed; errors such as a full disk are ignored."""
        task_events = self._task_events()
        if task_events != self._saved:
            with contextlib.suppress(OSError):
                super().save_state()
                self._saved = task_events

    def _task_events(self) -> int:
        kinds = (item for counts in self.state.counter.values() for item in counts.items())
        return sum(number for kind, number in kinds if kind.startswith("task-"))


def main(arguments: list[str]) -> None:
    """Serve Flower's pages until TERM or Ctrl-C.

    Parameters
    ----------
    arguments
        The address and the port to listen on, and the folder of the history.
    """
    address, port, folder = arguments
    logging.basicConfig(level=logging.ERROR, format="Flower: %(message)s")
    logging.getLogger("tornado.access").setLevel(logging.CRITICAL)
    options.address, options.port = address, int(port)
    options.basic_auth = [f"{FLOWER_USER}:{os.environ[FLOWER_VARIABLE]}"]
    options.tasks_columns = COLUMNS
    # Flower's buttons must not stop a worker or lose a message.
    options.read_only = True
    # Workers of former runs are not listed for long.
    options.purge_offline_workers = _OFFLINE_SECONDS
    os.umask(0o077)
    with Path(folder, "history.lock").open("a") as lock:
        _serve(Settings.from_environment(), Path(folder, "history") if _is_only_one(lock) else None)


def _is_only_one(lock: IO[str]) -> bool:
    """Return whether no other Flower has the lock of the folder; each would overwrite the other's history."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        _LOG.error("another one keeps the history of earlier tasks; this one starts without it")
        return False
    return True


def _serve(settings: Settings, history: Path | None) -> NoReturn:
    # The modules of the stages are not needed, and take memory.
    app.conf.include = ()
    app.conf.broker_url = settings.broker_url or _NO_BROKER
    app.conf.broker_use_ssl = _tls(settings.broker_url)
    flower = Flower(options, app, EarlyEvents(app, history), **page_settings)
    flower.add_handlers(r".*", [(r"/static/css/flower\.css", _Style)])
    signal.signal(signal.SIGTERM, _end)
    # Browsers wait until the loop runs, after events arrive.
    flower.start_http_server()
    with contextlib.suppress(KeyboardInterrupt, SystemExit):
        flower.start()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    flower.stop()
    if settings.broker_url:
        # Another Flower enables the workers' events again.
        thread = threading.Thread(target=app.control.disable_events, daemon=True)
        thread.start()
        thread.join(_DISABLE_SECONDS)
    # Threads that wait for answers of workers must not delay the exit.
    os._exit(0)


class _Style(RequestHandler):
    """Flower's style sheet with a column wide enough for whole arguments."""

    def get(self) -> None:
        """Send the style sheet."""
        sheet = Path(page_settings["static_path"], "css", "flower.css").read_text(encoding="utf-8")
        self.set_header("Content-Type", "text/css; charset=UTF-8")
        self.finish(f"{sheet}\n{_WHOLE_ARGUMENTS}\n")


def _tls(url: str) -> dict[str, Any] | bool:
    """Return the TLS options of a URL in the form that Flower's page of queues reads."""
    if not url.startswith("rediss://"):
        return False
    given = dict(parse_qsl(urlsplit(url).query))
    level = given.pop("ssl_cert_reqs", "required").upper()
    return {"ssl_cert_reqs": getattr(ssl, f"CERT_{level}"), **given}


def _end(_number: int, _frame: object) -> NoReturn:
    raise SystemExit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
