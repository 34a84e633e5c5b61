"""The content of ``lattice.json`` and ``samples.jsonl``: lattices and samples as plain values.

Numbers of paths and sentences are exact JSON integers.  They often exceed 64 bits,
so a reader must support large integers, as Python's :mod:`json` does up to 4,300
digits.
"""

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec

from paralattice.errors import FormatError
from paralattice.lattice.counts.counting import LatticeStatistics
from paralattice.lattice.lattice import Arc, WordLattice
from paralattice.lattice.sampling import Sample
from paralattice.lattice.table import problem_of, table_of


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


class _PlainArc(msgspec.Struct, gc=False):
    source: int
    target: int
    label: str
    sentences: tuple[Annotated[int, msgspec.Meta(ge=0)], ...]


class _PlainLattice(msgspec.Struct):
    start: int
    accept: int
    states: list[int]
    arcs: list[_PlainArc]


def read_lattice_record(record: object, file: str = "") -> WordLattice:
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
    try:
        read = msgspec.convert(record, _PlainLattice)
    except msgspec.ValidationError as error:
        raise FormatError(f"not the record of a lattice: {error}", file) from error
    count = len(read.states)
    if read.states != list(range(count)) or count < 2:
        raise FormatError("the states are not 0, 1, 2 and so on, at least two", file)
    if (read.start, read.accept) != (0, count - 1):
        raise FormatError(
            f"start and accept must be 0 and {count - 1}, not {read.start} and {read.accept}", file
        )
    arcs = tuple(Arc(arc.source, arc.target, arc.label, arc.sentences) for arc in read.arcs)
    for number, arc in enumerate(arcs):
        if len(arc.sentences) > 1 and list(arc.sentences) != sorted(set(arc.sentences)):
            raise FormatError(f"the sentences of arc {number} are not ascending whole numbers", file)
    lattice = WordLattice(0, read.accept, count, arcs)
    require_lattice(lattice, file)
    return lattice


def write_samples(samples: Iterable[Sample]) -> str:
    """Return the text of ``samples.jsonl``: one JSON object per line, in the order of drawing.

    Fields: ``tokens`` (the words), ``novel``, ``chosen``, ``duplicate``, ``states``
    (the path, 0-based, including start and accepting state).  Made sentences have also ``operations``
    (objects of ``kind``, ``what``, ``source``), ``sources`` (for each word a pair of sentence and position,
    or ``null``), ``score`` and ``relations`` (for each source a pair of sentence and relation).
    """
    return "".join(_line(_fields(sample)) for sample in samples)


def _fields(sample: Sample) -> dict[str, Any]:
    names = ("operations", "sources", "score", "relations")
    return {
        "tokens": sample.words,
        "novel": sample.novel,
        "chosen": sample.chosen,
        "duplicate": sample.duplicate,
        "states": sample.states,
        **({name: getattr(sample, name) for name in names} if sample.score is not None else {}),
    }


def _line(value: Any) -> str:
    """Return a value as a line of JSON with blanks after commas and colons."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode() + "\n"


def require_lattice(lattice: WordLattice, file: str) -> None:
    """Check the invariants of :class:`WordLattice`, and that every state lies on a path.

    Raises
    ------
    FormatError
        A check fails.
    """
    for number, arc in enumerate(lattice.arcs):
        if not 0 <= arc.source < arc.target < lattice.states:
            raise FormatError(f"arc {number} leads from {arc.source} to {arc.target}", file)
    if problem := problem_of(table_of(lattice.arcs, lattice.states)):
        raise FormatError(problem, file)
