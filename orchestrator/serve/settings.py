"""Settings of the server, and the rules for pages that other machines can open."""

import secrets
from contextlib import ExitStack
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from orchestrator.serve.limiter import Limiter
from paralattice.errors import ParalatticeError

PORT = 8080
LOOPBACK = "127.0.0.1"


class ServeError(ParalatticeError):
    """The pages cannot be served."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where pages are served, of which runs, and to whom.

    Attributes
    ----------
    runs
        Folder of the runs.
    host, port
        Address and port to listen on; port 0 is any free one.
    certificate, key
        Files of the TLS certificate and of its key, in PEM; ``None`` for HTTP.
    proxy
        The address under which a proxy serves the pages, ``https://NAME``; empty without a proxy.
    password
        The hash of the organiser's password (:func:`~orchestrator.serve.password.hashed`); empty if the
        organiser's pages are open to all who reach them.
    secret
        Key of the signed cookies.
    broker, store, store_endpoint
        Where trials are computed: the URL of a shared broker, if any, and the store, by default a folder in
        ``runs``.
    limiter
        Counts the requests of each client.
    closing
        Called back when the server stops; features register here what they started.

    Raises
    ------
    ServeError
        Other machines could open the pages without TLS or without a password, the proxy's address is not one
        of HTTPS, or there is a broker but no store.
    """

    runs: Path
    host: str = LOOPBACK
    port: int = PORT
    certificate: Path | None = None
    key: Path | None = None
    proxy: str = ""
    password: str = ""
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    broker: str | None = field(default=None, repr=False)
    store: str | None = None
    store_endpoint: str = ""
    limiter: Limiter = field(default_factory=Limiter, repr=False)
    closing: ExitStack = field(default_factory=ExitStack, repr=False)

    def __post_init__(self) -> None:
        """Check what other machines could open, and where trials are computed."""
        parts = urlsplit(self.proxy)
        if self.proxy and (parts.scheme != "https" or not parts.hostname or parts.path.strip("/")):
            raise ServeError(
                f"--behind-proxy {self.proxy}: give its address as browsers see it, https://NAME"
            )
        if self.broker and not self.store:
            raise ServeError(
                "--broker needs --store: a folder that this machine and all workers share, or s3://BUCKET/PREFIX"
            )
        if bool(self.certificate) != bool(self.key):
            raise ServeError("--certificate and --key go together")
        if not self.is_local and not (self.certificate or self.proxy):
            what = f"--host {self.host}: other machines could read scores and texts on their way"
            raise ServeError(f"{what}; give --certificate and --key, or --behind-proxy https://NAME")
        if not self.password and (self.proxy or not self.is_local):
            raise ServeError(
                "others could open the organiser's pages: set a password with `orchestrator serve "
                "--set-password`, or give --password-file"
            )

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches the port."""
        try:
            return self.host == "localhost" or ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def encrypted(self) -> bool:
        """Whether browsers use HTTPS, so that cookies are for HTTPS alone."""
        return bool(self.certificate or self.proxy)

    @property
    def host_names(self) -> frozenset[str]:
        """The names by which browsers may ask for pages; empty for any.

        A page of another site could otherwise point a name of its own at this machine.
        """
        if self.proxy:
            return frozenset({urlsplit(self.proxy).hostname or ""})
        return frozenset({"localhost", LOOPBACK, "[::1]", self.host}) if self.is_local else frozenset()

    def url(self, port: int) -> str:
        """Return the address of the pages without a slash at the end."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return self.proxy.rstrip("/") or f"http{'s' if self.certificate else ''}://{name}:{port}"
