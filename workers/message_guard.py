"""Checks messages before Kombu and Celery see them.

Whoever may write to the broker can send any bytes.  Many that are no message raise an error in Kombu or
Celery that ends a worker's main process, and since messages are acknowledged late the next worker gets
them.  So a message is read here first, and only what a message of ours can contain is admitted.
"""

import base64
import json
import re
from collections.abc import Collection
from datetime import datetime
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct

LARGEST = 1 << 20
"""The most bytes of a message; ours hold names and digests only."""

_LARGEST_NUMBER = 10**18
_LEVELS = 20
# The field that msgspec's text of an error ends with; what stands before it can quote the message.
_FIELD = re.compile(r"(?:field `|\.)([\w-]+)(?:\[\d+])?`$")

_Type = TypeVar("_Type")
_Name = Annotated[str, Meta(min_length=1, max_length=255)]
_Count = Annotated[int, Meta(ge=0, le=1000)]
_Number = int | float
_Seconds = Annotated[float, Meta(gt=0, lt=10_000_000)]
_Nothing = Annotated[list[Any], Meta(max_length=0)] | Annotated[dict[str, Any], Meta(max_length=0)] | None


class RefusedError(ValueError):
    """A message cannot be admitted; its text is one of a few fixed reasons."""


class _DeliveryInfo(Struct):
    exchange: str
    routing_key: str
    redelivered: bool | None = None


class _Properties(Struct):
    body_encoding: Literal["base64"]
    delivery_info: _DeliveryInfo
    delivery_tag: _Name
    correlation_id: str | None = None
    priority: _Number | None = None
    reply_to: str | None = None


class Message(Struct, rename={"content_type": "content-type", "content_encoding": "content-encoding"}):
    """A message as it lies on the broker, with its body still encoded."""

    # Text, although msgspec could decode it: where Kombu read the message, it may have made bytes of a value.
    body: str
    content_type: Literal["application/json"]
    content_encoding: Literal["utf-8"]
    properties: _Properties
    headers: dict[str, Any] | None = None


class _TaskHeaders(Struct):
    id: _Name
    task: _Name
    argsrepr: str | None = None
    eta: datetime | None = None
    expires: datetime | None = None
    group: _Name | None = None
    group_index: _Number | None = None
    ignore_result: bool | None = None
    kwargsrepr: str | None = None
    lang: _Name | None = None
    origin: _Name | None = None
    parent_id: _Name | None = None
    redelivered: bool | None = None
    replaced_task_nesting: _Count | None = None
    retries: _Count | None = None
    root_id: _Name | None = None
    shadow: _Name | None = None
    stamped_headers: _Nothing = None
    stamps: _Nothing = None
    task_events: bool | None = None
    timelimit: tuple[_Seconds | None, _Seconds | None] | None = None


class _Arguments(Struct):
    run: _Name
    names: Annotated[list[str], Meta(min_length=1)]
    key: str
    attempt: _Count | None = None


class Envelope(NamedTuple):
    """A task's delivery tag, the process that says that it sent it, and whether a worker had it before."""

    tag: str
    origin: str
    redelivered: bool


def read_envelope(text: bytes) -> Message:
    """Return a message as it lies on the broker, with its body still encoded.

    Raises
    ------
    RefusedError
        Kombu could not make a message of it.
    """
    if len(text) > LARGEST:
        raise RefusedError("larger than 1 MiB")
    return check_envelope(_parsed(text, "the message"))


def check_envelope(value: Any) -> Message:
    """Return the message that Kombu makes of a JSON value, with its body still encoded.

    Raises
    ------
    RefusedError
        Kombu could not make a message of it.
    """
    message = _converted(value, Message, "the message")
    if message.headers and message.headers.get("compression"):
        raise RefusedError("compressed")
    return message


def check_mail(message: Message) -> None:
    """Check that the body of a command to workers, or of their answer, can be decoded.

    Raises
    ------
    RefusedError
        It cannot.
    """
    text = _decoded(message.body)
    try:
        # Not by msgspec, because a number may be infinite.
        body = json.loads(text.decode())
        # It fails for half a surrogate pair, which cannot be written to a file or to the broker.
        msgspec.json.encode(body)
    except (ValueError, RecursionError):
        raise RefusedError("the body is not JSON") from None


def check_task(message: Message, tasks: Collection[str]) -> Envelope:
    """Check that a message is for one of the tasks of these names, as this program sends it.

    Raises
    ------
    RefusedError
        It is not.
    """
    fields = message.headers or {}
    if not (isinstance(name := fields.get("task"), str) and name in tasks):
        raise RefusedError("a task that is not one of ours")
    headers = _converted(fields, _TaskHeaders, "headers")
    if not fields.keys() <= set(_TaskHeaders.__struct_fields__):
        raise RefusedError("headers: a field that is not one of ours")
    body = _parsed(_decoded(message.body), "the body")
    _, _, links = _converted(body, tuple[list[Any], _Arguments, dict[str, Any]], "the body")
    if any(links.values()):
        raise RefusedError("the body has links to other tasks")
    properties = message.properties
    redelivered = bool(headers.redelivered or properties.delivery_info.redelivered)
    return Envelope(properties.delivery_tag, headers.origin or "", redelivered)


def _converted(value: Any, to: type[_Type], what: str) -> _Type:
    try:
        return msgspec.convert(value, to)
    except (msgspec.ValidationError, UnicodeError) as error:
        field = _FIELD.search(str(error))
        place = f"{field[1]} of {what}" if field else what
        raise RefusedError(f"{place} is not as it should be") from None


def _decoded(body: str) -> bytes:
    try:
        return base64.b64decode(body, validate=True)
    except ValueError:
        raise RefusedError("the body is not Base64") from None


def _parsed(text: bytes, what: str) -> Any:
    try:
        value = msgspec.json.decode(text)
    except msgspec.ValidationError:
        raise RefusedError("a number that is too large") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise RefusedError(f"{what} is not JSON") from None
    _check_parts(value)
    return value


def _check_parts(value: Any) -> None:
    """Check that Kombu, which has less room on the stack, would read the same value."""
    level = [value]
    for _ in range(_LEVELS):
        below: list[Any] = []
        for part in level:
            if isinstance(part, list):
                below.extend(part)
            elif isinstance(part, dict):
                if "__type__" in part:
                    raise RefusedError("a value of another type than JSON has")
                below.extend(part.values())
            elif isinstance(part, int) and abs(part) >= _LARGEST_NUMBER:
                raise RefusedError("a number that is too large")
        level = below
    if level:
        raise RefusedError("values in too many others")
