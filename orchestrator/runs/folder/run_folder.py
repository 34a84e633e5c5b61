"""The folder ``runs/<name>``: paths and content of a run's files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orchestrator.io.atomic import write_json, write_whole
from orchestrator.runs.folder import files
from orchestrator.runs.folder.files import ClusterEntry
from orchestrator.runs.folder.locks import Lock, is_held, locked
from orchestrator.runs.folder.originals import OriginalTexts, original_lines
from orchestrator.runs.folder.record import RunError
from paralattice.errors import FormatError, OptionError
from paralattice.formats.corpora.groups import group_name
from paralattice.formats.names import name_problem
from paralattice.judging.sheets.study_files import PHRASE_FILES, SENTENCE_FILES
from paralattice.languages.registry import language_of
from paralattice.methods import method_of
from paralattice.options import suggestion
from paralattice.results import ClusterResults, PartFolder, Run, VersionResults
from paralattice.results.cluster_rows import read_cluster_rows
from paralattice.results.run import FEATURES, RESULTS
from paralattice.results.run_record import language_in, read_record, require_record

if TYPE_CHECKING:
    from paralattice.judging.judgements import Judgement
    from paralattice.lattice import SentenceRecord
    from paralattice.run_options import Options


class RunFolder:
    """The files of a run, below the folder ``runs/<name>``.

    Methods that read a file raise :class:`~paralattice.errors.FormatError` with its name (and the
    line) if it is absent or does not follow its format.

    Parameters
    ----------
    root
        The folder itself.

    Attributes
    ----------
    name
        The run's name.
    record_file, ledger, status
        ``run.json``; the SQLite ledger; the last published status.
    worker_log, submit_log
        Logs of the local workers, of Flower, and of a run in the background.
    results, clusters
        The tables of lattices and of clusters.
    sentence_table, sentence_text
        All sentences that were drawn, as a table, and the chosen ones as text.
    original_texts
        The sentences of the clusters as they were given.
    report
        The HTML page of the run.
    sheets_key
        The key of the judges' sheets: their sentences with the versions.
    scores, pair_scores, measures, evaluation
        Folders of the scores of sentences and of pairs, of automatic measures, and of evaluations.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.name = root.name
        self.record_file = root / "run.json"
        self.ledger = root / "ledger.sqlite"
        self.status = root / "status.json"
        logs = root / "logs"
        self.worker_log, self.submit_log = logs / "worker.log", logs / "submit.log"
        self.results, self.clusters = root / "results.csv", root / "clusters.csv"
        self.sentence_table, self.sentence_text = root / files.SENTENCES, root / "sentences.txt"
        self.original_texts = root / "originals.jsonl"
        self.report = root / "report.html"
        self.sheets_key = root / SENTENCE_FILES.key
        self.scores, self.pair_scores = root / SENTENCE_FILES.scores, root / PHRASE_FILES.scores
        self.measures, self.evaluation = root / files.MEASURES, root / files.EVALUATION

    def create(self) -> None:
        """Create the folder.

        Raises
        ------
        RunError
            It cannot be created or written.
        """
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            write_json(self.root / ".writable", None)
            (self.root / ".writable").unlink(missing_ok=True)
        except OSError as error:
            raise RunError(f"cannot write the run folder {self.root}: {error.strerror}") from error

    def locked(self) -> AbstractContextManager[Lock]:
        """Lock the run for this process; the lock is released when the process ends in any way.

        Files that a killed process had not finished writing are removed.

        Raises
        ------
        RunError
            Another process holds the run.
        """
        return locked(self.root)

    def is_held(self) -> bool:
        """Return whether a process works on the run, as far as this machine can tell."""
        return is_held(self.root)

    def request_cancel(self) -> None:
        """Ask the process that works on the run to end it."""
        (self.root / "cancel").touch()

    def take_cancel(self) -> bool:
        """Return whether the end of the run was requested, and clear the request."""
        try:
            (self.root / "cancel").unlink()
        except FileNotFoundError:
            return False
        return True

    def read(self) -> dict[str, Any] | None:
        """Return the content of ``run.json``, or ``None`` if it is absent."""
        return read_record(self.record_file)

    def write(self, value: dict[str, Any]) -> None:
        """Write ``run.json`` whole."""
        write_json(self.record_file, value)

    def record(self) -> dict[str, Any]:
        """Return the content of ``run.json``; it has at least one version, and all can be file names."""
        return require_record(self.record_file)

    def versions(self) -> tuple[str, ...]:
        """Return the names of the run's versions, at least one."""
        return tuple(self.record()["versions"])

    def require_version(self, version: str) -> None:
        """Raise :class:`RunError` if the run does not have a version."""
        known = self.versions()
        if version not in known:
            hint = suggestion(version, known)
            raise RunError(f"{self.root}: has no version {version!r}, but {', '.join(known)}{hint}")

    def options(self) -> Options:
        """Return the options that the run was computed with."""
        # Imports in methods load numpy, which most commands that open a run do not need.
        from paralattice.run_options import Options

        try:
            return Options.from_dict(self.record()["signature"]["options"])
        except (KeyError, TypeError, OptionError) as error:
            raise FormatError(f"not the record of a run: {error!r}", str(self.record_file)) from error

    @cached_property
    def language(self) -> str:
        """Language of the sentences, a code of ISO 639-1."""
        return language_in(self.read() or {})

    def store_flags(self, flags: Mapping[str, Any]) -> dict[str, str]:
        """Return the flags ``store`` and ``store_endpoint``: the given ones, or else those of the run."""
        record = self.read() or {}
        return {name: flags[name] or record.get(name, "") for name in ("store", "store_endpoint")}

    def cluster_entries(self) -> list[ClusterEntry]:
        """Return the rows of ``clusters.csv``."""
        rows = read_cluster_rows(self.clusters, ("split",))
        return [ClusterEntry(row["cluster"], row["split"], int(row["sentences"])) for row in rows]

    def result_rows(self) -> Iterator[dict[str, str]]:
        """Yield the rows of ``results.csv``: one per cluster and version that is done or failed."""
        if not self.results.exists():
            raise RunError(f"{self.results} is absent: the run has no results yet")
        yield from read_cluster_rows(self.results, ("version", "status"))

    def pair_table(self, version: str, reliable: bool = False) -> Path:
        """Return the path of a table of paraphrase pairs.

        It is ``paraphrases.tsv`` for the version made of trees and ``paraphrases-V1.tsv`` for V1.

        Parameters
        ----------
        reliable
            Whether it is the table of pairs that occur in more than one cluster.
        """
        name = method_of(version).pair_table or f"paraphrases-{version}"
        return self.root / f"{name}{'-reliable' if reliable else ''}.tsv"

    def stored_clusters(self) -> set[str]:
        """Return the names of the clusters whose results are written."""
        parts = (PartFolder(self.root / name) for name in (RESULTS, FEATURES))
        one, other = (set(part.names()) for part in parts)
        return one & other

    @cached_property
    def stored(self) -> Run:
        """The results of the clusters."""
        return Run(self.root)

    def stored_name(self, given: str) -> str:
        """Return the name of a cluster by the heading of its group; other names are returned as they are."""
        name = group_name(given)
        return name if given not in self.stored and name in self.stored else given

    def cluster(self, name: str) -> ClusterResults:
        """Return what was computed for a cluster, by its name or the heading of its group."""
        try:
            return self.stored[self.stored_name(name)]
        except KeyError as error:
            raise FormatError(f"there are no results of the cluster {name!r}", str(self.root)) from error

    def version(self, cluster: str, version: str) -> VersionResults:
        """Return what was computed for a cluster and version."""
        try:
            return self.cluster(cluster)[version]
        except KeyError as error:
            message = f"there are no results of the cluster {cluster!r} in version {version}"
            raise FormatError(message, str(self.root)) from error

    def sentence_records(self) -> Iterator[SentenceRecord]:
        """Yield the rows of ``sentences.csv``.

        Raises
        ------
        RunError
            The table is absent.
        """
        from paralattice.lattice.records.sentence_table import read_sentence_table

        if not self.sentence_table.exists():
            raise RunError(f"{self.sentence_table} is absent: submit the corpus again to write it")
        with self.sentence_table.open(encoding="utf-8", newline="") as file:
            yield from self._counted(read_sentence_table(file, str(self.sentence_table)))

    def _counted(self, records: Iterable[SentenceRecord]) -> Iterator[SentenceRecord]:
        """Yield the rows of ``sentences.csv``; raise FormatError if ``results.csv`` counts more of them."""
        found = 0
        for record in records:
            found += record.row.chosen
            yield record
        counts = (row.get("chosen", "") for row in self.result_rows()) if self.results.exists() else ()
        expected = sum(int(count) for count in counts if count.isdecimal())
        if found < expected and not self.is_held():
            message = f"has {found} of the {expected} chosen sentences that {self.results.name} counts"
            raise FormatError(message, str(self.sentence_table))

    def write_texts(self, texts: Iterable[tuple[str, Sequence[str]]]) -> None:
        """Write the sentences of clusters as they were given; none for a cluster that came as tokens."""
        lines = original_lines(texts)
        first = next(lines, "")
        if first:
            write_whole(self.original_texts, chain([first], lines))
        else:
            self.original_texts.unlink(missing_ok=True)

    def given_texts(self, cluster: str) -> list[str]:
        """Return the sentences of a cluster as they were given; empty if they came as tokens."""
        return self._given.get(cluster)

    def texts(self, cluster: str) -> list[str]:
        """Return the sentences of a cluster as text: as they were given, or else with tokens joined."""
        running_text = language_of(self.language).running_text
        return self.given_texts(cluster) or list(map(running_text, self.cluster(cluster).words))

    @cached_property
    def _given(self) -> OriginalTexts:
        return OriginalTexts(self.original_texts)

    def has_samples(self, cluster: str, version: str) -> bool:
        """Return whether sentences were drawn from a lattice."""
        return cluster in self.stored and version in self.cluster(cluster)

    def judgements(self) -> list[Judgement]:
        """Return the scores of judges in ``scores/judgements.csv``; empty without that file."""
        from paralattice.judging.judgements_csv import read_judgements

        path = self.scores / "judgements.csv"
        return read_judgements(path.read_bytes(), str(path)) if path.exists() else []


def run_folder(runs: Path, name: str) -> RunFolder:
    """Return the folder of the run with a name.

    Raises
    ------
    RunError
        The name cannot be a folder name.
    """
    problem = name_problem(name)
    if problem:
        raise RunError(f"run name {name!r}: {problem}")
    return RunFolder(runs / name)


def run_folders(runs: Path) -> list[RunFolder]:
    """Return the runs in a folder, the most recently changed one first."""
    if not runs.is_dir():
        return []
    folders = [RunFolder(path) for path in runs.iterdir() if (path / "run.json").is_file()]
    return sorted(folders, key=_changed, reverse=True)


def _changed(folder: RunFolder) -> float:
    return (folder.status if folder.status.exists() else folder.record_file).stat().st_mtime


def find_run(runs: Path, run: str) -> RunFolder | None:
    """Return the run with a path, or with a name below ``runs``; ``None`` without one."""
    for path in (Path(run), runs / run):
        if (path / "run.json").is_file():
            # The name of a run is that of its folder, which "." and ".." hide.
            return RunFolder(path if path.name not in ("", "..") else path.resolve())
    return None


def existing_run(runs: Path, run: str) -> RunFolder:
    """Return the run with a path, or with a name below ``runs``.

    Raises
    ------
    RunError
        There is no such run.
    """
    folder = find_run(runs, run)
    if folder is None:
        names = [folder.name for folder in run_folders(runs)]
        known = ", ".join(names) or "none"
        raise RunError(f"there is no run {run!r}; the runs in {runs}: {known}{suggestion(run, names)}")
    return folder
