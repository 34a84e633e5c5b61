"""The formats of a run's files: names, and readers whose errors name the file and the line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from paralattice.errors import FormatError

if TYPE_CHECKING:
    from paralattice.lattice import WordLattice

LATTICE = "lattice.json"
"""File of a lattice, as it is exported."""
SENTENCES = "sentences.csv"
"""Table of the sentences of all clusters."""
MEASURES, EVALUATION = "measures", "evaluation"
"""Folders of automatic measures and evaluations."""
EVALUATION_TABLES = (
    "table2", "synonyms", "table3", "table4", "repetition", "edgain", "table5", "table6",
)  # fmt: skip
"""Tables of an evaluation, in their order."""

Words = tuple[str, ...]
"""The words of a sentence."""


class ClusterEntry(NamedTuple):
    """A row of ``clusters.csv``: name, declared split (or empty) and number of sentences."""

    name: str
    split: str
    sentences: int


def read_run_text(path: Path) -> str:
    """Return the text of a run's file.

    Raises
    ------
    FormatError
        The file cannot be read or is not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", str(path)) from error
    except UnicodeDecodeError as error:
        raise FormatError(f"cannot be read: {error}", str(path)) from error


def read_lattice(path: Path) -> WordLattice:
    """Return the lattice of a ``lattice.json``.

    Raises
    ------
    FormatError
        The file cannot be read or does not follow its format.
    """
    from paralattice.lattice.records.plain import read_lattice_record

    text = read_run_text(path)
    try:
        record = msgspec.json.decode(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not JSON: {error}", str(path)) from error
    return read_lattice_record(record, str(path))
