"""Artefacts in a bucket of Amazon S3 or of a compatible server.

obstore reads the credentials from the environment.  Its threads do not survive a
fork, so a process must not use the store before it forks.
"""

import os
import re
import secrets
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn, TypeVar

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError, NotFoundError, NotSupportedError
from obstore.store import S3Store

from workers.store.artefacts import Store, StoreError
from workers.store.keys import COMMON_SHELF, is_common, is_pack
from workers.store.packs import Entry

if TYPE_CHECKING:
    from obstore.store import S3Config

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

REQUESTS_AT_ONCE = 32
"""Number of concurrent requests, which mostly wait; S3 takes thousands per second."""

PATIENCE = 60.0
"""Seconds for which a request is repeated while the server does not answer or is busy."""

# High, because the time limit ends the retries.
_RETRIES = 100
_LONGEST_PAUSE_SECONDS = 5
_CONNECT_SECONDS = 5
_REQUEST_SECONDS = 60
# Large artefacts are sent in parts of 5 MiB, each with the time limit of a request.
_PARTS_AT_ONCE = 4
_SETTLE_SECONDS = 0.5
# A listing costs as much as ten look-ups, and shows what other runs have parsed meanwhile.
_LISTING_SECONDS = 60.0
_HEAD_BYTES = 8192
_LARGE = 64 << 20
# Beside packs, a store has its identity.

# The second of each pair is documented; the first is raised.
_ABSENT = (FileNotFoundError, NotFoundError)
_UNCONDITIONAL = (NotImplementedError, NotSupportedError)
# obstore panics if one of these contains a character that is invalid in a header.
_PRINTABLE = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_REGION")
_CREDENTIALS = "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
_DENIED = {
    "InvalidAccessKeyId": "does not know the access key",
    "SignatureDoesNotMatch": "refuses the secret access key",
    "ExpiredToken": "refuses the session token, which has expired",
    "InvalidToken": "refuses the session token",
}


class ObjectStore(Store):
    """A bucket with one object per pack, below a prefix.

    Parameters
    ----------
    bucket
        Name of the bucket, which must exist.
    prefix
        Prefix of all object names, without leading and trailing slashes; may be empty.
    endpoint
        URL of the server; empty for Amazon S3.
    patience
        Seconds for which a request is repeated while the server does not answer or is busy.
    """

    def __init__(self, bucket: str, prefix: str = "", endpoint: str = "", patience: float = PATIENCE) -> None:
        super().__init__(f"s3://{bucket}/{prefix}".rstrip("/"), _LISTING_SECONDS)
        self._bucket = bucket
        self._prefix = prefix
        self._endpoint = endpoint
        self._patience = patience

    @cached_property
    def _client(self) -> S3Store:
        for name in _PRINTABLE:
            if not os.environ.get(name, "").isprintable():
                raise StoreError(f"{name} has a character that cannot be printed, such as the end of a line")
        # Not every compatible server can remove several objects in one request.
        config: S3Config = {"disable_bulk_delete": True}
        if self._endpoint:
            config["endpoint"] = self._endpoint
        try:
            return S3Store(
                self._bucket,
                prefix=self._prefix or None,
                client_options={
                    "allow_http": self._endpoint.startswith("http://"),
                    "connect_timeout": timedelta(seconds=_CONNECT_SECONDS),
                    "timeout": timedelta(seconds=_REQUEST_SECONDS),
                },
                retry_config={
                    "max_retries": _RETRIES,
                    "retry_timeout": timedelta(seconds=self._patience),
                    "backoff": {
                        "init_backoff": timedelta(milliseconds=100),
                        "max_backoff": timedelta(seconds=_LONGEST_PAUSE_SECONDS),
                        "base": 2,
                    },
                },
                config=config,
            )
        except BaseError as error:
            self._fail("use", error)

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(REQUESTS_AT_ONCE)

    def entries(self) -> Iterator[Entry]:
        """Yield all packs, a thousand with each request."""
        return self._listed(None)

    def discard(self, names: Collection[str]) -> None:
        """Remove packs by their names, with concurrent requests."""
        self._map(self._remove, list(names))

    def probe(self) -> None:
        """Write, read, remove and look up an object with a random name."""
        name, content = f"incoming/probe-{secrets.token_hex(8)}", b"\n"
        # The look-up is last, because its answer has no body that could explain a failure.
        self._write(name, content)
        there = self._read(name)
        self._remove(name)
        if there != content or self._exists(name):
            raise StoreError(f"cannot use the store {self.location}: it does not give back what was written")

    def claim(self, name: str, text: str) -> str:
        """Write a text under a name unless the name exists; return the text under that name."""
        found = self._read(name)
        if found is None:
            self._create(name, text.encode("ascii"))
            # Without conditional writes the last writer wins: wait for concurrent writers.
            time.sleep(_SETTLE_SECONDS)
            found = self._read(name) or b""
        return found.decode("ascii", "replace")

    def _create(self, name: str, content: bytes) -> bool:
        try:
            # A large object is sent in parts, to which no condition applies.
            if len(content) > _LARGE and not self._exists(name):
                self._write(name, content)
            else:
                obstore.put(self._client, name, content, mode="create", use_multipart=False)
        except AlreadyExistsError:
            return False
        except (*_ABSENT, *_UNCONDITIONAL, BaseError) as error:
            if not isinstance(error, _UNCONDITIONAL) and _code(str(error)) != "NotImplemented":
                self._fail("write", error)
            # Without conditional writes the last of two writers wins.
            if self._exists(name):
                return False
            self._write(name, content)
        return True

    def _exists(self, name: str) -> bool:
        try:
            obstore.head(self._client, name)
        except _ABSENT:
            return False
        except BaseError as error:
            self._fail("look for", error)
        return True

    def _read(self, name: str) -> bytes | None:
        try:
            return bytes(obstore.get(self._client, name).bytes())
        except _ABSENT as error:
            if _code(str(error)) == "NoSuchBucket":
                self._fail("read", error)
            return None
        except BaseError as error:
            self._fail("read", error)

    def _write(self, name: str, content: bytes) -> None:
        try:
            obstore.put(self._client, name, content, max_concurrency=_PARTS_AT_ONCE)
        except (*_ABSENT, BaseError) as error:
            self._fail("write", error)

    def _head(self, name: str) -> bytes | None:
        try:
            head = obstore.get(self._client, name, options={"range": (0, _HEAD_BYTES)}).bytes()
        except _ABSENT as error:
            if _code(str(error)) == "NoSuchBucket":
                self._fail("read", error)
            return None
        except BaseError:
            # An empty object has no range.
            return self._read(name)
        return bytes(head) if bytes(head).count(b"\n") > 1 else self._read(name)

    def _common_names(self) -> list[str]:
        # obstore's prefixes end at a slash.
        return [entry.name for entry in self._listed(COMMON_SHELF[:2]) if is_common(entry.name)]

    def _listed(self, folder: str | None) -> Iterator[Entry]:
        try:
            for page in obstore.list(self._client, folder):
                for found in page:
                    if is_pack(found["path"]):
                        yield Entry(found["path"], found["size"], found["last_modified"].timestamp())
        except BaseError as error:
            self._fail("list", error)

    def _remove(self, name: str) -> None:
        try:
            obstore.delete(self._client, name)
        except _ABSENT:
            return
        except BaseError as error:
            self._fail("remove", error)

    def _map(self, function: Callable[[_Item], _Result], items: Sequence[_Item]) -> list[_Result]:
        if len(items) < 2:
            return [function(item) for item in items]
        return list(self._pool.map(function, items))

    def _fail(self, action: str, error: Exception) -> NoReturn:
        server = self._endpoint or "Amazon S3"
        reason = _reason(str(error), action, self._bucket)
        raise StoreError(f"cannot use the store {self.location}: {server} {reason}") from None


def _reason(text: str, action: str, bucket: str) -> str:
    """Return a short form of obstore's message, without keys and tokens."""
    code, status = _code(text), _first(r"status code: (\d{3})", text)
    # Credentials are incomplete, or were requested from the metadata service of Amazon's machines.
    if re.search(r"Missing (Secret)?AccessKey|/latest/(api/token|meta-data)|//169\.254\.", text):
        return f"wants credentials: {_CREDENTIALS}"
    if code == "NoSuchBucket":
        return f"has no bucket {bucket}"
    if code in _DENIED:
        return _DENIED[code]
    if status in ("401", "403"):
        return f"does not allow to {action} objects in the bucket {bucket} ({code or status})"
    if "LOCATION" in text or code == "PermanentRedirect" or status == "301":
        return f"has the bucket {bucket} in another region: set AWS_REGION"
    if status:
        return f"does not {action} an object: {' '.join(filter(None, (status, code)))}"
    return _problem(text)


def _code(text: str) -> str:
    return _first(r"<Code>(\w+)</Code>", text)


def _first(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    return match[1] if match else ""


def _problem(text: str) -> str:
    """Return the reason why there is no answer."""
    if "TimedOut" in text or "kind: Timeout" in text:
        return "cannot be reached: it does not answer in time"
    if "InvalidContentType" in text:
        return "cannot be reached: it does not speak TLS: write http:// in place of https://"
    if "InvalidCertificate" in text:
        return "has a certificate that is not trusted: SSL_CERT_FILE may name a file of other authorities"
    reason = _first(r'(?:message|error): "([^"]*)"', text)
    if reason:
        return f"cannot be reached: {reason}"
    return f"cannot be used: {' '.join(text.partition('Debug source')[0].split())[-160:]}"
