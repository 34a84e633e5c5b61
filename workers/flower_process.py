"""A Flower process: ``python -P -m workers.flower_process ADDRESS PORT FOLDER``.

Celery's own command is not used because it imports the models of all stages, and
keeps its history in a pickle.  FOLDER
holds the history; broker and password come from the environment.  Without a broker
the pages show only the history.
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
from tornado.httputil import HTTPHeaders
from tornado.ioloop import IOLoop
from tornado.web import OutputTransform, RequestHandler

from paralattice.formats.html import script_source
from workers.broker import transport
from workers.flower_history import History
from workers.settings import FLOWER_USER, FLOWER_VARIABLE, Settings, celery_settings

COLUMNS = "name,state,args,received,started,runtime,worker"

# Flower truncates arguments at 400 pixels, in the middle of the versions.
_WHOLE_ARGUMENTS = "td.overflow-auto { min-width: 33rem; max-width: none; white-space: normal !important; }"
# Flower's only inline script; its tables write styles into their cells.
_INLINE = tuple(script_source(f"\nvar autorefresh = {value};\n") for value in (0, 1))
_CONTENT_POLICY = (
    f"default-src 'none'; script-src 'self' {' '.join(_INLINE)}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_NO_BROKER = "memory://"
_READY = "paralattice-ready"
_PROBES = 50
_PROBE_SECONDS = 0.1
_DISABLE_SECONDS = 2.0


class KeptEvents(Events):  # type: ignore[misc]
    """Flower's events; those of tasks are written to a history.

    Parameters
    ----------
    app
        The Celery application.
    history
        The history; its events are loaded at the start.
    io_loop
        Flower's event loop.
    """

    # Milliseconds; reaches workers that start later or whose events another Flower disabled.
    events_enable_interval = 2000

    def __init__(self, app: Celery, history: History, io_loop: Any) -> None:
        super().__init__(app, io_loop, max_tasks_in_memory=options.max_tasks)
        self._history = history
        self._hears = threading.Event()
        for event in history.events():
            # Building the search index once at the end takes half the time.
            State.event(self.state, event)
            self.state.counter[event["hostname"]][event["type"]] += 1
        self.state.search_engine.rebuild(self.state.tasks.items())

    def on_event(self, event: dict[str, Any]) -> None:
        """Write an event to the history and pass it on."""
        if event["type"] == _READY:
            self._hears.set()
            return
        if event["type"].startswith("task-"):
            self._history.keep(event)
        elif event["type"] == "worker-online":
            # The worker accepts requests a moment after this event.
            self._enable_events(0.0, 0.05, 0.2, 0.5)
        super().on_event(event)

    def start(self) -> None:
        """Start listening; return once events arrive, or after some seconds without events."""
        super().start()
        with contextlib.suppress(Exception), self.capp.events.default_dispatcher() as dispatcher:
            for _ in range(_PROBES):
                dispatcher.send(_READY)
                if self._hears.wait(_PROBE_SECONDS):
                    break
        self._enable_events(0.0)

    def _enable_events(self, *delays: float) -> None:
        # Sooner than the next interval.
        for delay in delays:
            self.io_loop.add_callback(self.io_loop.call_later, delay, self.on_enable_events)


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
    _serve(History(Path(folder)), Settings.from_environment())


def _serve(history: History, settings: Settings) -> NoReturn:
    app = _application(settings)
    events = KeptEvents(app, history, IOLoop.instance())
    flower = _EventsFirst(options, app, events, **page_settings)
    flower.add_handlers(r".*", [(r"/static/css/flower\.css", _Style)])
    flower.add_transform(_Policy)
    signal.signal(signal.SIGTERM, _end)
    with contextlib.suppress(KeyboardInterrupt, SystemExit):
        flower.start()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if settings.broker_url:
        _disable_events(app)
    history.close()
    # Threads that wait for answers of workers must not delay the exit.
    os._exit(0)


class _Policy(OutputTransform):
    """Forbids pages everything that Flower's own do not need."""

    def __init__(self, request: Any) -> None:
        self._request = request

    def transform_first_chunk(
        self, status_code: int, headers: HTTPHeaders, chunk: bytes, finishing: bool
    ) -> tuple[int, HTTPHeaders, bytes]:
        """Add the headers of the policy."""
        del finishing
        headers["Content-Security-Policy"] = _CONTENT_POLICY
        headers["X-Content-Type-Options"] = "nosniff"
        headers["Referrer-Policy"] = "no-referrer"
        return status_code, headers, chunk


class _Style(RequestHandler):
    """Flower's style sheet with a column wide enough for whole arguments."""

    def get(self) -> None:
        """Send the style sheet."""
        sheet = Path(page_settings["static_path"], "css", "flower.css").read_text(encoding="utf-8")
        self.set_header("Content-Type", "text/css; charset=UTF-8")
        self.finish(f"{sheet}\n{_WHOLE_ARGUMENTS}\n")


class _EventsFirst(Flower):  # type: ignore[misc]
    """A Flower that opens its port once events arrive."""

    def start(self) -> None:
        """Serve until interrupted."""
        self.events.start()
        self.start_http_server()
        self.started = True
        # A coroutine, so the loop runs it.
        self.io_loop.add_callback(self.update_workers)
        self.io_loop.start()


def _application(settings: Settings) -> Celery:
    # No queue of tasks is read here.
    transport.use(())
    app = Celery("paralattice", loader="workers.loader:Loader", fixups=())
    app.set_default()
    app.conf.update(celery_settings(settings.broker_url or _NO_BROKER, settings.queue))
    app.conf.broker_use_ssl = _tls(settings.broker_url)
    return app


def _tls(url: str) -> dict[str, Any] | bool:
    """Return the TLS options of a URL in the form that Flower's page of queues reads."""
    if not url.startswith("rediss://"):
        return False
    given = dict(parse_qsl(urlsplit(url).query))
    level = given.pop("ssl_cert_reqs", "required").upper()
    return {"ssl_cert_reqs": getattr(ssl, f"CERT_{level}"), **given}


def _disable_events(app: Celery) -> None:
    """Disable the workers' events; another Flower enables them again."""
    thread = threading.Thread(target=app.control.disable_events, daemon=True)
    thread.start()
    thread.join(_DISABLE_SECONDS)


def _end(_number: int, _frame: object) -> NoReturn:
    raise SystemExit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
