"""``orchestrator distance``: sentences measured against lattices (Pang et al. 2003, section 4.2.3)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orchestrator.runs.folder import RunFolder
from orchestrator.runs.read_lattices import LATTICE, read_lattice
from paralattice.errors import FormatError, OptionError
from paralattice.lattice import Lattice, Nearest, Reference, from_att

Tokenizer = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Measured:
    """A sentence with the path that is nearest to it.

    Attributes
    ----------
    number
        1-based line of the sentence.
    words
        As they were compared.
    nearest
        Its distance, its words, and the edits between the two.
    """

    number: int
    words: tuple[str, ...]
    nearest: Nearest

    def row(self) -> str:
        """Return distance, words of the nearest path, and that path, separated by tabs."""
        path = self.nearest
        return f"{path.distance}\t{len(path.words)}\t{' '.join(path.words)}"

    def record(self) -> dict[str, Any]:
        """Return the same and the edits as values that JSON can hold."""
        return {
            "sentence": list(self.words),
            "distance": self.nearest.distance,
            "nearest": list(self.nearest.words),
            "edits": [list(edit) for edit in self.nearest.edits],
        }


class _Prepared:
    """A lattice, and whether its words are lower-cased, as those of lattices made of trees are."""

    def __init__(self, path: Path, keep_case: bool) -> None:
        lattice = _read(path)
        self._reference = Reference(lattice)
        self._lower = not keep_case and all(label == label.lower() for _, _, label, _ in lattice.arcs)

    def measure(self, number: int, words: Iterable[str]) -> Measured:
        """Return a sentence measured."""
        compared = tuple(word.lower() if self._lower else word for word in words)
        return Measured(number, compared, self._reference.nearest(compared))


def _read(path: Path) -> Lattice:
    if path.name.endswith(".txt"):
        try:
            return from_att(path.read_text(encoding="utf-8").split("\n"), str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise FormatError(f"cannot be read: {error}", str(path)) from error
    return read_lattice(path)


def measure_lines(
    path: Path, lines: Sequence[str], tokenize: Tokenizer, keep_case: bool = False
) -> Iterator[Measured]:
    """Yield every sentence measured against a lattice, or each against the lattice of its own.

    Parameters
    ----------
    path
        A ``lattice.json``, AT&T text (``.txt``), or a folder with a ``lattice.json``: all sentences are
        measured against it.  A version's folder of a run (``runs/NAME/pang``): as many sentences as the run
        has clusters, each measured against its cluster's lattice.
    lines
        A sentence each.
    tokenize
        Makes words of a line.
    keep_case
        Whether words are compared as they are even where the lattice has no capitals.

    Raises
    ------
    FormatError
        A lattice cannot be read.
    OptionError
        The path leads to none, or there are not as many sentences as lattices.
    """
    lattice = path / LATTICE if path.is_dir() else path
    if lattice.is_file():
        prepared = _Prepared(lattice, keep_case)
        for number, line in enumerate(lines, 1):
            yield prepared.measure(number, tokenize(line))
        return
    own = _own_lattices(path)
    if len(own) != len(lines):
        raise OptionError(f"{len(lines)} sentences for the {len(own)} clusters of {path}")
    for number, (line, file) in enumerate(zip(lines, own, strict=True), 1):
        yield _Prepared(file, keep_case).measure(number, tokenize(line))


def _own_lattices(path: Path) -> list[Path]:
    """Return the lattices of a run's version, in the run's order of clusters."""
    run = RunFolder(path.resolve().parent)
    if not path.is_dir() or not run.clusters.is_file():
        raise OptionError(f"{path}: is neither a lattice nor a folder of a run with lattices")
    return [path / entry.name / LATTICE for entry in run.cluster_entries()]


def show_distances(measured: Iterable[Measured], as_json: bool, tell: Callable[[str], object]) -> str:
    """Tell every measured sentence; return a line about them all.

    The error rate is that of several references: all edits, divided by the words
    of the nearest paths.
    """
    edits = words = sentences = accepted = 0
    for one in measured:
        tell(json.dumps(one.record(), ensure_ascii=False) if as_json else one.row())
        sentences += 1
        edits += one.nearest.distance
        words += len(one.nearest.words)
        accepted += one.nearest.distance == 0
    rate = f", {100 * edits / words:.2f} % of the {words} words of the nearest paths" if words else ""
    return f"{sentences} sentences, {accepted} accepted; {edits} edits{rate}"
