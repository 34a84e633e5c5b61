"""A shared broker: its URL, and a check that it can be used.

No message of these functions contains a password.
"""

from pathlib import Path
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from workers.broker.embedded import BrokerError
from workers.supervision.deadline import within

CHECK_SECONDS = 8.0
"""Time limit for the first answer of a broker."""

_FORM = "redis://USER:PASSWORD@HOST:PORT/NUMBER (rediss:// with TLS), with %-escapes for special characters"
_TLS_FILES = {"ssl_ca_certs", "ssl_certfile", "ssl_keyfile"}
_TLS_OPTIONS = {"ssl_cert_reqs", "ssl_check_hostname", *_TLS_FILES}
# A Redis version, which Valkey servers report as well.
_OLDEST_SERVER = (6, 2)


def settled_url(url: str) -> str:
    """Return a broker's URL in canonical form.

    Celery accepts any certificate unless the URL requires a valid one, so that option is added.

    Parameters
    ----------
    url
        ``redis://…`` or ``rediss://…``.

    Raises
    ------
    BrokerError
        The URL is invalid; the message does not repeat it.
    """
    parts, options = _split(url)
    if parts.scheme == "redis" and options:
        raise BrokerError("the broker's URL has options, which only rediss:// takes")
    if not set(options) <= _TLS_OPTIONS:
        raise BrokerError(f"the broker's URL has other options than {', '.join(sorted(_TLS_OPTIONS))}")
    if options.get("ssl_cert_reqs", "required") not in ("required", "optional", "none"):
        raise BrokerError("the broker's URL: ssl_cert_reqs must be required, optional or none")
    if parts.scheme == "rediss":
        options.setdefault("ssl_cert_reqs", "required")
    return parts._replace(query=urlencode(options, safe="/")).geturl()


def shown_url(url: str) -> str:
    """Return a broker's URL without user, password and options, for display."""
    parts, _ = _split(url)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{host}:{parts.port or 6379}/{parts.path.strip('/') or 0}"


def _split(url: str) -> tuple[SplitResult, dict[str, str]]:
    try:
        parts = urlsplit(url)
        well_formed = (
            parts.scheme in ("redis", "rediss")
            and bool(parts.hostname)
            and parts.port != 0
            and (parts.path.strip("/") or "0").isdecimal()
            and not parts.fragment
        )
    except ValueError:
        well_formed = False
    if not well_formed:
        raise BrokerError(f"the broker's URL cannot be read; its form is {_FORM}")
    return parts, dict(parse_qsl(parts.query))


def check_broker(url: str, seconds: float = CHECK_SECONDS) -> list[str]:
    """Check that a broker answers, accepts our password and accepts writes.

    Parameters
    ----------
    url
        As returned by :func:`settled_url`.
    seconds
        The time limit, including the host name lookup.

    Returns
    -------
    list of str
        Warnings about a usable broker.

    Raises
    ------
    BrokerError
        The broker cannot be used; the message is one line with the reason.
    """
    for option, file in _split(url)[1].items():
        if option in _TLS_FILES and not Path(file).is_file():
            raise BrokerError(f"the broker's URL: {option}: there is no file {file}")
    try:
        return within(seconds, lambda: _probe(url, seconds))
    except (redis.RedisError, OSError, ValueError) as error:
        raise BrokerError(f"the broker {shown_url(url)} {_reason(error, url)}") from None


def _probe(url: str, seconds: float) -> list[str]:
    client = redis.Redis.from_url(
        url, socket_timeout=seconds / 2, socket_connect_timeout=seconds / 2, retry=Retry(NoBackoff(), 0)
    )
    try:
        client.set("paralattice:probe", "", ex=60)
        server: dict[str, str] = client.info("server")
        memory: dict[str, str] = client.info("memory")
    finally:
        client.close()
    version = server.get("redis_version", "0")
    if tuple(int(part) for part in version.split(".")[:2]) < _OLDEST_SERVER:
        raise ValueError(f"is of version {version}; 6.2 or later is needed")
    policy = memory.get("maxmemory_policy", "noeviction")
    if policy == "noeviction":
        return []
    return [f"the broker drops messages when its memory is full ({policy}): set maxmemory-policy noeviction"]


# Which of them is seen depends on whether the server's alert comes before our next command.
_HANDSHAKE_ENDS = (
    "CERTIFICATE_REQUIRED",
    "ALERT_UNKNOWN_CA",
    "EOF occurred in violation of protocol",
    "Connection reset by peer",
    "Broken pipe",
)


def _reason(error: Exception, url: str) -> str:
    text = " ".join(str(error).split())
    if isinstance(error, redis.AuthenticationError):
        return "refuses user and password"
    if isinstance(error, redis.ResponseError):
        return f"refuses a command: {text}"
    if isinstance(error, ValueError):
        return text
    if url.startswith("rediss:") and any(sign in text for sign in _HANDSHAKE_ENDS):
        return (
            "ends the TLS handshake: if it asks for a client certificate (tls-auth-clients), "
            "name one of its authority with ssl_certfile and ssl_keyfile in the URL"
        )
    return f"cannot be reached: {text}"
