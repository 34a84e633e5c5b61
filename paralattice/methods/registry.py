"""The methods by name, and what is asked of a version's method."""

from collections.abc import Iterable

from paralattice.methods.alignment import Alignment
from paralattice.methods.compression import CompressionMethod
from paralattice.methods.exchange import ExchangeMethod
from paralattice.methods.method import Method, MethodVersion
from paralattice.methods.one import OneMethod
from paralattice.methods.pang import Pang
from paralattice.options import require_known

METHODS: dict[str, Method] = {
    method.name: method
    for method in (Alignment(), Pang(), ExchangeMethod(), OneMethod(), CompressionMethod())
}
"""The methods by name; what is added here is computed, shown and judged like the others."""


def version_names() -> tuple[str, ...]:
    """Return the names of all versions, method by method."""
    return tuple(_by_version())


def method_of(version: str) -> Method:
    """Return the method of a version.

    Raises
    ------
    OptionError
        No version has that name.
    """
    known = _by_version()
    require_known("version", version, known)
    return known[version][0]


def named_version(name: str) -> MethodVersion:
    """Return the version of that name.

    Raises
    ------
    OptionError
        No version has that name.
    """
    known = _by_version()
    require_known("version", name, known)
    return known[name][1]


def find_version(name: str) -> MethodVersion | None:
    """Return the version of that name, if any."""
    found = _by_version().get(name)
    return found[1] if found else None


def methods_of(versions: Iterable[str]) -> list[Method]:
    """Return the methods of versions, each once, in the order of all methods; unknown ones have none."""
    names = set(versions)
    return [method for method in METHODS.values() if any(each.name in names for each in method.versions)]


def is_syntactic(name: str) -> bool:
    """Return whether a version uses syntax; the others are lexical baselines.

    Raises
    ------
    OptionError
        No version has that name.
    """
    return named_version(name).syntactic


def best_first(names: Iterable[str]) -> list[str]:
    """Return versions, those whose sentences are worth reading first; unknown ones are the last."""
    ranks = {name: version.rank for name, (_, version) in _by_version().items()}
    return sorted(names, key=lambda name: ranks.get(name, max(ranks.values())))


def _by_version() -> dict[str, tuple[Method, MethodVersion]]:
    return {each.name: (method, each) for method in METHODS.values() for each in method.versions}
