"""The published systems, as versions."""

from __future__ import annotations

from typing import NamedTuple


class System(NamedTuple):
    """A system of multi-sentence compression.

    Attributes
    ----------
    paths
        Maximum number of shortest paths among which it chooses.
    phrases
        Whether it prefers paths that hold key phrases.
    """

    paths: int
    phrases: bool


SYSTEMS = {"filippova": System(50, phrases=False), "boudin": System(200, phrases=True)}
"""Filippova (2010), and Boudin and Morin (2013)."""
