"""Edit-distance gain of a lattice over its sentences for a new sentence (Pang et al. 2003, 4.2.3)."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from paralattice.errors import BuildError
from paralattice.lattice.building import from_alignment, separate_columns
from paralattice.lattice.distance import edit_distance
from paralattice.lattice.lattice import WordLattice
from paralattice.lattice.sampling import below

Build = Callable[[Sequence[int]], WordLattice]
"""Builds the lattice of the sentences with these 0-based numbers, in this order."""


class EditGain(NamedTuple):
    """Edit distances of one test sentence.

    Attributes
    ----------
    input
        Distance to the nearest reference sentence: ed(input).
    lattice
        Distance to the lattice of the reference sentences: ed(FSA).
    """

    input: int
    lattice: int

    @property
    def difference(self) -> int:
        """Edits saved by the lattice: ed(input) - ed(FSA), never below 0."""
        return self.input - self.lattice


class CurveRow(NamedTuple):
    """A row of Table 6: means and standard deviations over groups for n reference sentences.

    Attributes
    ----------
    references
        n.
    more, more_deviation
        Mean and deviation of ed(FSA_n) - ed(FSA_N), where N is the largest number of references.
    gain, gain_deviation
        Mean and deviation of ed(input_n) - ed(FSA_n).
    """

    references: int
    more: float
    more_deviation: float
    gain: float
    gain_deviation: float


def leave_one_out(
    sentences: Sequence[Sequence[str]], build: Build, most: int | None = None, seed: int = 0
) -> list[EditGain]:
    """Return each sentence's distances to all the others, and to their lattice.

    Parameters
    ----------
    sentences
        At least two, written as in the lattices.
    build
        Builds the lattice of some of them.
    most
        Maximum number of sentences to leave out in turn, chosen at random; ``None`` for all.
    seed
        Random seed of that choice.

    Raises
    ------
    BuildError
        There are fewer than two sentences.
    """
    everyone = range(_require_two(sentences))
    tests: Sequence[int] = everyone
    if most is not None and most < len(everyone):
        tests = sorted(_shuffled(len(everyone), seed)[:most])
    return [
        _gain(sentences, test, [number for number in everyone if number != test], build) for test in tests
    ]


def edgain(gains: Sequence[EditGain]) -> float:
    """Return the average of ed(input) - ed(FSA) over the sentences of a group."""
    return _mean([gain.difference for gain in gains])


def edgain_ranges(values: Iterable[float]) -> dict[int, int]:
    """Return the counts of Table 5: for each whole number n, the number of values from n to below n + 1."""
    counts = Counter(math.floor(value) for value in values)
    return {low: counts[low] for low in range(max(counts, default=-1) + 1)}


def reference_curve(
    sentences: Sequence[Sequence[str]], build: Build, seed: int, most: int | None = None
) -> list[EditGain]:
    """Return the distances of one sentence to the first 1, 2, ... of the others.

    The sentences are put into a random order; the last is the test sentence.

    Parameters
    ----------
    sentences, build
        As in :func:`leave_one_out`.
    seed
        Random seed of the order.
    most
        Maximum number of other sentences; ``None`` for all.

    Raises
    ------
    BuildError
        There are fewer than two sentences.
    """
    *references, test = _shuffled(_require_two(sentences), seed)
    counts = range(1, len(references[:most]) + 1)
    return [_gain(sentences, test, references[:count], build) for count in counts]


def curve_table(curves: Sequence[Sequence[EditGain]]) -> list[CurveRow]:
    """Return the rows of Table 6 over the curves of equally large groups, with sample standard deviations."""
    rows = []
    for count, gains in enumerate(zip(*curves, strict=True), 1):
        more = [gain.lattice - curve[-1].lattice for gain, curve in zip(gains, curves, strict=True)]
        saved = [gain.difference for gain in gains]
        rows.append(CurveRow(count, _mean(more), _deviation(more), _mean(saved), _deviation(saved)))
    return rows


def _shuffled(count: int, seed: int) -> list[int]:
    order = list(range(count))
    rng = random.Random(seed)  # noqa: S311 - no secret
    for place in reversed(range(1, count)):
        other = below(place + 1, rng)
        order[place], order[other] = order[other], order[place]
    return order


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)


def _deviation(values: Sequence[int]) -> float:
    mean = _mean(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1))


def _require_two(sentences: Sequence[Sequence[str]]) -> int:
    if len(sentences) < 2:
        raise BuildError(f"{len(sentences)} sentences: one is measured against others, so two are needed")
    return len(sentences)


def _gain(sentences: Sequence[Sequence[str]], test: int, references: Sequence[int], build: Build) -> EditGain:
    others = [sentences[number] for number in references]
    # One lattice of separate paths measures all sentences at once.
    apart = from_alignment(others, separate_columns(others))
    return EditGain(edit_distance(apart, sentences[test]), edit_distance(build(references), sentences[test]))
