"""The server: one process that collects the features and runs until it is asked to stop."""

import asyncio
import logging
import signal
import socket
import ssl
from collections.abc import Callable

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application

from orchestrator.serve import judging, reading, signing_in, trying
from orchestrator.serve.pages import MOST_BYTES, Missing, log_request
from orchestrator.serve.settings import ServeError, Settings

FEATURES = (
    trying,
    reading,
    judging,
)  # fmt: skip
"""The features, in the order of the navigation; see :mod:`orchestrator.serve.pages`."""

_PATIENCE = 30.0


def application(settings: Settings) -> Application:
    """Return the application with the routes of all features."""
    # Its warnings quote requests.
    logging.getLogger("tornado.general").setLevel(logging.ERROR)
    return Application(
        [route for feature in (signing_in, *FEATURES) for route in feature.routes(settings)],
        default_handler_class=Missing,
        default_handler_args={"serving": settings},
        cookie_secret=settings.secret,
        xsrf_cookies=True,
        xsrf_cookie_kwargs={"httponly": True, "samesite": "Strict", "secure": settings.encrypted},
        log_function=log_request,
        navigation=[feature.LINK for feature in FEATURES],
    )


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve pages until SIGINT, SIGTERM or SIGHUP.

    Parameters
    ----------
    settings
        The settings; what features have registered in ``settings.closing`` ends with the server.
    say
        Prints the address.

    Raises
    ------
    ServeError
        The port is taken, or the certificate cannot be read.
    """
    with settings.closing:
        asyncio.run(_serve(settings, say))


async def _serve(settings: Settings, say: Callable[[str], None]) -> None:
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # A server in the background ignores the end of its terminal.
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, stopped.set)
    server, port = listening(settings)
    say(f"{settings.url(port)}; Ctrl-C stops it")
    await stopped.wait()
    server.stop()
    await server.close_all_connections()


def listening(settings: Settings) -> tuple[HTTPServer, int]:
    """Return a server of the running event loop, and its port.

    Raises
    ------
    ServeError
        The port is taken, or the certificate cannot be read.
    """
    context = None
    try:
        if settings.certificate:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(settings.certificate, settings.key)
    except (OSError, ssl.SSLError) as error:
        raise ServeError(f"--certificate {settings.certificate}, --key {settings.key}: {error}") from error
    server = HTTPServer(
        application(settings),
        ssl_options=context,
        xheaders=bool(settings.proxy),
        max_body_size=MOST_BYTES,
        max_header_size=2**14,
        idle_connection_timeout=_PATIENCE,
        body_timeout=_PATIENCE,
    )
    try:
        sockets = bind_sockets(settings.port, settings.host)
    except (OSError, socket.gaierror) as error:
        where = f"port {settings.port} of {settings.host}"
        raise ServeError(f"cannot listen on {where}: {error.strerror}; give another --port") from error
    server.add_sockets(sockets)
    return server, sockets[0].getsockname()[1]
