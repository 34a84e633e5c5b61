"""Lattices and samples as arrays of numbers, the form in which a run keeps them.

The arcs of a lattice are columns, and a sample is its path: the numbers of the arcs that it takes.  Words
and states of the sample follow from them, so nothing is written twice.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, compress, count, pairwise
from operator import attrgetter
from typing import Annotated

import msgspec
import numpy as np

from paralattice.errors import FormatError
from paralattice.lattice.counts.counting import LatticeStatistics
from paralattice.lattice.lattice import WordLattice
from paralattice.lattice.sampling import Change, Sample, Sampling
from paralattice.lattice.table import ArcTable, begins_of, leads_onwards, offsets, problem_of

_FLAGS = ("novel", "duplicate", "chosen")
_COLUMNS = ("source", "target", "label")

Natural = Annotated[int, msgspec.Meta(ge=0)]
"""A whole number of at least 0."""


class CompactLattice(msgspec.Struct, frozen=True):
    """A lattice and its statistics as a run keeps them.  All indices are 0-based.

    Attributes
    ----------
    states
        Their number.
    words
        The labels, sorted; the first is empty.
    source, target, label
        For each arc its states, and the index of its word.
    sentences
        For each arc the sentences that take it, ascending.
    paths, distinct, aligned_columns, aligned_tokens
        As in :class:`LatticeStatistics`.
    """

    states: Natural
    words: list[str]
    source: list[Natural]
    target: list[Natural]
    label: list[Natural]
    sentences: list[tuple[Natural, ...]]
    # JSON of whole numbers: msgspec reads none of more than 4,300 digits.
    paths: msgspec.Raw
    distinct: msgspec.Raw
    aligned_columns: int
    aligned_tokens: int


def compact_lattice(lattice: WordLattice, statistics: LatticeStatistics) -> CompactLattice:
    """Return a lattice and its statistics as a run keeps them."""
    table = lattice.table
    distinct = "null" if statistics.distinct is None else str(statistics.distinct)
    return CompactLattice(
        states=lattice.states,
        words=table.words.tolist(),
        source=table.source.tolist(),
        target=table.target.tolist(),
        label=table.label.tolist(),
        sentences=lattice.users(),
        paths=msgspec.Raw(str(statistics.paths)),
        distinct=msgspec.Raw(distinct),
        aligned_columns=statistics.aligned_columns,
        aligned_tokens=statistics.aligned_tokens,
    )


def read_compact_lattice(record: CompactLattice, file: str = "") -> WordLattice:
    """Return the lattice of a record.

    Parameters
    ----------
    record
        What :func:`compact_lattice` returned.
    file
        Name of its source, for errors.

    Raises
    ------
    FormatError
        The arcs are not those of a lattice.
    """
    try:
        table = _table(record)
    except OverflowError as error:
        raise FormatError(f"not the record of a lattice: {error}", file) from error
    if table is None or not leads_onwards(table) or problem_of(table):
        raise FormatError("the arcs are not those of a lattice", file)
    return WordLattice.of_table(table)


def _table(record: CompactLattice) -> ArcTable | None:
    """Return the table of a record, not yet checked for order; ``None`` if it cannot be a lattice's."""
    words, users = record.words, record.sentences
    if words[:1] != [""] or words != sorted(set(words)):
        return None
    source, target, label = (np.array(getattr(record, name), np.int64) for name in _COLUMNS)
    if {len(target), len(label), len(users)} != {len(source)} or record.states < 2:
        return None
    if (label >= len(words)).any() or any(list(each) != sorted({*each}) for each in users if len(each) > 1):
        return None
    shares = offsets(map(len, users), len(users))
    flat = np.array(list(chain.from_iterable(users)), np.int64)
    begins = begins_of(source, record.states)
    return ArcTable(source, target, label, np.array(words, object), begins, shares, flat)


def read_statistics(record: CompactLattice, file: str = "") -> LatticeStatistics:
    """Return the statistics of a record; raises as :func:`read_compact_lattice` does."""
    try:
        paths, distinct = bytes(record.paths), bytes(record.distinct)
        return LatticeStatistics(
            states=record.states,
            arcs=len(record.source),
            paths=int(paths),
            distinct=None if distinct == b"null" else int(distinct),
            aligned_columns=record.aligned_columns,
            aligned_tokens=record.aligned_tokens,
        )
    except ValueError as error:
        raise FormatError(f"not the record of a lattice: {error}", file) from error


class Making(msgspec.Struct, frozen=True):
    """How a sentence was made: the fields that only made samples have; see :class:`Sample`."""

    operations: tuple[Change, ...]
    sources: tuple[tuple[int, int] | None, ...]
    score: float
    relations: tuple[tuple[int, str], ...]


class CompactSamples(msgspec.Struct, frozen=True, omit_defaults=True):
    """Sentences drawn from a lattice as a run keeps them.  All numbers are 0-based.

    Attributes
    ----------
    paths
        For each draw the numbers of its arcs.
    novel, duplicate, chosen
        The draws for which that is true, ascending.
    made
        How each sentence was made; empty for paths.
    """

    paths: list[list[Natural]]
    novel: list[Natural]
    duplicate: list[Natural]
    chosen: list[Natural]
    made: list[Making] = []


def compact_samples(samples: Sequence[Sample], lattice: WordLattice) -> CompactSamples:
    """Return samples as a run keeps them.

    Parameters
    ----------
    samples
        Sentences drawn from the lattice, or made: all of them or none.
    lattice
        The lattice.

    Raises
    ------
    FormatError
        A sample is not a path of the lattice.
    """
    flags = {name: list(compress(count(), map(attrgetter(name), samples))) for name in _FLAGS}
    made = [
        Making(each.operations, each.sources, each.score, each.relations)
        for each in samples
        if each.score is not None
    ]
    return CompactSamples(_arcs_of_paths(samples, lattice), **flags, made=made)


def compact_sampling(drawn: Sampling) -> CompactSamples:
    """Return :func:`compact_samples` of drawn sentences; their words are not made."""
    arcs = drawn.arcs.tolist()
    paths = [arcs[begin:end] for begin, end in pairwise([0, *drawn.ends.tolist()])]
    return CompactSamples(paths, drawn.novel, drawn.duplicate, drawn.chosen)


def read_compact_samples(
    record: CompactSamples, lattice: WordLattice, file: str = "", chosen: bool = False
) -> list[Sample]:
    """Return the samples of a record.

    Parameters
    ----------
    record
        What :func:`compact_samples` returned.
    lattice
        The lattice of the samples.
    file
        Name of the record's source, for errors.
    chosen
        Whether only the chosen samples are wanted.

    Raises
    ------
    FormatError
        A path is not one of the lattice.
    """
    flags = [set(getattr(record, name)) for name in _FLAGS]
    numbers = sorted(record.chosen) if chosen else range(len(record.paths))
    ways: Sequence[Making | None] = record.made or [None] * len(record.paths)
    try:
        paths = [record.paths[number] for number in numbers]
        _require_paths(paths, lattice.table)
        if len(ways) != len(record.paths):
            raise ValueError("not every sample has its operations")
    except (ValueError, IndexError, OverflowError) as error:
        raise FormatError(f"not the record of samples: {error}", file) from error
    table = lattice.table
    labels, sources = table.words[table.label].tolist(), table.source.tolist()
    unmade = tuple(Sample._field_defaults.values())
    return [
        Sample._make(
            (
                tuple([labels[arc] for arc in path if labels[arc]]),
                (*[sources[arc] for arc in path], lattice.accept),
                *(number in flag for flag in flags),
                *(msgspec.structs.astuple(making) if (making := ways[number]) else unmade),
            )
        )
        for number, path in zip(numbers, paths, strict=True)
    ]


def _require_paths(paths: Sequence[Sequence[int]], table: ArcTable) -> None:
    """Raise ValueError or IndexError unless each path leads from the start to the accepting state."""
    arcs = np.array(list(chain.from_iterable(paths)), np.int64)
    ends = np.fromiter(accumulate(map(len, paths)), np.int64, len(paths))
    starts = np.array([0, *ends[:-1]], np.int64)[: len(paths)]
    sources, targets = table.source[arcs], table.target[arcs]
    inner = np.ones(len(arcs), bool)
    inner[starts] = False
    joined = (sources[inner] == targets[np.roll(inner, -1)]).all()
    accept = len(table.begins) - 2
    if not joined or sources[starts].any() or (targets[ends - 1] != accept).any():
        raise ValueError("a path does not lead from the start to the accepting state")


def _arcs_of_paths(samples: Sequence[Sample], lattice: WordLattice) -> list[list[int]]:
    """Return the numbers of the arcs of each sample's path."""
    table = lattice.table
    steps = list(zip(table.source.tolist(), table.target.tolist(), strict=True))
    arcs = {step: arc for arc, step in enumerate(steps)}
    if len(arcs) < len(steps):
        # Several words lead from a state to the next: the sample's words decide.
        return [list(_arcs_by_words(sample, lattice)) for sample in samples]
    try:
        return [list(map(arcs.__getitem__, pairwise(sample.states))) for sample in samples]
    except KeyError:
        raise FormatError("a sample is not a path of its lattice") from None


def _arcs_by_words(sample: Sample, lattice: WordLattice) -> Iterator[int]:
    """Yield the numbers of the arcs of a path in a lattice with several arcs between two states."""
    table = lattice.table
    begins, labels = table.begins.tolist(), table.words[table.label].tolist()
    words = iter(sample.words)
    for source, target in zip(sample.states, sample.states[1:], strict=False):
        found = {
            labels[arc]: arc
            for arc in range(begins[source], begins[source + 1])
            if table.target[arc] == target
        }
        word = "" if set(found) == {""} else next(words, "")
        if word not in found:
            raise FormatError("a sample is not a path of its lattice")
        yield found[word]
