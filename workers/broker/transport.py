"""Celery's transport to the broker: it checks messages first, and has one client per channel."""

from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from typing import Any

import kombu.transport
import redis
from kombu.transport import redis as kombu_redis
from redis import ConnectionError as BrokenConnectionError

from workers import message_guard
from workers.broker import refusals

_MAILBOX = ".celery.pidbox"
_REPLIES = f".reply{_MAILBOX}"
_DEADLY = "it ended two workers"


class _Client(redis.Redis):
    """A client that passes over messages of a queue that are not admitted."""

    def __init__(self, admits: Callable[[bytes, bytes], bool], **options: Any) -> None:
        super().__init__(**options)
        self._admits = admits

    def parse_response(self, connection: Any, command_name: Any, **options: Any) -> Any:
        """Return the answer to a command; nothing for a message that is not admitted."""
        answer = super().parse_response(connection, command_name, **options)  # type: ignore[no-untyped-call]
        if command_name == "BRPOP" and answer and not self._admits(*answer):
            # As if no message had come in time.
            return None
        return answer


class _QoS(kombu_redis.QoS):
    """Gives back messages of vanished workers, where the channel takes tasks itself.

    Orchestrator and Flower, which only read answers, so need no rights to the messages of workers.
    """

    def restore_visible(self, *arguments: Any, **options: Any) -> None:
        """Give back the messages that no worker has acknowledged for too long."""
        if any(not queue.endswith(_MAILBOX) for queue in self.channel.active_queues):
            super().restore_visible(*arguments, **options)  # type: ignore[no-untyped-call]


class Channel(kombu_redis.Channel):
    """A channel that refuses messages which Kombu or Celery cannot read, and whose commands share a client.

    A client has no state besides the channel's connection pool, but creating one takes as long as
    a command, and a message takes five commands.
    """

    QoS = _QoS

    tasks: Collection[str] = frozenset()
    """The tasks whose messages are admitted."""

    _kept: Any = None
    _suspect = ""

    def _get_client(self) -> Any:
        # It checks the client's version.
        super()._get_client()  # type: ignore[no-untyped-call]
        return partial(_Client, self._admits)

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

    def _admits(self, queue: bytes, text: bytes) -> bool:
        """Return whether a message may be handed on; if not, it is gone from the broker."""
        name = queue.decode("utf-8", "replace").rpartition(self.sep)[0] or queue.decode("utf-8", "replace")
        origin = ""
        try:
            message = message_guard.read_envelope(text)
            if name.endswith(_REPLIES):
                message_guard.check_mail(message)
                return True
            envelope = message_guard.check_task(message, self.tasks)
            origin = envelope.origin
            self._check_deaths(envelope, name, text)
        except message_guard.RefusedError as error:
            refusals.REFUSALS.note(self._create_client(), str(error), name, origin)
            return False
        return True

    def _check_deaths(self, envelope: message_guard.Envelope, queue: str, text: bytes) -> None:
        """Set a message aside that ended two workers."""
        if not envelope.redelivered:
            return
        client = self._create_client()
        if refusals.note_delivery(client, envelope.tag) >= refusals.DEADLY_DELIVERIES:
            refusals.set_aside(client, refusals.dead_letter(envelope.tag, envelope.origin, queue, text))
            raise message_guard.RefusedError(_DEADLY)
        self._suspect = envelope.tag

    def _brpop_read(self, **options: Any) -> Any:
        self._suspect = ""
        answer = super()._brpop_read(**options)  # type: ignore[no-untyped-call]
        if self._suspect:
            with suppress(redis.RedisError):
                refusals.survived(self._create_client(), self._suspect)
        return answer

    def _receive_one(self, subscriber: Any) -> Any:
        try:
            return super()._receive_one(subscriber)  # type: ignore[no-untyped-call]
        except RecursionError:
            refusals.REFUSALS.note(self._create_client(), "the message is not JSON", "celery.pidbox")
            return None

    def _deliver_fanout_message(self, message: Any, exchange: str) -> Any:
        try:
            message_guard.check_mail(message_guard.check_envelope(message))
        except message_guard.RefusedError as error:
            refusals.REFUSALS.note(self._create_client(), str(error), exchange)
            return None
        return super()._deliver_fanout_message(message, exchange)  # type: ignore[no-untyped-call]


class Transport(kombu_redis.Transport):
    """The Redis transport, with and without TLS."""

    Channel = Channel


def use(tasks: Collection[str]) -> None:
    """Make this the transport of ``redis://`` and ``rediss://``.

    Parameters
    ----------
    tasks
        The tasks whose messages are admitted.
    """
    Channel.tasks = tasks
    for scheme in ("redis", "rediss"):
        kombu.transport.TRANSPORT_ALIASES[scheme] = f"{__name__}:{Transport.__name__}"
