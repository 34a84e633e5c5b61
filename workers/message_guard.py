"""Checks messages before Kombu and Celery see them.

Whoever may write to the broker can send any bytes.  Many that are no message raise an error in Kombu or
Celery that ends a worker's main process, and since messages are acknowledged late the next worker gets
them.  So a message is read here first, and only what a message of ours can contain is admitted.
"""

from __future__ import annotations

import base64
import json
import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

LARGEST = 1 << 20
"""The most bytes of a message; ours hold names and digests only."""

_DIGITS = 18
_NAME = 255
_RETRIES = 1000
_SECONDS = 10_000_000
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")

_Check = Callable[[Any], bool]


class RefusedError(ValueError):
    """A message cannot be admitted; its text is one of a few fixed reasons."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """What the guard needs to know of a message.

    Attributes
    ----------
    tag
        Its delivery tag.
    origin
        The process that sent it, as it says itself.
    redelivered
        Whether a worker had it before and did not finish it.
    """

    tag: str
    origin: str
    redelivered: bool


def read_envelope(text: bytes) -> dict[str, Any]:
    """Return a message as it lies on the broker, with its body still encoded.

    Raises
    ------
    RefusedError
        Kombu could not make a message of it.
    """
    if len(text) > LARGEST:
        raise RefusedError("larger than 1 MiB")
    message = _parsed(text, "the message")
    check_envelope(message)
    return message  # type: ignore[no-any-return]


def check_envelope(message: Any) -> None:
    """Check that Kombu can make a message of a JSON value, and decode its body.

    Raises
    ------
    RefusedError
        It cannot.
    """
    if not isinstance(message, dict):
        raise RefusedError("the message is not an object")
    _check(message, _ENVELOPE, "the message", known_only=False)
    _check(message["properties"], _PROPERTIES, "properties", known_only=False)
    _check(message["properties"]["delivery_info"], _DELIVERY, "delivery_info", known_only=False)
    headers = message.get("headers") or {}
    if headers.get("compression"):
        raise RefusedError("compressed")
    # Answers of workers have other numbers and types than tasks.
    _parsed(_decoded(message["body"]), "the body", {})


def check_task(message: Mapping[str, Any], tasks: Collection[str]) -> Envelope:
    """Check that an envelope holds a message for one of some tasks, as this program sends it.

    Parameters
    ----------
    message
        An envelope that :func:`read_envelope` returned.
    tasks
        The names of the tasks.

    Raises
    ------
    RefusedError
        It does not.
    """
    headers = message.get("headers") or {}
    if not (isinstance(name := headers.get("task"), str) and name in tasks):
        raise RefusedError("a task that is not one of ours")
    _check(headers, _HEADERS, "headers")
    body = _parsed(_decoded(message["body"]), "the body")
    if not (isinstance(body, list) and list(map(type, body)) == [list, dict, dict]):
        raise RefusedError("the body is not [arguments, keyword arguments, links]")
    _, arguments, links = body
    if any(links.values()):
        raise RefusedError("the body has links to other tasks")
    _check(arguments, _ARGUMENTS, "arguments", known_only=False)
    info = message["properties"]["delivery_info"]
    redelivered = bool(headers.get("redelivered") or info.get("redelivered"))
    return Envelope(message["properties"]["delivery_tag"], headers.get("origin") or "", redelivered)


def _check(
    value: Mapping[str, Any], checks: Mapping[str, _Check], what: str, known_only: bool = True
) -> None:
    for name, check in checks.items():
        if not check(value.get(name)):
            raise RefusedError(f"{name} of {what} is not as it should be")
    if known_only and not value.keys() <= checks.keys():
        raise RefusedError(f"{what}: a field that is not one of ours")


def _parsed(text: bytes, what: str, options: Mapping[str, Any] | None = None) -> Any:
    """Return a JSON value; without options, of numbers that fit and without Kombu's notation of types."""
    try:
        decoded = text.decode("utf-8")
        value = json.loads(decoded, **(_STRICT if options is None else options))
        if _SURROGATE.search(decoded):
            # Half a surrogate pair cannot be written to a file or to the broker.
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RefusedError:
        raise
    except (ValueError, RecursionError):
        raise RefusedError(f"{what} is not JSON") from None
    return value


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise RefusedError("a number that is too large")
    return int(digits)


def _real(digits: str) -> float:
    if not math.isfinite(number := float(digits)):
        raise RefusedError("a number that is too large")
    return number


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    if "__type__" in value:
        raise RefusedError("a value of another type than JSON has")
    return value


_STRICT: dict[str, Any] = {
    "parse_int": _whole, "parse_float": _real, "parse_constant": _real, "object_hook": _plain,
}  # fmt: skip


def _decoded(body: str) -> bytes:
    try:
        return base64.b64decode(body, validate=True)
    except ValueError:
        raise RefusedError("the body is not Base64") from None


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _NAME


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= _RETRIES


def _time(value: Any) -> bool:
    try:
        datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return False
    return True


def _limits(value: Any) -> bool:
    limit = _or_none(lambda seconds: _number(seconds) and 0 < seconds < _SECONDS)
    return isinstance(value, list) and len(value) == len(("hard", "soft")) and all(map(limit, value))


def _or_none(check: _Check) -> _Check:
    return lambda value: value is None or check(value)


def _absent(value: Any) -> bool:
    return not value and (value is None or isinstance(value, list | dict))


def _switch(value: Any) -> bool:
    return value is None or isinstance(value, bool)


def _names(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_text, value))


_ENVELOPE: dict[str, _Check] = {
    "body": _text,
    "content-type": lambda value: value == "application/json",
    "content-encoding": lambda value: value == "utf-8",
    "headers": _or_none(lambda value: isinstance(value, dict)),
    "properties": lambda value: isinstance(value, dict),
}
_PROPERTIES: dict[str, _Check] = {
    "body_encoding": lambda value: value == "base64",
    "correlation_id": _or_none(_text),
    "delivery_info": lambda value: isinstance(value, dict),
    "delivery_tag": _name,
    "priority": _or_none(_number),
    "reply_to": _or_none(_text),
}
_DELIVERY: dict[str, _Check] = {"exchange": _text, "routing_key": _text, "redelivered": _switch}
_HEADERS: dict[str, _Check] = {
    "argsrepr": _or_none(_text),
    "eta": _or_none(_time),
    "expires": _or_none(_time),
    "group": _or_none(_name),
    "group_index": _or_none(_number),
    "id": _name,
    "ignore_result": _switch,
    "kwargsrepr": _or_none(_text),
    "lang": _or_none(_name),
    "origin": _or_none(_name),
    "parent_id": _or_none(_name),
    "redelivered": _switch,
    "replaced_task_nesting": _or_none(_count),
    "retries": _or_none(_count),
    "root_id": _or_none(_name),
    "shadow": _or_none(_name),
    "stamped_headers": _absent,
    "stamps": _absent,
    "task": _name,
    "task_events": _switch,
    "timelimit": _or_none(_limits),
}
_ARGUMENTS: dict[str, _Check] = {
    "run": _name,
    "names": _names,
    "key": _text,
    "attempt": _or_none(_count),
}
