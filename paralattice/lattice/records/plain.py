"""The content of ``lattice.json`` and ``samples.jsonl``: lattices and samples as plain values.

Numbers of paths and sentences are exact JSON integers.  They often exceed 64 bits,
so a reader must support large integers, as Python's :mod:`json` does up to 4,300
digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any, TypeGuard

import msgspec
import numpy as np

from paralattice.errors import FormatError
from paralattice.lattice.counts.counting import LatticeStatistics
from paralattice.lattice.lattice import EPSILON, Arc, WordLattice
from paralattice.lattice.sampling import Sample
from paralattice.lattice.table import ArcTable, begins_of, is_well_formed, numbered, offsets


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
    return _line(lattice_record(lattice, statistics))


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
    return "".join(_line(_fields(sample)) for sample in samples)


def _fields(sample: Sample) -> dict[str, Any]:
    made = {"operations": sample.operations, "sources": sample.sources, "score": sample.score}
    return {
        "tokens": sample.words,
        "novel": sample.novel,
        "chosen": sample.chosen,
        "duplicate": sample.duplicate,
        "states": sample.states,
        **(made if sample.score is not None else {}),
    }


def _line(value: Any) -> str:
    """Return a value as a line of JSON with blanks after commas and colons."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode() + "\n"


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
