"""Logs each reason of refused messages once, counts refusals, keeps messages that ended two workers."""

import base64
import json
import logging
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any
from uuid import NAMESPACE_OID, uuid5

import redis

_REFUSED = "paralattice:refused"
_SUSPECTS = "paralattice:suspects"
_DEAD = "paralattice:dead-letters"
_KEPT_SECONDS = 14 * 24 * 3600
_KEPT_LETTERS = 100
DEADLY_DELIVERIES = 2
_SHOWN = 80

TASK_NAME = "refused message"
"""The name under which Flower shows refused messages of one reason, with their number."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A message that has ended two workers.

    Attributes
    ----------
    tag, origin, queue
        Its delivery tag, the process that sent it as it says itself, and its queue.
    time
        Seconds since 1970 when it was set aside.
    content
        Its bytes, in Base64.
    """

    tag: str
    origin: str
    queue: str
    time: float
    content: str


class Refusals:
    """The messages that this process refused.

    Attributes
    ----------
    eventer
        Celery's dispatcher of events, once the worker has one.
    """

    def __init__(self) -> None:
        self.eventer: Any = None
        self._counts: Counter[str] = Counter()

    def note(self, client: redis.Redis, reason: str, queue: str, origin: str = "") -> None:
        """Count a refused message, and say it if the reason is new; a silent broker is ignored."""
        self._counts[reason] += 1
        if self._counts[reason] == 1:
            _log.warning(
                "refused a message on %s from %s: %s (said once; `orchestrator doctor` has the number)",
                queue, ascii(origin[:_SHOWN]) if origin else "an unknown sender", reason,
            )  # fmt: skip
        # A worker that cannot count a refusal still serves.
        with suppress(redis.RedisError), client.pipeline(transaction=False) as commands:
            commands.hincrby(_REFUSED, reason, 1)
            commands.expire(_REFUSED, _KEPT_SECONDS)
            commands.execute()
        self._show(reason)

    def _show(self, reason: str) -> None:
        """Show the number of refused messages of a reason in Flower, as one task."""
        if not (self.eventer and self.eventer.enabled):
            return
        shown = {
            # The same task for all messages of a reason: a flood of them would push real tasks out of Flower.
            "uuid": str(uuid5(NAMESPACE_OID, f"{self.eventer.hostname} {reason}")),
            "name": TASK_NAME,
            "args": f"{self._counts[reason]} refused: {reason}",
            "kwargs": "{}",
        }
        for kind in ("task-received", "task-rejected"):
            self.eventer.send(kind, **shown)


REFUSALS = Refusals()
"""The refusals of this process."""


def note_delivery(client: redis.Redis, tag: str) -> int:
    """Count that a message comes again; return the count, which is that of the workers that it ended.

    Call :func:`survived` when it was taken: that ends the count.
    """
    # Counted before the message is read, because reading it may end this process.
    deliveries: Any = client.hincrby(_SUSPECTS, tag, 1)
    client.expire(_SUSPECTS, _KEPT_SECONDS)
    return int(deliveries)


def survived(client: redis.Redis, tag: str) -> None:
    """Note that a worker took a message and did not end."""
    client.hdel(_SUSPECTS, tag)


def set_aside(client: redis.Redis, letter: DeadLetter) -> None:
    """Keep a message that ended two workers; the newest hundred are kept."""
    with client.pipeline() as commands:
        commands.rpush(_DEAD, json.dumps(asdict(letter)))
        commands.ltrim(_DEAD, -_KEPT_LETTERS, -1)
        commands.expire(_DEAD, _KEPT_SECONDS)
        commands.hdel(_SUSPECTS, letter.tag)
        commands.execute()


def dead_letter(tag: str, origin: str, queue: str, content: bytes) -> DeadLetter:
    """Return a message as it is set aside."""
    return DeadLetter(tag, origin, queue, time.time(), base64.b64encode(content).decode("ascii"))


def refused(client: redis.Redis) -> dict[str, int]:
    """Return the number of refused messages on a broker, by reason.

    Raises
    ------
    redis.RedisError
        The broker does not answer.
    """
    # Anybody with the password may write there, so nothing is taken for granted.
    answer: Any = client.hgetall(_REFUSED)
    entries: Mapping[bytes, bytes] = answer
    texts = {reason.decode("utf-8", "replace"): count for reason, count in entries.items()}
    return {reason: int(count) for reason, count in sorted(texts.items()) if count.isdigit()}


def dead_letters(client: redis.Redis) -> list[DeadLetter]:
    """Return the messages that were set aside, oldest first; what is not one is left out.

    Raises
    ------
    redis.RedisError
        The broker does not answer.
    """
    texts: Any = client.lrange(_DEAD, 0, -1)
    letters = []
    for text in texts:
        with suppress(ValueError, TypeError, RecursionError):
            letters.append(DeadLetter(**json.loads(text)))
    return letters
