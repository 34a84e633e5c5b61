"""Numbers of paths by the average length of the cluster's sentences (Pang et al. 2003, Table 3)."""

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LENGTH_BOUNDS = (10, 20, 30, 45)
"""The upper ends of the paper's ranges of average sentence length, in words."""


@dataclass(frozen=True, slots=True)
class PathBin:
    """Lattices whose sentences have an average length within a range.

    Attributes
    ----------
    above, up_to
        The range in words, without its lower and with its upper end; ``up_to``
        is ``None`` for an open range.
    lattices
        Number of lattices; if it is 0, so are the figures below.
    most, mean
        The maximum and the mean number of paths, the latter rounded to a whole number.
    most_log, mean_log
        The maximum and the mean natural logarithm of the number of paths.
    """

    above: int
    up_to: int | None
    lattices: int
    most: int
    mean: int
    most_log: float
    mean_log: float


def path_bins(figures: Iterable[tuple[float, int]], bounds: Sequence[int] = LENGTH_BOUNDS) -> list[PathBin]:
    """Return the rows of Table 3, and another for longer sentences, which the paper omits.

    Parameters
    ----------
    figures
        For each lattice, the average length of its sentences in words, and the
        number of its paths, at least 1.
    bounds
        The upper ends of the ranges, ascending.
    """
    counts: list[list[int]] = [[] for _ in range(len(bounds) + 1)]
    for length, paths in figures:
        counts[bisect_left(bounds, length)].append(paths)
    ends = [0, *bounds]
    return [
        _bin(above, up_to, paths) for above, up_to, paths in zip(ends, [*bounds, None], counts, strict=True)
    ]


def _bin(above: int, up_to: int | None, paths: list[int]) -> PathBin:
    if not paths:
        return PathBin(above, up_to, 0, 0, 0, 0.0, 0.0)
    # Integer arithmetic: a lattice may have more paths than a float can hold.
    mean = (2 * sum(paths) + len(paths)) // (2 * len(paths))
    logs = [math.log(count) for count in paths]
    return PathBin(above, up_to, len(paths), max(paths), mean, max(logs), sum(logs) / len(logs))
