"""The versions of a run: of alignments (Shen et al. 2006, Table 2), of trees and of exchange."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from paralattice.options import require_known


@dataclass(frozen=True, slots=True)
class Version:
    """One of the alignment versions of Shen et al. 2006, Table 2.

    Attributes
    ----------
    name
        Its name in the table.
    syntactic
        Whether tokens must match syntactically (Figure 4) or only as words.
    commas
        Whether a ``,`` may match.
    stop_words
        Whether a stop word may match.
    """

    name: str
    syntactic: bool
    commas: bool
    stop_words: bool


VERSIONS = {
    version.name: version
    for version in (
        Version("V1", syntactic=False, commas=True, stop_words=True),
        Version("V2", syntactic=False, commas=False, stop_words=True),
        Version("V3", syntactic=False, commas=False, stop_words=False),
        Version("V4", syntactic=True, commas=False, stop_words=False),
        Version("V5", syntactic=True, commas=False, stop_words=True),
    )
}


PANG = "pang"
"""The version whose lattices are built from trees (Pang, Knight and Marcu 2003)."""


EXCHANGE = "V6"
"""The version of new sentences by exchange of constituents; its lattice has these and the originals."""


METHODS = {"shen": tuple(VERSIONS), PANG: (PANG,), "exchange": (EXCHANGE,)}
"""The versions of each method."""


VERSION_NAMES = tuple(name for names in METHODS.values() for name in names)
"""All versions."""


def version_named(name: str) -> Version:
    """Return the alignment version of that name.

    Raises
    ------
    OptionError
        No version has that name.
    """
    require_known("version", name, VERSIONS)
    return VERSIONS[name]


def is_syntactic(name: str) -> bool:
    """Return whether a version uses syntax; the others are lexical baselines."""
    return name in (PANG, EXCHANGE) or version_named(name).syntactic


def best_first(names: Iterable[str]) -> list[str]:
    """Return versions, those whose sentences are worth reading first: V6, V4, V5, then the others."""
    order = (EXCHANGE, "V4", "V5")
    known = list(names)
    return [*(name for name in order if name in known), *(name for name in known if name not in order)]
