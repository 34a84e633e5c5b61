"""Flower: its page beside a run, or in the foreground for runs that come and go."""

from __future__ import annotations

import fcntl
import http.client
import os
import re
import secrets
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from orchestrator.engine.signals import stop_signals
from paralattice.errors import ParaphraseError
from workers.broker.remote import shown_url
from workers.settings import FLOWER_USER, FLOWER_VARIABLE, QUEUE, Settings
from workers.supervision.guard import Guarded

FLOWER_PORT = 5555
FLOWER_FOLDER = ".flower"
"""Folder, in that of the runs, of the history and the password."""

_WATCHED = "watched.lock"
_START_SECONDS = 20.0
_STOP_SECONDS = 5.0
_POLL_SECONDS = 0.5
_RESTARTS = 5
_LONG_LIFE_SECONDS = 60.0
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_WILDCARDS = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - what they mean


class FlowerError(ParaphraseError):
    """Flower cannot be started."""


@dataclass(frozen=True, slots=True)
class Page:
    """Where Flower's page is, and where it keeps what must outlive it.

    Attributes
    ----------
    folder
        Of the history and, unless the environment has one, the password.
    port, address
        What it listens on.
    any_port
        Whether another port will do where this one is taken.
    """

    folder: Path
    port: int = FLOWER_PORT
    address: str = "127.0.0.1"
    any_port: bool = False

    @property
    def host(self) -> str:
        """The address under which this machine reaches the page."""
        return _WILDCARDS.get(self.address, self.address)

    @property
    def url(self) -> str:
        """What to type into a browser on this machine."""
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Source:
    """What Flower shows: a broker's URL, empty for the history alone, and what people call it."""

    broker_url: str
    name: str


class Broker(Protocol):
    """What Flower asks of the resources of a run."""

    @property
    def broker_url(self) -> str:
        """The broker's URL with its password."""

    @property
    def queue(self) -> str:
        """The queue that the workers listen to."""


def page_for(broker: str, runs: Path, history: Path | None, place: tuple[str, int]) -> Page:
    """Return the page of ``orchestrator flower``.

    Parameters
    ----------
    broker
        URL of a shared broker, or nothing.
    runs
        Folder of the runs on this machine.
    history
        Folder of the history, if a person named one.
    place
        Address and port.

    Raises
    ------
    BrokerError
        The URL cannot be read.
    """
    address, port = place
    return Page(history or _default_folder(broker, runs), port, address)


def _default_folder(broker: str, runs: Path) -> Path:
    if not broker:
        return runs / FLOWER_FOLDER
    from platformdirs import user_data_path

    name = re.sub(r"[^\w.]+", "-", shown_url(broker).partition("://")[2])
    return user_data_path("paralattice") / "flower" / name


@contextmanager
def flower_beside(page: Page | None, broker: Broker, log: Path, say: Callable[[str], None]) -> Iterator[None]:
    """Run Flower as long as the context; a run goes on without it where it does not start.

    Parameters
    ----------
    page
        Where; ``None`` for no Flower.
    broker
        What it shows.
    log
        File for its complaints.
    say
        Told the address, and how to log in.

    Raises
    ------
    FlowerError
        The port is taken and no other will do, or the folder of the history cannot be written.
    """
    if page is None:
        yield
        return
    page = _with_port(page)
    flower = _start(page, Settings(broker.broker_url, "", broker.queue), log)
    try:
        if _wait_until_ready(page, flower):
            say(_greeting(page))
        else:
            say(f"Flower does not start, the run goes on without it; its log is {log}")
        yield
    finally:
        flower.stop(grace=_STOP_SECONDS)


def is_watched(folder: Path) -> bool:
    """Return whether ``orchestrator flower`` is under way with its history in a folder."""
    with suppress(FileNotFoundError), (folder / _WATCHED).open("rb+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def serve(page: Page, find: Callable[[], Source], say: Callable[[str], None]) -> None:
    """Show Flower's page until asked to stop, whatever runs come and go.

    Parameters
    ----------
    page
        Where.
    find
        Tells what to show; when that changes, Flower is started again with it and with its history.
    say
        Told the address, how to log in, and what is shown.

    Raises
    ------
    FlowerError
        The port is taken, the folder cannot be written, or Flower dies again and again.
    """
    page = _with_port(page)
    _password(page.folder)
    if page.address not in _LOOPBACK:
        say("warning: without TLS, who can listen on the network can read page and password")
    say(f"{_greeting(page)}; Ctrl-C stops it")
    with stop_signals() as stopped, (page.folder / _WATCHED).open("a") as lock:
        # Held by each Flower; the kernel lets it go with the process, however that ends.
        fcntl.flock(lock, fcntl.LOCK_SH)
        _supervise(page, find, stopped, say)


def _supervise(
    page: Page, find: Callable[[], Source], stopped: list[int], say: Callable[[str], None]
) -> None:
    deaths = 0
    while not stopped:
        source, started = find(), time.monotonic()
        say(f"showing {source.name}" if source.name else "no run is under way: showing what was")
        flower = _start(page, Settings(source.broker_url, "", QUEUE), log=None)
        try:
            while flower.running and not stopped and find() == source:
                time.sleep(_POLL_SECONDS)
            died = not flower.running and not stopped
        finally:
            flower.stop(grace=_STOP_SECONDS)
        deaths = 0 if not died or time.monotonic() - started > _LONG_LIFE_SECONDS else deaths + 1
        if deaths > _RESTARTS:
            raise FlowerError("Flower dies again and again; what it wrote above says why")


def _start(page: Page, settings: Settings, log: Path | None) -> Guarded:
    # -P keeps modules of the current folder from taking the place of ours.
    place = [page.address, str(page.port), str(page.folder)]
    environment = {**settings.to_environment(), FLOWER_VARIABLE: _password(page.folder)[0]}
    return Guarded([sys.executable, "-P", "-m", "workers.flower_process", *place], log, environment)


def _with_port(page: Page) -> Page:
    """Return the page with a port that is free, and with its folder made."""
    try:
        page.folder.mkdir(parents=True, exist_ok=True)
        page.folder.chmod(0o700)
    except OSError as error:
        raise FlowerError(f"cannot write {page.folder}: {error.strerror}") from error
    for port in [page.port, 0] if page.any_port else [page.port]:
        with suppress(OSError), _listener(page.address, port) as probe:
            return replace(page, port=probe.getsockname()[1])
    raise FlowerError(f"cannot listen on port {page.port} of {page.address}: give another one")


def _listener(host: str, port: int) -> socket.socket:
    return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)


def _password(folder: Path) -> tuple[str, str]:
    """Return the password, made at first use, and where it is from.

    Raises
    ------
    FlowerError
        It cannot be used or kept.
    """
    given = os.environ.get(FLOWER_VARIABLE, "")
    if given:
        if not given.isascii():
            raise FlowerError(f"{FLOWER_VARIABLE}: only ASCII characters can be used")
        return given, f"that of {FLOWER_VARIABLE}"
    path = folder / "password"
    try:
        with suppress(FileExistsError), open(path, "x", encoding="ascii", opener=_private) as file:
            file.write(f"{secrets.token_urlsafe(12)}\n")
        kept = path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise FlowerError(f"{path}: {error.strerror}") from error
    if not kept:
        raise FlowerError(f"{path}: is empty; remove it")
    return kept, f"in {path}"


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, mode=0o600)


def _greeting(page: Page) -> str:
    password, origin = _password(page.folder)
    # On a screen for the person before it; not into a file that collects what is printed.
    shown = password if sys.stdout.isatty() and origin.startswith("in ") else origin
    return f"Flower: {page.url}  user {FLOWER_USER}  password {shown}"


def _wait_until_ready(page: Page, flower: Guarded) -> bool:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and flower.running:
        if _healthy(page):
            return True
        time.sleep(0.05)
    return False


def _healthy(page: Page) -> bool:
    connection = http.client.HTTPConnection(page.host, page.port, timeout=2)
    try:
        connection.request("GET", "/healthcheck")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
