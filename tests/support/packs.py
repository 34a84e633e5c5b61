"""The files of a store in a folder."""

from workers.store.keys import shelf_of
from workers.store.packs import pack_keys


def pack_path(store, key):
    """Return the file of the pack that holds an artefact."""
    shelf = shelf_of(key)
    files = store.root.glob(f"{shelf[:2]}/{shelf[2:]}.*")
    return next(file for file in files if key in pack_keys(file.read_bytes()))
