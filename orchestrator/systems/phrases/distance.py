"""Edit distances of sentences to lattices (Pang et al. 2003, section 4.2.3)."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from rapidfuzz.distance import Levenshtein

from orchestrator.runs.folder import RunFolder, find_run
from orchestrator.runs.folder.files import LATTICE, read_lattice, read_run_text
from paralattice.errors import OptionError
from paralattice.lattice import Arc, Nearest, Reference, WordLattice, from_att

Tokenizer = Callable[[str], Sequence[str]]


class SentenceDistance(NamedTuple):
    """The compared words of a sentence, the nearest path of a lattice, and the references.

    Attributes
    ----------
    words
        The sentence.
    nearest
        The nearest path.
    references
        The sentences that the lattice was made of; none if they are unknown.
    """

    words: tuple[str, ...]
    nearest: Nearest
    references: tuple[tuple[str, ...], ...]

    @property
    def reference_distance(self) -> int | None:
        """The distance to the nearest single reference; ``None`` without references."""
        return min((Levenshtein.distance(self.words, one) for one in self.references), default=None)

    def row(self) -> str:
        """Return the distances to lattice and nearest reference, and the nearest path with its length."""
        path, single = self.nearest, self.reference_distance
        return (
            f"{path.distance}\t{'' if single is None else single}\t{len(path.words)}\t{' '.join(path.words)}"
        )

    def record(self) -> dict[str, Any]:
        """Return the sentence, its distances, the path and the edits as values for JSON."""
        return {
            "sentence": list(self.words),
            "distance": self.nearest.distance,
            "reference_distance": self.reference_distance,
            "nearest": list(self.nearest.words),
            "edits": [list(edit) for edit in self.nearest.edits],
        }


class _Prepared:
    """A lattice with its references, and whether sentences are lower-cased because it has no capitals."""

    def __init__(self, lattice: WordLattice, references: Sequence[Sequence[str]], keep_case: bool) -> None:
        self._reference = Reference(lattice)
        self._references = tuple(map(tuple, references))
        self._lower = not keep_case and all(label == label.lower() for _, _, label, _ in lattice.arcs)

    def measure(self, words: Iterable[str]) -> SentenceDistance:
        compared = tuple(word.lower() if self._lower else word for word in words)
        return SentenceDistance(compared, self._reference.nearest(compared), self._references)


def measure_lines(
    place: str, lines: Sequence[str], tokenize: Tokenizer, keep_case: bool = False, runs: Path = Path("runs")
) -> Iterator[SentenceDistance]:
    """Yield the distances of sentences to one lattice, or of each sentence to its own lattice.

    Parameters
    ----------
    place
        A ``lattice.json``, AT&T text (``.txt``), a folder with a ``lattice.json``, or the place of a lattice
        in a run (``RUN/pang/CLUSTER``): all sentences are measured against it.  A version of a run
        (``RUN/pang``): as many sentences as the run has clusters, each measured against its cluster's
        lattice.  RUN is a path or a name below `runs`; CLUSTER may be the heading of a group.
    lines
        The sentences.
    tokenize
        Divides a line into words.
    keep_case
        Whether case counts even if the lattice has no capitals.
    runs
        The folder of the runs.

    Raises
    ------
    FormatError
        A lattice cannot be read.
    OptionError
        There is no lattice at the place, or there are not as many sentences as lattices.
    """
    one = _lattice_of_file(Path(place))
    if one is not None:
        prepared = _Prepared(one, _references(one), keep_case)
        yield from (prepared.measure(tokenize(line)) for line in lines)
        return
    run, version, cluster = _place_in_run(place, runs)
    names = [cluster] * len(lines) if cluster else [entry.name for entry in run.cluster_entries()]
    if len(names) != len(lines):
        raise OptionError(f"{len(lines)} sentences for the {len(names)} clusters of {place}")
    for name, same in groupby(zip(names, lines, strict=True), key=itemgetter(0)):
        results = run.version(name, version)
        prepared = _Prepared(results.lattice, results.originals, keep_case)
        yield from (prepared.measure(tokenize(line)) for _, line in same)


def _lattice_of_file(path: Path) -> WordLattice | None:
    """Return the lattice of a file or of a folder; ``None`` for other paths."""
    file = path / LATTICE if path.is_dir() else path
    if not file.is_file():
        return None
    if file.name.endswith(".txt"):
        return from_att(read_run_text(file).split("\n"), str(file))
    return read_lattice(file)


def _references(lattice: WordLattice) -> list[tuple[str, ...]]:
    """Return the sentences that the arcs of a lattice know, each a path."""
    paths: dict[int, list[Arc]] = {}
    for arc in lattice.arcs:
        for sentence in arc.sentences:
            paths.setdefault(sentence, []).append(arc)
    return [
        tuple(arc.label for arc in arcs if arc.label)
        for arcs in paths.values()
        if [arc.source for arc in arcs] == [lattice.start, *(arc.target for arc in arcs[:-1])]
    ]


def _place_in_run(place: str, runs: Path) -> tuple[RunFolder, str, str]:
    """Return the run, the version and the cluster, which may be empty, of a text such as ``groups/pang``."""
    parts = place.removesuffix("/").split("/")
    for end in range(len(parts) - 1, 0, -1):
        run = find_run(runs, "/".join(parts[:end]))
        if run is not None and parts[end] in run.versions():
            return run, parts[end], "/".join(parts[end + 1 :])
    raise OptionError(f"{place}: is neither a lattice nor a version of a run, such as groups/pang")


@dataclass(slots=True)
class DistanceTotals:
    """Totals over measured sentences.

    The error rate of the lattice is that for several references: the number of all edits divided by the
    number of words in the nearest paths.  The WER is the number of edits to the nearest references, divided
    by the mean lengths of the sentences' references, as in TER, which counts a shifted phrase as one edit
    (Snover et al. 2006; computed by sacrebleu).
    """

    sentences: int = 0
    accepted: int = 0
    edits: int = 0
    words: int = 0
    reference_edits: int = 0
    shift_edits: int = 0
    reference_words: float = 0.0

    def add(self, one: SentenceDistance) -> None:
        """Add a sentence."""
        self.sentences += 1
        self.edits += one.nearest.distance
        self.words += len(one.nearest.words)
        self.accepted += one.nearest.distance == 0
        if one.references:
            self.reference_edits += one.reference_distance or 0
            self.reference_words += fmean(map(len, one.references))
            # Lazy import: it takes a tenth of a second.
            from sacrebleu.metrics.ter import TER

            references = list(map(" ".join, one.references))
            self.shift_edits += (
                TER(case_sensitive=True).sentence_score(" ".join(one.words), references).num_edits
            )

    def __str__(self) -> str:
        """Return a line with the totals."""
        share = f"{100 * self.edits / self.words:.2f} %" if self.words else ""
        rate = f", {share} of the {self.words} words of the nearest paths" if share else ""
        text = f"{self.sentences} sentences, {self.accepted} accepted; {self.edits} edits{rate}"
        if not self.reference_words:
            return text
        wer, ter = (100 * edits / self.reference_words for edits in (self.reference_edits, self.shift_edits))
        return (
            f"{text}; to the nearest single reference {self.reference_edits} edits, "
            f"WER {wer:.2f} %, TER {ter:.2f} %"
        )


def distance_lines(
    measured: Iterable[SentenceDistance], as_json: bool, totals: DistanceTotals
) -> Iterator[str]:
    """Yield a line for every sentence, and add the sentence to the totals."""
    for one in measured:
        totals.add(one)
        yield json.dumps(one.record(), ensure_ascii=False) if as_json else one.row()
