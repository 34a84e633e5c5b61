"""The systems of word graphs, as versions."""

from typing import NamedTuple


class System(NamedTuple):
    """A system of multi-sentence compression.

    Attributes
    ----------
    paths
        Maximum number of shortest paths among which it chooses.
    phrases
        Whether it prefers paths that hold key phrases.
    coverage
        Whether it prefers paths that cover what most sentences tell, and reads no weights.
    """

    paths: int
    phrases: bool = False
    coverage: bool = False


SYSTEMS = {"filippova": System(50), "boudin": System(200, phrases=True), "one": System(200, coverage=True)}
"""Filippova (2010), Boudin and Morin (2013), and ours, for languages that exchange does not read."""
