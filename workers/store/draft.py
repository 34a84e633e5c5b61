"""A draft: what a process reads and computes in one go, stored together at its end."""

from collections.abc import Callable, Iterable, Sequence

from workers.store.artefacts import Store
from workers.store.packs import Artefact


class Draft:
    """New artefacts in memory before a store, from which the others are read.

    Parameters
    ----------
    store
        The store.
    keys
        Keys of the artefacts that may be computed; those that exist are read at once.

    Attributes
    ----------
    store
        The store.
    """

    def __init__(self, store: Store, keys: Iterable[str]) -> None:
        self.store = store
        self._sought = frozenset(keys)
        self._known = store.find_all(self._sought)
        self._new: dict[str, Artefact] = {}

    def has(self, key: str) -> bool:
        """Return whether an artefact exists or has been computed."""
        return key in self._known or (key not in self._sought and self.store.has(key))

    def get(self, key: str) -> Artefact:
        """Return an artefact; raises as :meth:`workers.store.Store.get` does."""
        return self.get_all([key])[0]

    def get_all(self, keys: Sequence[str]) -> list[Artefact]:
        """Return the artefacts of several keys, in order; raises as :meth:`get` does."""
        others = [key for key in keys if key not in self._known]
        found = self._known | dict(zip(others, self.store.get_all(others), strict=True))
        return [found[key] for key in keys]

    def once(self, key: str, compute: Callable[[], Artefact]) -> Artefact | None:
        """Compute an artefact unless it exists; return it if it was computed."""
        if self.has(key):
            return None
        made = self._known[key] = self._new[key] = compute()
        return made

    def save(self) -> None:
        """Store what has been computed; raises as :meth:`workers.store.Store.put` does."""
        self.store.put_all(self._new)
        self._new = {}
