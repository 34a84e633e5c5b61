"""The content of ``lattice.json`` and ``samples.jsonl``: lattices and samples as plain values.

Numbers of paths and sentences are exact JSON integers.  They often exceed 64 bits,
so a reader must support large integers, as Python's :mod:`json` does up to 4,300
digits.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any, TypeGuard, TypeVar

import numpy as np

from paralattice.errors import FormatError
from paralattice.lattice.counting import LatticeStatistics
from paralattice.lattice.lattice import EPSILON, Arc, WordLattice
from paralattice.lattice.sampling import Change, Sample
from paralattice.lattice.table import ArcTable, begins_of, is_well_formed, numbered, offsets

_Value = TypeVar("_Value", bound=Hashable)

_encode = json.JSONEncoder(ensure_ascii=False).encode


# The versions of a cluster share their words.
@lru_cache(maxsize=4096)
def _quoted(word: str) -> str:
    return _encode(word)


class _Memory(dict[_Value, str]):
    """A cache of the JSON texts of values, because a file repeats few words and numbers."""

    def __init__(self, text_of: Callable[[_Value], str]) -> None:
        self._text_of = text_of

    def __missing__(self, value: _Value) -> str:
        text = self[value] = self._text_of(value)
        return text


def _listed(numbers: tuple[int, ...]) -> str:
    return _encode(list(numbers))


def lattice_record(lattice: WordLattice, statistics: LatticeStatistics) -> dict[str, Any]:
    """Return the record of ``lattice.json``: a lattice and its statistics.

    Fields: ``start``, ``accept``, ``states`` (their numbers), ``arcs`` (objects
    of ``source``, ``target``, ``label``, ``sentences``), ``paths``, ``distinct``
    (``null`` if unknown), ``aligned_columns``, ``aligned_tokens``.  All
    indices are 0-based; the label of an arc without a word is empty.
    """
    return {
        "start": lattice.start,
        "accept": lattice.accept,
        "states": list(range(lattice.states)),
        "arcs": [
            {"source": source, "target": target, "label": label, "sentences": list(sentences)}
            for source, target, label, sentences in lattice.arcs
        ],
        "paths": statistics.paths,
        "distinct": statistics.distinct,
        "aligned_columns": statistics.aligned_columns,
        "aligned_tokens": statistics.aligned_tokens,
    }


def write_lattice(lattice: WordLattice, statistics: LatticeStatistics) -> str:
    """Return the text of ``lattice.json``: the record of :func:`lattice_record` in one line."""
    words, users = _Memory(_quoted), _Memory(_listed)
    bare = lattice_record(replace(lattice, arcs=()), statistics)
    arcs = [
        f'{{"source": {source}, "target": {target}, "label": {words[label]},'
        f' "sentences": {users[sentences]}}}'
        for source, target, label, sentences in lattice.arcs
    ]
    before, after = _encode(bare).split('"arcs": []')
    return f'{before}"arcs": [{", ".join(arcs)}]{after}\n'


def read_lattice_record(record: Mapping[str, Any], file: str = "") -> WordLattice:
    """Return the lattice of a record that :func:`lattice_record` made.

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
    states = _field(record, "states", file)
    if not _are_integers(states) or states != list(range(len(states))) or len(states) < 2:
        raise FormatError("the states are not 0, 1, 2 and so on, at least two", file)
    ends = (_count(record, "start", file), _count(record, "accept", file))
    if ends != (0, len(states) - 1):
        raise FormatError(
            f"start and accept must be 0 and {len(states) - 1}, not {ends[0]} and {ends[1]}", file
        )
    arcs = _list(record, "arcs", file)
    table = _table_at_once(arcs, len(states))
    if table is not None:
        return WordLattice.of_table(table)
    lattice = WordLattice(
        *ends, len(states), tuple(_arc(arc, number, file) for number, arc in enumerate(arcs))
    )
    require_lattice(lattice, file)
    return lattice


def _table_at_once(arcs: list[Any], states: int) -> ArcTable | None:
    """Return the table of arcs, or ``None`` if any arc is invalid.

    This takes half the time of checking arc by arc.
    """
    try:
        sources = [arc["source"] for arc in arcs]
        targets = [arc["target"] for arc in arcs]
        labels = [arc["label"] for arc in arcs]
        users = [arc["sentences"] for arc in arcs]
    except (KeyError, TypeError):
        return None
    if not set(map(type, labels)) <= {str} or not set(map(type, users)) <= {list}:
        return None
    sentences = list(chain.from_iterable(users))
    if not all(map(_are_integers, (sources, targets, sentences))):
        return None
    try:
        source, target, flat = (np.array(values, np.int64) for values in (sources, targets, sentences))
    except OverflowError:
        return None
    label, words = numbered(labels)
    shares = offsets(map(len, users), len(users))
    table = ArcTable(source, target, label, words, begins_of(source, states), shares, flat)
    return table if is_well_formed(table) else None


def write_samples(samples: Iterable[Sample]) -> str:
    """Return the text of ``samples.jsonl``: one JSON object per line, in the order of drawing.

    Fields: ``tokens`` (the words), ``novel``, ``chosen``, ``duplicate``, ``states``
    (the path, 0-based, including start and accepting state).  Made sentences have also ``operations``
    (objects of ``kind``, ``what``, ``source``), ``sources`` (for each word a pair of sentence and position,
    or ``null``) and ``score``.
    """
    words, numbers = _Memory(_quoted), _Memory(str)
    flags = {False: "false", True: "true"}
    return "".join(
        [
            f'{{"tokens": [{", ".join(map(words.__getitem__, tokens))}], "novel": {flags[novel]},'
            f' "chosen": {flags[chosen]}, "duplicate": {flags[duplicate]},'
            f' "states": [{", ".join(map(numbers.__getitem__, states))}]{_making(made)}}}\n'
            for tokens, states, novel, duplicate, chosen, *made in samples
        ]
    )


def _making(made: Sequence[Any]) -> str:
    """Return the fields that only made sentences have."""
    record = made_record(*made)
    return f", {_encode(record)[1:-1]}" if record else ""


def made_record(
    operations: Sequence[Change], sources: Sequence[tuple[int, int] | None], score: float | None
) -> dict[str, Any]:
    """Return the fields that only made sentences have, from those of a :class:`Sample`; empty for others."""
    if score is None:
        return {}
    return {
        "operations": [change._asdict() for change in operations],
        "sources": [list(place) if place else None for place in sources],
        "score": score,
    }


def read_made(record: Mapping[str, Any], file: str = "") -> tuple[Any, ...]:
    """Return the operations, sources and score of :func:`made_record`; nothing if it is empty.

    Raises
    ------
    FormatError
        A field is missing or has the wrong type.
    """
    if "score" not in record:
        return ()
    try:
        operations = tuple(
            Change(str(change["kind"]), str(change["what"]), int(change["source"]))
            for change in record["operations"]
        )
        sources = tuple((int(place[0]), int(place[1])) if place else None for place in record["sources"])
        return operations, sources, float(record["score"])
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise FormatError("operations, sources or score is not as expected", file) from error


def _field(record: Any, name: str, file: str) -> Any:
    try:
        return record[name]
    except TypeError as error:
        raise FormatError("the record is not a JSON object", file) from error
    except KeyError as error:
        raise FormatError(f"the field {name!r} is missing", file) from error


def _list(record: object, name: str, file: str) -> list[Any]:
    value = _field(record, name, file)
    if not isinstance(value, list):
        raise FormatError(f"{name} is not a list", file)
    return value


def _count(record: object, name: str, file: str) -> int:
    value = _field(record, name, file)
    if not _are_integers([value]):
        raise FormatError(f"{name} is not a whole number of at least 0", file)
    return int(value)


def _are_integers(values: object) -> TypeGuard[list[int]]:
    """Return whether the values are a list of integers of at least 0, not booleans."""
    if not isinstance(values, list) or not set(map(type, values)) <= {int}:
        return False
    return not values or min(values) >= 0


def _arc(record: Any, number: int, file: str) -> Arc:
    try:
        source, target, label = record["source"], record["target"], record["label"]
        sentences = record["sentences"]
    except (KeyError, TypeError) as error:
        raise FormatError(
            f"arc {number} is not an object of source, target, label and sentences", file
        ) from error
    # Not isinstance, which would accept JSON's true and false.
    if type(source) is not int or type(target) is not int or type(label) is not str:
        raise FormatError(f"arc {number} does not lead from a state to a state with a word", file)
    if not _are_integers(sentences) or (len(sentences) > 1 and sentences != sorted(set(sentences))):
        raise FormatError(f"the sentences of arc {number} are not ascending whole numbers", file)
    return Arc(source, target, label, tuple(sentences))


def require_lattice(lattice: WordLattice, file: str) -> None:
    """Check the invariants of :class:`WordLattice`, and that every state lies on a path.

    Raises
    ------
    FormatError
        A check fails.
    """
    last = (-1, -1, EPSILON)
    for number, arc in enumerate(lattice.arcs):
        if not 0 <= arc.source < arc.target < lattice.states:
            raise FormatError(f"arc {number} leads from {arc.source} to {arc.target}", file)
        if not arc.label and arc.target != lattice.accept:
            raise FormatError(f"arc {number} has no word but does not lead to the accepting state", file)
        key = (arc.source, arc.target, arc.label)
        if key <= last:
            raise FormatError(f"arc {number} is not after the one before by source, target and word", file)
        last = key
    _require_connected(lattice, file)


def _require_connected(lattice: WordLattice, file: str) -> None:
    # All arcs lead to higher states, so a state that arcs enter and leave lies on a complete path.
    states = set(range(lattice.states))
    if {arc.source for arc in lattice.arcs} != states - {lattice.accept}:
        raise FormatError("a state other than the accepting one leads nowhere", file)
    if {arc.target for arc in lattice.arcs} != states - {lattice.start}:
        raise FormatError("a state other than the start is never entered", file)
