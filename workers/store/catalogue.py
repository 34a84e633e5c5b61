"""The catalogue of the common shelf: which pack holds an artefact."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from attrs import define, field

from workers.store.keys import COMMON_SHELF


@define(eq=False, slots=False)
class Catalogue:
    """The keys on the common shelf, each with the name of its pack, as far as they are known.

    Parameters
    ----------
    names
        Returns the names of the packs on the common shelf.
    keys
        Returns the keys of each of several packs; none for one that is absent or damaged.

    patience
        Seconds for which a listing counts as recent.
    """

    _list: Callable[[], list[str]] = field(alias="names")
    _keys: Callable[[Sequence[str]], list[list[str]]]
    _patience: float = 0.0
    # Half of each key: the other half is the shelf.  Names are shared.
    _names: dict[bytes, str] = field(factory=dict, init=False)
    _known: dict[str, list[bytes]] = field(factory=dict, init=False)
    _listed: float = field(default=-float("inf"), init=False)

    def missing(self, keys: Iterable[str]) -> set[str]:
        """Return the keys that no pack holds.

        Lists the packs first if a key is unknown and the last listing is not recent.
        """
        absent = {key for key in keys if _short(key) not in self._names}
        if absent and time.monotonic() - self._listed >= self._patience:
            self._refresh()
        return {key for key in absent if _short(key) not in self._names}

    def places(self, keys: Iterable[str]) -> dict[str, list[str]]:
        """Return names of packs, each with the wanted keys that it holds; lists the packs if need be."""
        wanted = list(keys)
        if any(_short(key) not in self._names for key in wanted):
            self._refresh()
        return self.known_places(wanted)

    def known_places(self, keys: Iterable[str]) -> dict[str, list[str]]:
        """Return names of packs, each with the wanted keys that it is known to hold."""
        places: defaultdict[str, list[str]] = defaultdict(list)
        for key in keys:
            if name := self._names.get(_short(key)):
                places[name].append(key)
        return places

    def expect(self, names: Sequence[str]) -> None:
        """Add the keys of packs that should exist; if one does not, the next look-up lists all."""
        self.add(names)
        if not self._known.keys() >= set(names):
            self._listed = -float("inf")

    def add(self, names: Iterable[str]) -> None:
        """Add the keys of packs, which may be absent."""
        new = [name for name in names if name not in self._known]
        for name, keys in zip(new, self._keys(new), strict=True):
            if keys:
                self.note(name, keys)

    def note(self, name: str, keys: Iterable[str]) -> None:
        """Note the keys of a pack."""
        self._known[name] = [_short(key) for key in keys]
        self._names |= dict.fromkeys(self._known[name], name)

    def discard(self, name: str) -> None:
        """Forget a pack that is gone."""
        for key in self._known.pop(name, ()):
            if self._names.get(key) == name:
                del self._names[key]

    def _refresh(self) -> None:
        self._listed = time.monotonic()
        # What is not listed may still be there: the listing of a network's file system can be old.
        self.add(self._list())


def _short(key: str) -> bytes:
    return bytes.fromhex(key[len(COMMON_SHELF) :])
