"""The artefact store: immutable values named by digests, in packs, in a folder or in a bucket of S3."""

from workers.store.artefacts import MissingArtefactError, Store, StoreError, common_name, content_key, digest
from workers.store.draft import Draft
from workers.store.location import current_store, is_remote, open_store, settled_location
from workers.store.packs import Artefact

__all__ = [
    "Artefact",
    "Draft",
    "MissingArtefactError",
    "Store",
    "StoreError",
    "common_name",
    "content_key",
    "current_store",
    "digest",
    "is_remote",
    "open_store",
    "settled_location",
]
