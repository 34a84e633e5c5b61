"""The base of all pages: headers, limits, the organiser's sign-in, errors, logs.

A feature is a module with ``routes(settings)``, which returns (pattern, handler, arguments) for Tornado, and
``LINK``, the address and the name of its first page; its handlers are subclasses of :class:`Page`.
:data:`orchestrator.serve.server.FEATURES` lists the features.
"""

import logging
import traceback
from collections.abc import Awaitable
from html import escape
from http import HTTPStatus
from types import TracebackType
from typing import Any, ClassVar

from tornado.web import HTTPError, RequestHandler

from orchestrator.serve.settings import Settings
from paralattice.errors import ParalatticeError
from paralattice.formats.html import asset, fill, script_source

MOST_BYTES = 2_000_000
"""Largest body of a request."""
SESSION_DAYS = 0.5

_LOG = logging.getLogger(__name__)
_ALLOWS_NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_HEADERS = {
    "Content-Security-Policy": _ALLOWS_NOTHING,
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class PageError(HTTPError):
    """A request that is refused: its status, and the reason as one sentence for the person who made it."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(status)
        self.message = message


class Page(RequestHandler):
    """A page, by default for the organiser alone.

    Every answer forbids browsers to load anything, to be framed, and to be stored; :meth:`send_page` admits
    its own script and style.  POST, PUT and DELETE need the XSRF token: :meth:`xsrf_form_html` in a form, or
    ``xsrf_token`` in the header ``X-XSRFToken``.  A handler refuses a request with :class:`PageError`; an
    error of the library or of a file is shown to the organiser alone.

    Attributes
    ----------
    open_to_all
        Whether the page needs no sign-in.
    burst, per_second
        Number of requests of one client at once, and in a second in the long run, to this handler; beyond
        them the answer is 429.
    serving
        The settings of the server.
    """

    open_to_all: ClassVar[bool] = False
    burst: ClassVar[int] = 60
    per_second: ClassVar[float] = 20.0
    serving: Settings

    def initialize(self, serving: Settings) -> None:
        """Keep the settings, an argument of every route."""
        self.serving = serving

    def set_default_headers(self) -> None:
        """Set the headers of every answer."""
        self.clear_header("Server")
        for name, value in _HEADERS.items():
            self.set_header(name, value)

    def prepare(self) -> Awaitable[None] | None:
        """Refuse unknown names of this server, too many requests, and strangers.

        Raises
        ------
        PageError
            The request is refused.
        """
        names = self.serving.host_names
        if names and self.request.host_name not in names:
            raise PageError(421, f"These pages are at {self.serving.url(self.serving.port)}.")
        self.limit(self.request.remote_ip)
        if not self.open_to_all and not self.current_user:
            if self.request.method in ("GET", "HEAD"):
                self.redirect("/sign-in")
            else:
                raise PageError(403, "Sign in again: the organiser's session has ended.")
        return None

    def limit(self, client: object) -> None:
        """Count a request of a client; raise :class:`PageError` if there are too many."""
        if not self.serving.limiter.admits((type(self), client), self.burst, self.per_second):
            raise PageError(429, "Too many requests; wait a few seconds.")

    def get_current_user(self) -> str | None:
        """Return ``organiser`` if the request is theirs, or if no password is set."""
        signed = self.get_signed_cookie("organiser", max_age_days=SESSION_DAYS)
        return "organiser" if signed or not self.serving.password else None

    def send_page(self, title: str, body: str, script: str = "", style: str = "") -> None:
        """Send a page in the look of the reports.

        Its policy admits this script and style, pictures and requests of this server, and forms to it.

        Parameters
        ----------
        title
            Its title, as text.
        body
            The content of ``main``, as markup: escape every text with :func:`html.escape`.
        script, style
            A script, and rules that come after those of the reports.
        """
        style = (
            asset("paralattice.report", "assets/page.css")
            + asset("orchestrator.serve", "assets/page.css")
            + style
        )
        self.set_header(
            "Content-Security-Policy",
            f"default-src 'none'; script-src {script_source(script)}; style-src {script_source(style)}; "
            "img-src 'self' data: blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
            "frame-ancestors 'none'",
        )
        values = {
            "title": escape(title),
            "style": style,
            "navigation": self._navigation(),
            "body": body,
            "script": script,
        }
        self.finish(fill(asset("orchestrator.serve", "assets/page.html"), values))

    def send_document(self, document: str | bytes, kind: str = "text/html; charset=utf-8") -> None:
        """Send a whole document that has its own policy, such as a report."""
        self.set_header("Content-Security-Policy", "frame-ancestors 'none'")
        self.set_header("Content-Type", kind)
        self.finish(document)

    def _navigation(self) -> str:
        if not self.current_user:
            return ""
        links = [
            f'<a href="{address}"{" aria-current=page" if self.request.path == address else ""}>{name}</a>'
            for address, name in self.application.settings["navigation"]
        ]
        out = (
            f'<form method="post" action="/sign-out">{self.xsrf_form_html()}<button>Sign out</button></form>'
        )
        return f'<nav aria-label="Pages">{" ".join(links)} {out if self.serving.password else ""}</nav>'

    def write_error(self, status_code: int, **details: Any) -> None:
        """Send the one page of errors, or ``{"error": message}`` to a script."""
        error = details.get("exc_info", (None, None))[1]
        message = _MESSAGES.get(status_code, _MESSAGES[500])
        if isinstance(error, PageError):
            message = error.message
        elif isinstance(error, ParalatticeError | OSError) and not self.open_to_all:
            message = str(error)
        if status_code == 429:
            self.set_header("Retry-After", "5")
        if "application/json" in self.request.headers.get("Accept", ""):
            self.finish({"error": message})
        else:
            title = HTTPStatus(status_code).phrase
            self.send_page(title, f'<section><p role="alert">{escape(message)}</p></section>')

    def log_exception(
        self, typ: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        """Log where a defect arose, without its message, which may quote a text or a token."""
        if typ and not isinstance(value, HTTPError):
            place = traceback.extract_tb(tb)[-1]
            _LOG.error("%s: %s at %s:%s", type(self).__name__, typ.__name__, place.filename, place.lineno)


_MESSAGES = {
    400: "This request cannot be read.",
    403: "This form is out of date: load the page again.",
    404: "There is no such page.",
    405: "This page cannot do that.",
    500: "Something went wrong on the server; its log says where.",
}


class Missing(Page):
    """The answer to addresses without a page."""

    open_to_all = True

    def prepare(self) -> None:
        """Refuse the request.

        Raises
        ------
        PageError
            Always.
        """
        super().prepare()
        raise PageError(404, _MESSAGES[404])


def log_request(handler: RequestHandler) -> None:
    """Log a request without its address, which may hold a token."""
    milliseconds = 1000 * handler.request.request_time()
    place = (type(handler).__name__, handler.request.method, handler.get_status(), milliseconds)
    _LOG.info("%s %s %d %.0f ms", *place)
