"""Lattices and samples as arrays of numbers, the form in which a run keeps them.

The arcs of a lattice are columns, and a sample is its path: the numbers of the arcs that it takes.  Words
and states of the sample follow from them, so nothing is written twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, compress, count, pairwise
from operator import attrgetter
from typing import Any, overload

import numpy as np

from paralattice.errors import FormatError
from paralattice.lattice.counting import LatticeStatistics
from paralattice.lattice.lattice import WordLattice
from paralattice.lattice.records import made_record, read_made
from paralattice.lattice.sampling import Sample, Sampling
from paralattice.lattice.table import ArcTable, Integers, begins_of, is_well_formed, offsets

_PATHS = '{"paths": [['
_FLAGS = ("novel", "duplicate", "chosen")
_COLUMNS = ("source", "target", "label")
_WAYS = attrgetter("operations", "sources", "score")
_FIGURES = ("paths", "distinct", "aligned_columns", "aligned_tokens")


def compact_lattice(lattice: WordLattice, statistics: LatticeStatistics) -> dict[str, Any]:
    """Return a lattice and its statistics as JSON values.

    Returns
    -------
    dict
        ``states``: their number.  ``words``: sorted, the first is empty.  ``source``, ``target``, ``label``
        (an index into the words) and ``sentences`` (ascending lists): a value per arc.  ``paths``,
        ``distinct`` (``None`` if unknown), ``aligned_columns``, ``aligned_tokens``.  All indices are 0-based.
    """
    return {**_arcs(lattice), "sentences": lattice.users(), **_figures(statistics)}


def compact_lattice_text(lattice: WordLattice, statistics: LatticeStatistics) -> str:
    """Return :func:`compact_lattice` as JSON.

    Examples
    --------
    >>> from paralattice.lattice import from_alignment, statistics
    >>> sentences, columns = [["a", "ferry"]], [[0, 1]]
    >>> lattice = from_alignment(sentences, columns)
    >>> print(compact_lattice_text(lattice, statistics(lattice, columns, sentences, 9)))
    {"states": 4, "words": ["", "a", "ferry"], "source": [0, 1, 2], "target": [1, 2, 3], "label": [1, 2, 0], \
"sentences": [[0], [0], [0]], "paths": 1, "distinct": 1, "aligned_columns": 0, "aligned_tokens": 0}
    """
    table = lattice.table
    if table.sentences is None or not np.diff(table.shares).all():
        return _json(compact_lattice(lattice, statistics))
    columns = np.concatenate([getattr(table, name) for name in _COLUMNS])
    ends = len(table.source) * np.arange(1, len(_COLUMNS) + 1)
    texts = _lists_text(columns, ends)[1:-1].replace("], [", "]\n[").split("\n")
    named = "".join(f'"{name}": {text}, ' for name, text in zip(_COLUMNS, texts, strict=True))
    words = json.dumps(table.words.tolist(), ensure_ascii=False)
    users = _lists_text(table.sentences, table.shares[1:])
    rest = f'"sentences": {users}, {_json(_figures(statistics))[1:]}'
    return f'{{"states": {lattice.states}, "words": {words}, {named}{rest}'


def _arcs(lattice: WordLattice) -> dict[str, Any]:
    table = lattice.table
    columns = {name: getattr(table, name).tolist() for name in _COLUMNS}
    return {"states": lattice.states, "words": table.words.tolist(), **columns}


def _figures(statistics: LatticeStatistics) -> dict[str, int | None]:
    return {name: getattr(statistics, name) for name in _FIGURES}


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def read_compact_lattice(record: Mapping[str, Any], file: str = "") -> WordLattice:
    """Return the lattice of a record that :func:`compact_lattice` made.

    Parameters
    ----------
    record
        The parsed JSON.
    file
        Name of its source, for errors.

    Raises
    ------
    FormatError
        A field is missing or has the wrong type, or the arcs are not those of a lattice.
    """
    try:
        table = _table(record)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise FormatError(f"not the record of a lattice: {error!r}", file) from error
    if table is None or not is_well_formed(table):
        raise FormatError("the arcs are not those of a lattice", file)
    return WordLattice.of_table(table)


def read_statistics(record: Mapping[str, Any], file: str = "") -> LatticeStatistics:
    """Return the statistics of a record that :func:`compact_lattice` made; raises as reading it does."""
    try:
        figures = {name: record[name] for name in _FIGURES}
        return LatticeStatistics(states=record["states"], arcs=len(record["source"]), **figures)
    except (KeyError, TypeError) as error:
        raise FormatError(f"not the record of a lattice: {error!r}", file) from error


def _table(record: Mapping[str, Any]) -> ArcTable | None:
    """Return the table of a record, not yet checked for order; ``None`` if it cannot be a lattice's."""
    words, users, states = record["words"], record["sentences"], record["states"]
    source, target, label, flat = (
        _integers(values) for values in (*(record[name] for name in _COLUMNS), chain.from_iterable(users))
    )
    if not all(type(word) is str for word in words) or words[:1] != [""] or words != sorted(set(words)):
        return None
    sizes = {len(values) for values in (source, target, label, users)}
    if len(sizes) != 1 or type(states) is not int or not (states >= 2 and (label < len(words)).all()):
        return None
    shares = offsets(map(len, users), len(users))
    return ArcTable(source, target, label, np.array(words, object), begins_of(source, states), shares, flat)


def _integers(values: Iterable[Any]) -> Integers:
    listed = list(values)
    # Not isinstance, which would accept JSON's true and false.
    if not set(map(type, listed)) <= {int} or min(listed, default=0) < 0:
        raise ValueError("a number is not a whole number of at least 0")
    return np.array(listed, np.int64)


def compact_samples(samples: Sequence[Sample], lattice: WordLattice) -> dict[str, Any]:
    """Return samples as JSON values.

    Parameters
    ----------
    samples
        Sentences drawn from the lattice.
    lattice
        The lattice.

    Returns
    -------
    dict
        ``paths``: for each draw, the 0-based numbers of its arcs.  ``novel``, ``duplicate``, ``chosen``: the
        0-based numbers of the draws for which that is true, ascending.  ``made``, of made sentences alone:
        for each sample its ``operations``, ``sources`` and ``score``.

    Raises
    ------
    FormatError
        A sample is not a path of the lattice.
    """
    paths = _arcs_of_paths(samples, lattice)
    flags = {name: list(compress(count(), map(attrgetter(name), samples))) for name in _FLAGS}
    made = [made_record(*ways) for ways in map(_WAYS, samples)]
    return {"paths": paths, **flags, **({"made": made} if any(made) else {})}


def read_compact_samples(
    record: Mapping[str, Any], lattice: WordLattice, file: str = "", chosen: bool = False
) -> list[Sample]:
    """Return the samples of a record that :func:`compact_samples` made.

    Parameters
    ----------
    record
        The parsed JSON.
    lattice
        The lattice of the samples.
    file
        Name of the record's source, for errors.
    chosen
        Whether only the chosen samples are wanted.

    Raises
    ------
    FormatError
        A field is missing or has the wrong type, or a path is not one of the lattice.
    """
    try:
        flags = [set(record[name]) for name in _FLAGS]
        every = record["paths"]
        numbers = sorted(record["chosen"]) if chosen else range(len(every))
        paths = [every[number] for number in numbers]
        _require_paths(paths, lattice.table)
        ways = record.get("made", [{}] * len(every))
        if len(ways) != len(every):
            raise ValueError("not every sample tells how it was made")
        made = [read_made(ways[number], file) for number in numbers]
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise FormatError(f"not the record of samples: {error!r}", file) from error
    table, unmade = lattice.table, tuple(Sample._field_defaults.values())
    labels, sources = table.words[table.label].tolist(), table.source.tolist()
    return [
        Sample._make(
            (
                tuple([labels[arc] for arc in path if labels[arc]]),
                (*[sources[arc] for arc in path], lattice.accept),
                *(number in flag for flag in flags),
                *(one or unmade),
            )
        )
        for number, path, one in zip(numbers, paths, made, strict=True)
    ]


def parsed_samples(text: str) -> dict[str, Any] | None:
    """Return the values of a text that :func:`compact_samples_text` wrote; ``None`` if it is another.

    Each path is parsed when it is asked for: few of them are chosen.
    """
    begin, middle, rest = text.partition("]], ")
    if not middle or not begin.startswith(_PATHS):
        return None
    try:
        return {**json.loads("{" + rest), "paths": _Paths(begin.removeprefix(_PATHS).split("], ["))}
    except ValueError:
        return None


class _Paths(Sequence[list[int]]):
    """Paths of samples, each a text of numbers with commas."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, place: int) -> list[int]: ...
    @overload
    def __getitem__(self, place: slice) -> list[list[int]]: ...
    def __getitem__(self, place: int | slice) -> list[int] | list[list[int]]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(len(self)))]
        path: list[int] = json.loads(f"[{self._texts[place]}]")
        return path


def _require_paths(paths: Sequence[Sequence[int]], table: ArcTable) -> None:
    """Raise ValueError or IndexError unless each path leads from the start to the accepting state."""
    arcs = _integers(chain.from_iterable(paths))
    ends = np.fromiter(accumulate(map(len, paths)), np.int64, len(paths))
    starts = np.array([0, *ends[:-1]], np.int64)[: len(paths)]
    sources, targets = table.source[arcs], table.target[arcs]
    inner = np.ones(len(arcs), bool)
    inner[starts] = False
    joined = (sources[inner] == targets[np.roll(inner, -1)]).all()
    accept = len(table.begins) - 2
    if not joined or sources[starts].any() or (targets[ends - 1] != accept).any():
        raise ValueError("a path does not lead from the start to the accepting state")


def compact_samples_text(drawn: Sampling) -> str:
    """Return :func:`compact_samples` of drawn sentences as JSON; their words are not made.

    Examples
    --------
    >>> from paralattice.lattice import from_alignment, sample_paths
    >>> from paralattice.lattice.options import SampleOptions
    >>> lattice = from_alignment([["a", "ferry"]], [[0, 1]])
    >>> compact_samples_text(sample_paths(lattice, [], SampleOptions(draws=2, keep=1), "c", "V1"))
    '{"paths": [[0, 1, 2], [0, 1, 2]], "novel": [0, 1], "duplicate": [1], "chosen": [0]}'
    """
    flags = "".join(f', "{name}": {getattr(drawn, name)}' for name in _FLAGS)
    return f'{{"paths": {_lists_text(drawn.arcs, drawn.ends)}{flags}}}'


def _lists_text(values: Integers, ends: Integers) -> str:
    """Return the JSON of lists of integers of at least 0.

    Parameters
    ----------
    values
        The integers of all lists.
    ends
        Number of integers up to the end of each list.
    """
    # Lazy import: numba takes half a second to load.
    from paralattice.lattice.kernels.writing import written_lists

    # Most of the JSON of a run are such lists, and the encoder takes much longer.
    return written_lists(values, ends, len(str(values.max(initial=0)))).tobytes().decode("ascii")


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
