"""A Flower process: ``python -P -m workers.flower_process ADDRESS PORT FOLDER``.

It is not started by Celery's own command because that one looks for modules in
the current folder first, imports the models of all stages, and keeps its history
in a pickle.  FOLDER holds the history; broker and password come through the
environment.  Without a broker it shows the history alone.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import ssl
import sys
import threading
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import parse_qsl, urlsplit

from celery import Celery
from celery.events.state import State
from flower.app import Flower
from flower.events import Events
from flower.options import options
from flower.urls import settings as page_settings
from tornado.ioloop import IOLoop
from tornado.web import RequestHandler

from workers.flower_history import History
from workers.settings import FLOWER_USER, FLOWER_VARIABLE, Settings, celery_settings

COLUMNS = "name,state,args,received,started,runtime,worker"

# Flower cuts them off at 400 pixels, in the midst of the versions.
_WHOLE_ARGUMENTS = "td.overflow-auto { min-width: 33rem; max-width: none; white-space: normal !important; }"
_NO_BROKER = "memory://"
_READY = "paralattice-ready"
_PROBES = 50
_PROBE_SECONDS = 0.1
_GOODBYE_SECONDS = 2.0


class KeptEvents(Events):  # type: ignore[misc]
    """Flower's events, with those of tasks kept in a history.

    Parameters
    ----------
    app
        The Celery application.
    history
        Where they are kept; what it holds is known from the start.
    io_loop
        Flower's loop.
    """

    # Workers that come later, or that another Flower told to be silent, are asked this often.
    events_enable_interval = 2000

    def __init__(self, app: Celery, history: History, io_loop: Any) -> None:
        super().__init__(app, io_loop, max_tasks_in_memory=options.max_tasks)
        self._history = history
        self._hears = threading.Event()
        for event in history.events():
            # The search is told of all at the end, which takes half the time.
            State.event(self.state, event)
            self.state.counter[event["hostname"]][event["type"]] += 1
        self.state.search_engine.rebuild(self.state.tasks.items())

    def on_event(self, event: dict[str, Any]) -> None:
        """Keep an event and hand it on."""
        if event["type"] == _READY:
            self._hears.set()
            return
        if event["type"].startswith("task-"):
            self._history.keep(event)
        elif event["type"] == "worker-online":
            # It says so a moment before it can be asked.
            self._ask_for_events(0.0, 0.05, 0.2, 0.5)
        super().on_event(event)

    def start(self) -> None:
        """Listen, and return once events arrive, or after some seconds without any."""
        super().start()
        with contextlib.suppress(Exception), self.capp.events.default_dispatcher() as dispatcher:
            for _ in range(_PROBES):
                dispatcher.send(_READY)
                if self._hears.wait(_PROBE_SECONDS):
                    break
        self._ask_for_events(0.0)

    def _ask_for_events(self, *delays: float) -> None:
        # Not only after the next interval.
        for delay in delays:
            self.io_loop.add_callback(self.io_loop.call_later, delay, self.on_enable_events)


def main(arguments: list[str]) -> None:
    """Serve Flower's pages until told to stop.

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
    # A page to look at: a click must not stop a worker or lose a message.
    options.read_only = True
    _serve(History(Path(folder)), Settings.from_environment())


def _serve(history: History, settings: Settings) -> NoReturn:
    app = _application(settings)
    events = KeptEvents(app, history, IOLoop.instance())
    flower = _Watch(options, app, events, **page_settings)
    flower.add_handlers(r".*", [(r"/static/css/flower\.css", _Style)])
    signal.signal(signal.SIGTERM, _end)
    with contextlib.suppress(KeyboardInterrupt, SystemExit):
        flower.start()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if settings.broker_url:
        _say_goodbye(app)
    history.close()
    # Threads that still wait for answers of workers must not hold up the end.
    os._exit(0)


class _Style(RequestHandler):
    """Flower's style sheet with a column for arguments that shows them whole."""

    def get(self) -> None:
        """Send it."""
        sheet = Path(page_settings["static_path"], "css", "flower.css").read_text(encoding="utf-8")
        self.set_header("Content-Type", "text/css; charset=UTF-8")
        self.finish(f"{sheet}\n{_WHOLE_ARGUMENTS}\n")


class _Watch(Flower):  # type: ignore[misc]
    """Flower that opens its port once it hears what happens."""

    def start(self) -> None:
        """Serve until interrupted."""
        self.events.start()
        self.start_http_server()
        self.started = True
        # Within the loop, where it can be awaited.
        self.io_loop.add_callback(self.update_workers)
        self.io_loop.start()


def _application(settings: Settings) -> Celery:
    app = Celery("paralattice", set_as_current=True)
    app.conf.update(celery_settings(settings.broker_url or _NO_BROKER, settings.queue))
    app.conf.broker_use_ssl = _tls(settings.broker_url)
    return app


def _tls(url: str) -> dict[str, Any] | bool:
    """Return what a URL says of TLS in the form in which Flower's page of the queues wants it."""
    if not url.startswith("rediss://"):
        return False
    said = dict(parse_qsl(urlsplit(url).query))
    level = said.pop("ssl_cert_reqs", "required").upper()
    return {"ssl_cert_reqs": getattr(ssl, f"CERT_{level}"), **said}


def _say_goodbye(app: Celery) -> None:
    """Tell the workers that nobody needs events any more; another Flower tells them otherwise."""
    thread = threading.Thread(target=app.control.disable_events, daemon=True)
    thread.start()
    thread.join(_GOODBYE_SECONDS)


def _end(_number: int, _frame: object) -> NoReturn:
    raise SystemExit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
