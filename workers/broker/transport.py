"""Celery's way to the broker, with one client where it makes one a command."""

from __future__ import annotations

from typing import Any

import kombu.transport
from kombu.transport import redis as kombu_redis
from redis import ConnectionError as BrokenConnectionError


class Channel(kombu_redis.Channel):
    """A channel whose commands share a client.

    A client is a way to the channel's pool of connections and keeps no state, but to make one
    takes as long as a command; a message takes five of them.
    """

    _kept: Any = None

    def _create_client(self, asynchronous: bool = False) -> Any:
        if self.connection is None:
            # Kombu would meet this with an AttributeError; so it connects anew.
            raise BrokenConnectionError("the channel is closed")
        if asynchronous:
            return super()._create_client(asynchronous)  # type: ignore[no-untyped-call]
        # The pool is another one after a connection was lost.
        if self._kept is None or self._kept.connection_pool is not self.pool:
            self._kept = super()._create_client()  # type: ignore[no-untyped-call]
        return self._kept


class Transport(kombu_redis.Transport):
    """Redis, with and without TLS."""

    Channel = Channel


def use() -> None:
    """Make this the transport of ``redis://`` and ``rediss://``."""
    for scheme in ("redis", "rediss"):
        kombu.transport.TRANSPORT_ALIASES[scheme] = f"{__name__}:{Transport.__name__}"
