"""Celery's transport to the broker, with one client per channel instead of one per command."""

from __future__ import annotations

from typing import Any

import kombu.transport
from kombu.transport import redis as kombu_redis
from redis import ConnectionError as BrokenConnectionError


class Channel(kombu_redis.Channel):
    """A channel whose commands share a client.

    A client has no state besides the channel's connection pool, but creating one takes as long as
    a command, and a message takes five commands.
    """

    _kept: Any = None

    def _create_client(self, asynchronous: bool = False) -> Any:
        if self.connection is None:
            # After this error Kombu reconnects, unlike after the AttributeError that it would raise.
            raise BrokenConnectionError("the channel is closed")
        if asynchronous:
            return super()._create_client(asynchronous)  # type: ignore[no-untyped-call]
        # A lost connection replaces the channel's pool.
        if self._kept is None or self._kept.connection_pool is not self.pool:
            self._kept = super()._create_client()  # type: ignore[no-untyped-call]
        return self._kept


class Transport(kombu_redis.Transport):
    """The Redis transport, with and without TLS."""

    Channel = Channel


def use() -> None:
    """Make this the transport of ``redis://`` and ``rediss://``."""
    for scheme in ("redis", "rediss"):
        kombu.transport.TRANSPORT_ALIASES[scheme] = f"{__name__}:{Transport.__name__}"
