"""A run's folder as measuring sees it: clusters with samples, judgements, what is wrong with its files."""

from __future__ import annotations

from pathlib import Path

from orchestrator.runs.folder import RunFolder
from orchestrator.runs.read_samples import Words, read_originals
from paralattice.errors import FormatError, JudgeError, ParaphraseError, ProblemsError
from paralattice.formats.names import name_problem
from paralattice.judging.judgements import Judgement
from paralattice.judging.judgements_csv import ItemOrigin, item_scores, read_judgements
from paralattice.judging.sheet_tables import read_key
from paralattice.judging.study_files import SENTENCE_FILES
from paralattice.versions import PANG

# So many problems say enough; a run may have thousands of files.
_PROBLEMS = 50


class MeasuredRun:
    """What a run's folder holds that measuring needs.

    Parameters
    ----------
    folder
        The run's.

    Attributes
    ----------
    names
        Clusters that have samples, in the run's order.
    left_out
        Those that have none.
    lower
        Whether all words are lower-cased, since a version has no capitals.
    scores
        Of each judged sentence, by criterion; empty where there are no judgements.
    dealt
        The sentences that were given to judges, where there are judgements.

    Raises
    ------
    JudgeError
        The run has no samples.
    FormatError, RunError
        The run's records or the judgements are damaged.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.versions, self.identity = _read_record(folder)
        self.lower = PANG in self.versions
        entries = [entry.name for entry in RunFolder(folder).cluster_entries()]
        with_samples = {name for name in entries if self._with_samples(name)}
        self.names = [name for name in entries if name in with_samples]
        self.left_out = tuple(name for name in entries if name not in with_samples)
        if not self.names:
            raise JudgeError(f"{folder} holds no samples of its {len(entries)} clusters: nothing to measure")
        path = folder / SENTENCE_FILES.scores / "judgements.csv"
        self.judgements: list[Judgement] = (
            read_judgements(path.read_bytes(), str(path)) if path.exists() else []
        )
        self.scores = item_scores(self.judgements)
        self.dealt = _read_dealt(folder / SENTENCE_FILES.key) if self.judgements else {}
        self._problems: list[ParaphraseError] = []

    def _with_samples(self, name: str) -> list[str]:
        """Return the versions that have samples of a cluster."""
        return [version for version in self.versions if self.samples(name, version).exists()]

    def samples(self, name: str, version: str) -> Path:
        """Return the path of a cluster's samples."""
        return self.folder / version / name / "samples.jsonl"

    def originals(self, name: str) -> list[Words]:
        """Return a cluster's own sentences, none where they cannot be read."""
        path = self.samples(name, self._with_samples(name)[0]).with_name("alignment.json")
        try:
            found = [self.words(words) for words in read_originals(path)]
            if not found:
                raise FormatError("holds no sentences", str(path))
        except FormatError as error:
            self.note(error)
            return []
        return found

    def words(self, words: Words) -> Words:
        """Return words as they are compared and measured."""
        return tuple(word.lower() for word in words) if self.lower else words

    def note(self, problem: ParaphraseError) -> None:
        """Keep a problem, to be reported with the others."""
        if len(self._problems) < _PROBLEMS:
            self._problems.append(problem)

    def raise_problems(self) -> None:
        """Raise all problems so far, if any."""
        if self._problems:
            raise ProblemsError(self._problems)


def _read_dealt(path: Path) -> dict[ItemOrigin, Words]:
    """Return what was given to the judges, as the key of the sheets has it."""
    items = read_key(path.read_bytes(), str(path)) if path.exists() else ()
    return {(item.cluster, item.version, item.draw): item.words for item in items}


def _read_record(folder: Path) -> tuple[tuple[str, ...], str]:
    """Return the versions of a run and its identity."""
    path = folder / "run.json"
    record = RunFolder(folder).read()
    if record is None:
        raise FormatError("there is no such file: the folder is no run's", str(path))
    versions = record.get("versions")
    if not isinstance(versions, list) or not versions:
        raise FormatError("not the record of a run: it names no versions", str(path))
    if not all(isinstance(name, str) and not name_problem(name) for name in versions):
        raise FormatError("holds names of versions that cannot be files", str(path))
    return tuple(versions), str(record.get("id", ""))
