"""The artefact store: immutable values named by digests, in a folder or in a bucket of S3."""

from workers.store.artefacts import Artefact, MissingArtefactError, Store, StoreError, content_key, digest
from workers.store.location import current_store, is_remote, open_store, settled_location

__all__ = [
    "Artefact",
    "MissingArtefactError",
    "Store",
    "StoreError",
    "content_key",
    "current_store",
    "digest",
    "is_remote",
    "open_store",
    "settled_location",
]
