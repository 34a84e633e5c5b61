"""Edit distances of sentences to lattices (Pang et al. 2003, section 4.2.3)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from orchestrator.runs.folder import RunFolder
from orchestrator.runs.folder.files import LATTICE, read_lattice, read_run_text
from paralattice.errors import OptionError
from paralattice.lattice import Nearest, Reference, WordLattice, from_att

Tokenizer = Callable[[str], Sequence[str]]


class SentenceDistance(NamedTuple):
    """The compared words of a sentence, and the nearest path of a lattice."""

    words: tuple[str, ...]
    nearest: Nearest

    def row(self) -> str:
        """Return the distance, the length of the nearest path and the path, separated by tabs."""
        path = self.nearest
        return f"{path.distance}\t{len(path.words)}\t{' '.join(path.words)}"

    def record(self) -> dict[str, Any]:
        """Return the sentence, its distance, the path and the edits as values for JSON."""
        return {
            "sentence": list(self.words),
            "distance": self.nearest.distance,
            "nearest": list(self.nearest.words),
            "edits": [list(edit) for edit in self.nearest.edits],
        }


class _Prepared:
    """A lattice, and whether sentences are lower-cased for it because it has no capitals."""

    def __init__(self, lattice: WordLattice, keep_case: bool) -> None:
        self._reference = Reference(lattice)
        self._lower = not keep_case and all(label == label.lower() for _, _, label, _ in lattice.arcs)

    def measure(self, words: Iterable[str]) -> SentenceDistance:
        compared = tuple(word.lower() if self._lower else word for word in words)
        return SentenceDistance(compared, self._reference.nearest(compared))


def measure_lines(
    path: Path, lines: Sequence[str], tokenize: Tokenizer, keep_case: bool = False
) -> Iterator[SentenceDistance]:
    """Yield the distances of sentences to one lattice, or of each sentence to its own lattice.

    Parameters
    ----------
    path
        A ``lattice.json``, AT&T text (``.txt``), a folder with a ``lattice.json``, or the place of a lattice
        in a run (``runs/NAME/pang/CLUSTER``): all sentences are measured against it.  A version of a run
        (``runs/NAME/pang``): as many sentences as the run has clusters, each measured against its cluster's
        lattice.
    lines
        The sentences.
    tokenize
        Divides a line into words.
    keep_case
        Whether case counts even if the lattice has no capitals.

    Raises
    ------
    FormatError
        A lattice cannot be read.
    OptionError
        There is no lattice at the path, or there are not as many sentences as lattices.
    """
    one = _lattice(path)
    if one is not None:
        prepared = _Prepared(one, keep_case)
        yield from (prepared.measure(tokenize(line)) for line in lines)
        return
    run, version = _version(path)
    names = [entry.name for entry in run.cluster_entries()]
    if len(names) != len(lines):
        raise OptionError(f"{len(lines)} sentences for the {len(names)} clusters of {path}")
    for line, name in zip(lines, names, strict=True):
        yield _Prepared(run.version(name, version).lattice, keep_case).measure(tokenize(line))


def _lattice(path: Path) -> WordLattice | None:
    """Return the lattice of a file, of a folder, or of a cluster in a run; ``None`` for other paths."""
    file = path / LATTICE if path.is_dir() else path
    if file.is_file() and file.name.endswith(".txt"):
        return from_att(read_run_text(file).split("\n"), str(file))
    if file.is_file():
        return read_lattice(file)
    place = path.absolute()
    run = RunFolder(place.parents[1]) if len(place.parts) > 2 else None
    return run.version(place.name, place.parent.name).lattice if run and run.record_file.is_file() else None


def _version(path: Path) -> tuple[RunFolder, str]:
    """Return the run and the version of a path such as ``runs/NAME/pang``, which need not exist."""
    place = path.absolute()
    run = RunFolder(place.parent)
    if not run.clusters.is_file() or place.name not in run.versions():
        raise OptionError(f"{path}: is neither a lattice nor a version of a run, such as runs/groups/pang")
    return run, place.name


@dataclass(slots=True)
class DistanceTotals:
    """Totals over measured sentences.

    The error rate is that for several references: the number of all edits divided by the number of words
    in the nearest paths.
    """

    sentences: int = 0
    accepted: int = 0
    edits: int = 0
    words: int = 0

    def add(self, one: SentenceDistance) -> None:
        """Add a sentence."""
        self.sentences += 1
        self.edits += one.nearest.distance
        self.words += len(one.nearest.words)
        self.accepted += one.nearest.distance == 0

    def __str__(self) -> str:
        """Return a line with the totals."""
        share = f"{100 * self.edits / self.words:.2f} %" if self.words else ""
        rate = f", {share} of the {self.words} words of the nearest paths" if share else ""
        return f"{self.sentences} sentences, {self.accepted} accepted; {self.edits} edits{rate}"


def distance_lines(
    measured: Iterable[SentenceDistance], as_json: bool, totals: DistanceTotals
) -> Iterator[str]:
    """Yield a line for every sentence, and add the sentence to the totals."""
    for one in measured:
        totals.add(one)
        yield json.dumps(one.record(), ensure_ascii=False) if as_json else one.row()
