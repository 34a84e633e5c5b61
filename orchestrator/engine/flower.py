"""Flower's web page: beside one run, or for all runs of this machine or of a broker."""

import fcntl
import hashlib
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

from orchestrator.engine.signals import stop_signals
from paralattice.errors import ParalatticeError
from workers.broker.remote import shown_url
from workers.new_file import create_whole
from workers.settings import FLOWER_USER, FLOWER_VARIABLE, QUEUE, Settings
from workers.supervision.guard import Guarded

FLOWER_PORT = 5555
_WATCHED = "watched.lock"
_START_SECONDS = 20.0
_STOP_SECONDS = 5.0
_POLL_SECONDS = 0.5
_RESTARTS = 5
_LONG_LIFE_SECONDS = 60.0
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_WILDCARDS = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - not bound to


class FlowerError(ParalatticeError):
    """Flower cannot be started."""


@dataclass(frozen=True, slots=True)
class Page:
    """The address of Flower's page, and the folder of its data.

    Attributes
    ----------
    folder
        Folder of the history and of the password, unless the environment has a password.
    port, address
        Port and address that Flower listens on.
    any_port
        Whether Flower may use another port if this one is taken.
    """

    folder: Path
    port: int = FLOWER_PORT
    address: str = "127.0.0.1"
    any_port: bool = False

    @property
    def host(self) -> str:
        """The address at which this machine reaches the page."""
        return _WILDCARDS.get(self.address, self.address)

    @property
    def url(self) -> str:
        """The URL of the page for a browser on this machine."""
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class FlowerSource:
    """The broker that Flower shows: its URL, empty for the history alone, and the name to display."""

    broker_url: str
    name: str


def flower_folder(runs: Path, broker: str = "") -> Path:
    """Return the folder of the history and the password of a folder of runs, or of a shared broker.

    It is in the user's data: a history can run code, and a folder of runs may come from others.

    Raises
    ------
    BrokerError
        The URL cannot be read.
    """
    from platformdirs import user_data_path

    name = f"runs-{hashlib.sha256(os.fsencode(runs.resolve())).hexdigest()[:12]}"
    if broker:
        name = re.sub(r"[^\w.]+", "-", shown_url(broker).partition("://")[2])
    return user_data_path("paralattice") / "flower" / name


@contextmanager
def flower_beside(
    page: Page | None, shown: Settings, log: Path, say: Callable[[str], None]
) -> Iterator[None]:
    """Run Flower during the block; the block runs even if Flower does not start.

    Parameters
    ----------
    page
        Address and folder; ``None`` for no Flower.
    shown
        The URL and the queue that Flower shows.
    log
        File of Flower's log.
    say
        Prints the URL, the user and the password.

    Raises
    ------
    FlowerError
        The port is taken and no other one may be used, or the folder of the history cannot be written.
    """
    if page is None:
        yield
        return
    page = _with_port(page)
    flower = _start(page, shown, log)
    try:
        if _wait_until_ready(page, flower):
            say(_greeting(page))
        else:
            say(f"Flower does not start, the run continues without it; its log is {log}")
        yield
    finally:
        flower.stop(grace=_STOP_SECONDS)


def is_watched(folder: Path) -> bool:
    """Return whether ``orchestrator flower`` is running with its history in a folder."""
    with suppress(FileNotFoundError), (folder / _WATCHED).open("rb+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def serve_flower(page: Page, find: Callable[[], FlowerSource], say: Callable[[str], None]) -> None:
    """Run Flower until a signal asks to stop, while runs begin and end.

    Parameters
    ----------
    page
        Address and folder.
    find
        Returns the broker to show; when it changes, Flower is restarted with its history.
    say
        Prints the URL, the user, the password, and the run that is shown.

    Raises
    ------
    FlowerError
        The port is taken, the folder cannot be written, or Flower keeps dying.
    """
    page = _with_port(page)
    _password(page.folder)
    if page.address not in _LOOPBACK:
        say("warning: without TLS, others on the network can read page and password")
    say(f"{_greeting(page)}; Ctrl-C stops it")
    with stop_signals() as stopped, (page.folder / _WATCHED).open("a") as lock:
        # Shared by all Flowers with this folder; the kernel releases it when a process ends in any way.
        fcntl.flock(lock, fcntl.LOCK_SH)
        _supervise(page, find, stopped, say)


def _supervise(
    page: Page, find: Callable[[], FlowerSource], stopped: list[int], say: Callable[[str], None]
) -> None:
    deaths = 0
    while not stopped:
        source, started = find(), time.monotonic()
        say(f"showing {source.name}" if source.name else "no run is under way: showing earlier tasks")
        flower = _start(page, Settings(source.broker_url, "", QUEUE), log=None)
        try:
            while flower.running and not stopped and find() == source:
                time.sleep(_POLL_SECONDS)
            died = not flower.running and not stopped
        finally:
            flower.stop(grace=_STOP_SECONDS)
        deaths = 0 if not died or time.monotonic() - started > _LONG_LIFE_SECONDS else deaths + 1
        if deaths > _RESTARTS:
            raise FlowerError("Flower keeps dying; see its messages above")


def _start(page: Page, settings: Settings, log: Path | None) -> Guarded:
    # -P: modules in the current folder must not shadow ours.
    place = [page.address, str(page.port), str(page.folder)]
    environment = {**settings.to_environment(), FLOWER_VARIABLE: _password(page.folder)[0]}
    return Guarded([sys.executable, "-P", "-m", "workers.flower_process", *place], log, environment)


def _with_port(page: Page) -> Page:
    """Make the folder of the page private; return the page with a free port."""
    try:
        _make_private(page.folder)
    except OSError as error:
        raise FlowerError(f"cannot write {page.folder}: {error.strerror}") from error
    for port in [page.port, 0] if page.any_port else [page.port]:
        family = socket.AF_INET6 if ":" in page.address else socket.AF_INET
        with suppress(OSError), socket.create_server((page.address, port), family=family) as probe:
            return replace(page, port=probe.getsockname()[1])
    raise FlowerError(f"cannot listen on port {page.port} of {page.address}: give another one")


def _make_private(folder: Path) -> None:
    """Create a folder for this user alone; refuse one in which others may have put a history, a pickle."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in (folder, *folder.glob("history*")):
        found = path.stat()
        if found.st_uid != os.geteuid() or found.st_mode & 0o022:
            raise FlowerError(f"{path}: others can change it, and a history can run code; remove it")
    folder.chmod(0o700)


def _password(folder: Path) -> tuple[str, str]:
    """Return the password, which is created at the first use, and its origin."""
    given = os.environ.get(FLOWER_VARIABLE, "")
    if given:
        if not given.isascii():
            raise FlowerError(f"{FLOWER_VARIABLE}: only ASCII characters can be used")
        return given, f"that of {FLOWER_VARIABLE}"
    path = folder / "password"
    try:
        create_whole(path, f"{secrets.token_urlsafe(12)}\n", mode=0o600)
        kept = path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise FlowerError(f"{path}: {error.strerror}") from error
    if not kept:
        raise FlowerError(f"{path}: is empty; remove it")
    return kept, f"in {path}"


def _greeting(page: Page) -> str:
    password, origin = _password(page.folder)
    # The password is shown on a terminal, but not written into a file that collects the output.
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
