"""The sentences of a run that are measured, and the scores that judges gave them."""

from dataclasses import replace
from pathlib import Path

from orchestrator.runs.folder import RunFolder, Words
from paralattice.errors import FormatError, JudgeError, ParalatticeError, ProblemsError
from paralattice.judging.judgements_csv import ItemOrigin, item_scores
from paralattice.judging.sheets.sheet_tables import read_key
from paralattice.measures.automatic import Drawn
from paralattice.methods import methods_of

# A run may have thousands of files; the first problems are enough to see what is wrong.
_PROBLEMS = 50


class MeasuredRun:
    """The sentences and scores of a run; problems with its files are collected.

    Parameters
    ----------
    root
        The run's folder.

    Attributes
    ----------
    folder
        The run's folder.
    versions, identity
        The names of its versions, and its identity.
    names
        Clusters that have samples, in the run's order.
    left_out
        Clusters without samples.
    lower
        Whether all words are lower-cased, since a version has no capitals.
    judgements, scores
        The judgements, and the scores of each judged sentence by criterion; empty without judgements.
    dealt
        The words of the judged sentences, if there are judgements.
    problems
        Errors about single files, to be raised together.

    Raises
    ------
    JudgeError
        The run has no samples.
    FormatError
        The run's records or the judgements are damaged.
    """

    def __init__(self, root: Path) -> None:
        self.folder = RunFolder(root)
        record = self.folder.record()
        self.versions, self.identity = tuple(record["versions"]), str(record.get("id", ""))
        self.lower = any(method.lower_cased for method in methods_of(self.versions))
        sampled = {entry.name: self.sampled_versions(entry.name) for entry in self.folder.cluster_entries()}
        self.names = [name for name, versions in sampled.items() if versions]
        self.left_out = tuple(name for name, versions in sampled.items() if not versions)
        if not self.names:
            raise JudgeError(f"{root} holds no samples of its {len(sampled)} clusters: nothing to measure")
        self.judgements = self.folder.judgements()
        self.scores = item_scores(self.judgements)
        self.dealt = _read_dealt(self.folder.sheets_key) if self.judgements else {}
        self.problems: list[ParalatticeError] = []

    def sampled_versions(self, name: str) -> list[str]:
        """Return the versions that have samples of a cluster."""
        return [version for version in self.versions if self.folder.has_samples(name, version)]

    def originals(self, name: str) -> list[Words]:
        """Return a cluster's original sentences; empty if they cannot be read."""
        version = self.sampled_versions(name)[0]
        try:
            return [self.words(words) for words in self.folder.version(name, version).originals]
        except FormatError as error:
            self.problems.append(error)
            return []

    def drawn(self, name: str, version: str) -> list[Drawn]:
        """Return the distinct sentences drawn from a lattice, in the order in which they were first drawn."""
        found: dict[Words, Drawn] = {}
        for draw, sample in enumerate(self.folder.version(name, version).samples):
            one = found.get(sample.words) or Drawn(draw, self.words(sample.words), chosen=False, times=0)
            found[sample.words] = replace(one, chosen=one.chosen or sample.chosen, times=one.times + 1)
        return list(found.values())

    def words(self, words: Words) -> Words:
        """Return words as they are compared and measured."""
        return tuple(word.lower() for word in words) if self.lower else words

    def raise_problems(self) -> None:
        """Raise the first fifty problems, if any."""
        if self.problems:
            raise ProblemsError(self.problems[:_PROBLEMS])


def _read_dealt(path: Path) -> dict[ItemOrigin, Words]:
    """Return the sentences that the judges were given, from the key of the sheets."""
    items = read_key(path.read_bytes(), str(path)) if path.exists() else ()
    return {(item.cluster, item.version, item.draw): item.words for item in items}
