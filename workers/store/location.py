"""The location of a store: a folder or an S3 bucket."""

import os
import re
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from workers.settings import Settings
from workers.store.artefacts import Store, StoreError
from workers.store.folder import FolderStore

_BUCKET_FORM = "s3://BUCKET/PREFIX, with letters, digits and -_.=/ in the prefix"
_BUCKET_NAMES = "these have 3 to 63 characters, a-z, 0-9, - and ., and begin and end with a letter or digit"
_ENDPOINT_FORM = "http(s)://HOST:PORT"
# obstore reads these as well.
_ENDPOINT_VARIABLES = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT")


def is_remote(location: str) -> bool:
    """Return whether a store's location is a URL, not a folder."""
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", location) is not None


def settled_location(location: str) -> str:
    """Return a store's location in canonical form, the same for all processes of a machine.

    Parameters
    ----------
    location
        A folder, or ``s3://BUCKET/PREFIX``.

    Raises
    ------
    StoreError
        The location is a URL without a valid bucket; the message omits it, as it may have a password.
    """
    if not is_remote(location):
        return str(Path(location).resolve())
    bucket, prefix = _bucket(location)
    return f"s3://{bucket}/{prefix}".rstrip("/")


def open_store(location: str | Path, endpoint: str = "", patience: float | None = None) -> Store:
    """Return the store at a location, without reading or writing.

    Parameters
    ----------
    location
        A folder, or ``s3://BUCKET/PREFIX``.
    endpoint
        URL of the bucket's server; if empty, the value of ``AWS_ENDPOINT_URL_S3``,
        ``AWS_ENDPOINT_URL`` or ``AWS_ENDPOINT``, or else Amazon S3.
    patience
        Seconds for which requests are repeated while the server does not answer; by default a minute.

    Raises
    ------
    StoreError
        The location or the endpoint is invalid, or obstore is not installed.
    """
    text = str(location)
    if not is_remote(text):
        if endpoint:
            raise StoreError(f"a store with an endpoint is s3://BUCKET/PREFIX, not {text}")
        return FolderStore(Path(text))
    # Lazy import: obstore is slow to load, and a folder does not need it.
    try:
        from workers.store.bucket import PATIENCE, ObjectStore
    except ImportError:
        raise StoreError("a store in a bucket needs another package: pip install 'paralattice[s3]'") from None

    named = next(filter(None, (os.environ.get(name) for name in _ENDPOINT_VARIABLES)), "")
    return ObjectStore(*_bucket(text), _settled_endpoint(endpoint or named), patience or PATIENCE)


def _bucket(location: str) -> tuple[str, str]:
    match = re.fullmatch(r"s3://([\w.-]+)(/[\w.=/-]*)?", location, re.ASCII)
    parts = (match[2] or "").split("/") if match else [".."]
    if match is None or {".", ".."} & set(parts):
        raise StoreError(f"the store's URL cannot be read; its form is {_BUCKET_FORM}")
    if not re.fullmatch(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]", match[1]):
        raise StoreError(f"{match[1]} is no name of a bucket: {_BUCKET_NAMES}")
    return match[1], "/".join(filter(None, parts))


def _settled_endpoint(endpoint: str) -> str:
    if not endpoint:
        return ""
    try:
        parts = urlsplit(endpoint)
        well_formed = (
            parts.scheme in ("http", "https")
            and re.fullmatch(r"[\w.-]+|[0-9a-f:.]+", parts.hostname or "", re.ASCII) is not None
            and parts.port != 0
            and not (parts.username or parts.password or parts.query or parts.fragment)
            and re.fullmatch(r"[\w./-]*", parts.path, re.ASCII) is not None
        )
    except ValueError:
        well_formed = False
    if not well_formed:
        raise StoreError(f"the store's endpoint cannot be read; its form is {_ENDPOINT_FORM}")
    return endpoint.rstrip("/")


@lru_cache(maxsize=1)
def current_store() -> Store:
    """Return the store that is set in the environment.

    Raises
    ------
    StoreError
        No store is set.
    """
    settings = Settings.from_environment()
    if not settings.store:
        raise StoreError("no artefact store: set ORCHESTRATOR_STORE to a folder or to s3://BUCKET/PREFIX")
    return open_store(settings.store, settings.store_endpoint)
